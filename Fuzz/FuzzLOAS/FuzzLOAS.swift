import AudioContainers
import FuzzSupport

/// Reads inputs as LATM in LOAS where they begin so, else behind frames of it.
///
/// It must not trap, hang or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    guard input.first != 0x56 else { return Array(input) }
    // A configuration of AAC-LC, and two bytes of a payload.
    let frame: [UInt8] = [0x56, 0xE0, 9, 0x20, 0, 0x12, 0x10, 0x1F, 0xE0, 0x10, 0x08, 0x10]
    return frame + frame + frame + input
  } reader: {
    DetectingReader()
  }
  return 0
}
