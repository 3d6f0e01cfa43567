import AudioContainers
import FuzzSupport

/// Reads inputs as playlists, and follows them as versions of the same playlist.
///
/// A form feed separates two versions. The same bytes are also read as the start of a segment of
/// packed audio, and as texts. Nothing may trap, hang, or give a place outside of the playlist.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  // Safe: libFuzzer lends `count` bytes at `start` for the length of the call.
  let memory = unsafe UnsafeRawBufferPointer(start: start, count: count)
  let bytes = unsafe fuzzBytes(memory.bytes)
  FuzzedSegment.check(bytes)
  FuzzedCaptions.check(bytes)
  let versions = bytes.split(separator: 0x0C, maxSplits: 1).map { FuzzedPlaylist(Array($0)) }
  for version in versions { version?.check() }
  if versions.count == 2, let first = versions[0], let second = versions[1] {
    second.check(after: first)
  }
  return 0
}
