internal import AudioFiles
internal import CoreAudioTypes

/// The packets that could not be decoded since a file was opened for reading, by their numbers.
///
/// Where they are, silence is read. Apple's API does not tell of them, so this is for the tools of this package alone.
///
/// - Parameter file: The file.
/// - Returns: None for a file that is written, or where there is no file.
package func extAudioFileDamagedPackets(_ file: ExtAudioFileRef) -> Set<UInt64> {
  guard let object = try? unsafe ExtAudioFileObject.find(file),
    case .reading(let reader) = object.use
  else { return [] }
  return reader.damagedPackets
}
