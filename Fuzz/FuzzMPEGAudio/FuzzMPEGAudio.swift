import AudioContainers
import FuzzSupport

/// Reads long inputs as MPEG audio files.
///
/// A short input follows frames that repeat its own first header, or default frames. The reader
/// must not trap, hang, or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    guard input.count < 400 else { return Array(input) }
    // Frames that start with the input's first bytes: any layer, version, and bit rate.
    let frames = (0..<3).flatMap { _ in input.prefix(200) }
    return frames.first == 0xFF ? frames + input : silentFrames(3) + input
  } reader: {
    DetectingReader()
  }
  return 0
}
