import AudioContainers
import FuzzSupport

/// Reads inputs as AMR files.
///
/// If an input lacks the magic number, its first byte chooses the narrowband or wideband one. The
/// reader must not trap, hang, or break the contract.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  fuzzInput(unsafe memory.bytes) { input in
    guard input.first != 0x23 else { return Array(input) }
    let isWide = input.first ?? 0 > 0x7F
    return Array((isWide ? "#!AMR-WB\n" : "#!AMR\n").utf8) + input.dropFirst()
  } reader: {
    AMRReader()
  }
  return 0
}
