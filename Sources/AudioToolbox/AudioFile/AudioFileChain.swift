internal import AudioFiles
internal import CoreAudioTypes

/// Whether a file is known to be a chain of streams, of which each needs its own decoder and trim.
///
/// Known once the packet table has been asked for. Apple's API does not tell, so this is for the tools of this package alone.
///
/// - Parameter file: The file.
/// - Returns: False, too, if there is no such file.
package func audioFileIsChained(_ file: AudioFileID) -> Bool {
  let isChained = try? unsafe AudioFileObject.find(file).use { $0.isChained }
  return isChained ?? false
}

/// Why the audio of a file ends before the file does: a stream that cannot be read follows.
///
/// Known once the packets have been counted, and for the tools of this package alone.
///
/// - Parameter file: The file.
/// - Returns: 0 if all audio can be read.
package func audioFileUnreadableRest(_ file: AudioFileID) -> OSStatus {
  let rest = try? unsafe AudioFileObject.find(file).use { $0.unreadableRest }
  return rest.map { AudioFileStatus.status(of: $0) } ?? noErr
}
