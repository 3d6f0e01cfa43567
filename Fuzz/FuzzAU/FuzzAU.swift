import AudioContainers
import FuzzSupport

/// Reads inputs as AU files.
///
/// The reader must not trap, hang, or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    Array(input)
  } reader: {
    AUReader()
  }
  return 0
}
