import AudioContainers
import FuzzSupport

/// Reads inputs as AMR files, narrow or wide by the second byte.
///
/// The first byte of an input says how to cut it. It must not trap, hang or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    let isWide = input.first ?? 0 > 0x7F
    return Array((isWide ? "#!AMR-WB\n" : "#!AMR\n").utf8) + input.dropFirst()
  } reader: {
    AMRReader()
  }
  return 0
}
