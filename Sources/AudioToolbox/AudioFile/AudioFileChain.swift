internal import AudioFiles
internal import CoreAudioTypes

/// Returns whether a file is a chain of streams, each with its own decoder and trim.
///
/// The answer is known after the packet table has been read. Apple's API does not report it, so
/// this function is only for the tools of this package.
///
/// - Parameter file: The file.
/// - Returns: Whether the file is known to be a chain; false if the file does not exist.
package func audioFileIsChained(_ file: AudioFileID) -> Bool {
  let isChained = try? unsafe AudioFileObject.find(file).use { $0.isChained }
  return isChained ?? false
}

/// Returns why the audio ends before the file does: an unreadable stream follows.
///
/// The answer is known after the packets have been counted. This function is only for the tools of
/// this package.
///
/// - Parameter file: The file.
/// - Returns: The status of the unreadable stream, or 0 if all audio is readable.
package func audioFileUnreadableRest(_ file: AudioFileID) -> OSStatus {
  let rest = try? unsafe AudioFileObject.find(file).use { $0.unreadableRest }
  return rest.map { AudioFileStatus.status(of: $0) } ?? noErr
}
