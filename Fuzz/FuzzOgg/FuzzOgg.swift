import AudioContainers
import FuzzSupport

/// Reads inputs as Ogg files, or as the fields of pages after the headers of a codec.
///
/// Those pages receive correct checksums. The reader must not trap, hang, or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    switch input.first {
    case 0x40: pages(input.dropFirst(), after: opus)
    case 0x41: pages(input.dropFirst(), after: vorbis)
    case 0x42: pages(input.dropFirst(), after: flac)
    case 0x43: pages(input.dropFirst(), after: [])
    default: Array(input)
    }
  } reader: {
    OggReader()
  }
  return 0
}

private let opus = [
  Array("OpusHead".utf8) + [1, 2, 56, 1, 0, 0, 0, 0, 0, 0, 0],
  Array("OpusTags".utf8) + [0, 0, 0, 0, 0, 0, 0, 0],
]

private let vorbis = [
  [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 2, 0x44, 0xAC, 0, 0]
    + [UInt8](repeating: 0, count: 12) + [0xB8, 1],
  [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1],
  // Two modes, the second with the long window, starting at the seventh bit.
  [5] + Array("vorbis".utf8) + [0x40, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0x80, 0x40],
]

private let flac = [
  [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 0] + Array("fLaC".utf8) + [0x80, 0, 0, 34]
    + [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0, 0]
    + [UInt8](repeating: 0, count: 16)
]

/// Builds pages from the numbers of an input.
///
/// They are the flags, stream, granule position, number of segments, segments, and contents.
private func pages(_ input: ArraySlice<UInt8>, after headers: [[UInt8]]) -> [UInt8] {
  var bytes: [UInt8] = []
  var sequence: UInt8 = 0
  func add(_ flags: UInt8, _ serial: UInt8, _ granule: UInt8, _ lacing: [UInt8], _ body: [UInt8]) {
    let high: UInt8 = granule & 0x80 == 0 ? 0 : 0xFF
    var page = Array("OggS".utf8) + [0, flags, 0, granule] + [UInt8](repeating: high, count: 6)
    page += [serial, 0, 0, 0, sequence, 0, 0, 0, 0, 0, 0, 0, UInt8(lacing.count)] + lacing + body
    let sum = checksum(page)
    for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
    bytes += page
    sequence &+= 1
  }
  for (index, header) in headers.enumerated() {
    add(index == 0 ? 2 : 0, 0, 0, [UInt8(header.count)], header)
  }
  var rest = input
  while let first = rest.popFirst(), let granule = rest.popFirst(), let count = rest.popFirst() {
    if first & 0x80 != 0 { sequence &+= 1 }
    let lacing = Array(rest.prefix(Int(count % 16)))
    rest = rest.dropFirst(lacing.count)
    let body = rest.prefix(lacing.reduce(0) { $0 + Int($1) })
    rest = rest.dropFirst(body.count)
    let missing = lacing.reduce(0) { $0 + Int($1) } - body.count
    add(
      first & 7, first >> 3 & 3, granule, lacing,
      body + [UInt8](repeating: 0x55, count: missing))
  }
  return bytes
}

/// The checksum of a page, computed bit by bit.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
  var value: UInt32 = 0
  for byte in bytes {
    value ^= UInt32(byte) << 24
    for _ in 0..<8 { value = value >> 31 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7 }
  }
  return value
}
