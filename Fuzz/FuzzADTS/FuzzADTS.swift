import AudioContainers
import FuzzSupport

/// Reads inputs as ADTS; an input without its sync word follows valid frames.
///
/// The reader must not trap, hang, or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    guard input.first != 0xFF else { return Array(input) }
    let frame: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0x55]
    return frame + frame + frame + input
  } reader: {
    DetectingReader()
  }
  return 0
}
