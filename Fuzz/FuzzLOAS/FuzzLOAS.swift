import AudioContainers
import FuzzSupport

/// Reads inputs as LATM in LOAS; an input without its sync word follows valid frames.
///
/// The reader must not trap, hang, or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    guard input.first != 0x56 else { return Array(input) }
    // An AAC-LC configuration, and a payload of two bytes.
    let frame: [UInt8] = [0x56, 0xE0, 9, 0x20, 0, 0x12, 0x10, 0x1F, 0xE0, 0x10, 0x08, 0x10]
    return frame + frame + frame + input
  } reader: {
    DetectingReader()
  }
  return 0
}
