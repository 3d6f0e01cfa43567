import AudioContainers
import FuzzSupport

/// Reads inputs as tags in front of, between and behind frames.
///
/// The first byte of an input says how to cut it. It must not trap, hang or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    let size = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: input.count >> $0 & 0x7F) }
    let version = 2 + (input.first ?? 0) % 3
    let flags = (input.dropFirst().first ?? 0) & 0xF0
    let tag: [UInt8] = Array("ID3".utf8) + [version, 0, flags] + size + input
    return tag + silentFrames(3) + tag + silentFrames(2) + Array("APETAGEX".utf8) + input
  } reader: {
    DetectingReader()
  }
  return 0
}
