internal import AudioFiles
internal import CoreAudioTypes

/// Returns the indices of the packets that failed to decode since the file was opened for reading.
///
/// Such packets read as silence. Apple's API does not report them, so this function is only for the
/// tools of this package.
///
/// - Parameter file: The file.
/// - Returns: The indices; empty if the file is open for writing or does not exist.
package func extAudioFileDamagedPackets(_ file: ExtAudioFileRef) -> Set<UInt64> {
  guard let object = try? unsafe ExtAudioFileObject.find(file),
    case .reading(let reader) = object.use
  else { return [] }
  return reader.damagedPackets
}
