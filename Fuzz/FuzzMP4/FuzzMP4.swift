import AudioContainers
import FuzzSupport

/// Reads inputs as movies; after a first byte of 0x42, inputs describe boxes with correct sizes.
///
/// The reader must not trap, hang, or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    guard input.first == 0x42 else { return Array(input) }
    return BoxTree(input.dropFirst()).bytes
  } reader: {
    MP4Reader()
  }
  return 0
}

/// Boxes built from the numbers of an input.
///
/// A number opens or closes a container box, or makes a leaf box from the bytes that follow.
private struct BoxTree {
  private static let containers = [
    "moov", "trak", "mdia", "minf", "dinf", "stbl", "edts", "tref", "udta", "meta", "ilst", "----",
    "covr", "mvex", "moof", "traf",
  ]
  private static let leaves = [
    "ftyp", "mvhd", "tkhd", "mdhd", "hdlr", "dref", "stsd", "stts", "stsc", "stsz", "stz2", "stco",
    "co64", "elst", "chap", "trex", "tfhd", "trun", "keys", "name", "data", "chpl", "mdat", "titl",
  ]

  private(set) var bytes: [UInt8] = []

  init(_ input: ArraySlice<UInt8>) {
    var open: [Int] = []
    var rest = input
    while let number = rest.popFirst() {
      switch Int(number) {
      case 0xFF: if let start = open.popLast() { close(start) }
      case let index where index < Self.containers.count:
        open.append(begin(Self.containers[index]))
      case let index:
        let start = begin(Self.leaves[index % Self.leaves.count])
        bytes += rest.prefix(Int(rest.popFirst() ?? 0))
        rest = rest.dropFirst(bytes.count - start - 8)
        close(start)
      }
    }
    for start in open.reversed() { close(start) }
  }

  private mutating func begin(_ type: String) -> Int {
    let start = bytes.count
    bytes += [0, 0, 0, 0] + Array(type.utf8)
    return start
  }

  private mutating func close(_ start: Int) {
    let count = bytes.count - start
    for index in 0..<4 {
      bytes[start + index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * index))
    }
  }
}
