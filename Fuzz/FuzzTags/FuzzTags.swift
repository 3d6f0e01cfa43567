import AudioContainers
import FuzzSupport

/// Reads inputs as tags inside a small file of the right kind.
///
/// The first byte of an input chooses the kind, and the tag receives the correct size. The reader
/// must not trap, hang, or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    TaggedFile.bytes(kind: input.first ?? 0, body: Array(input.dropFirst()))
  } reader: {
    DetectingReader()
  }
  return 0
}
