import AudioContainers
import FuzzSupport

/// Reads inputs as AC-3; an input without its sync word follows valid frames.
///
/// The reader must not trap, hang, or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    guard input.first != 0x0B else { return Array(input) }
    // Enhanced AC-3, 16 bytes, stereo.
    let frame: [UInt8] = [0x0B, 0x77, 0, 7, 0x34, 0x80] + [UInt8](repeating: 0x55, count: 10)
    return frame + frame + frame + input
  } reader: {
    DetectingReader()
  }
  return 0
}
