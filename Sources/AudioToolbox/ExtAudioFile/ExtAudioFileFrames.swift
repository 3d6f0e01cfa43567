package import AudioFiles
internal import CoreAudioTypes

/// The reader of an open file, for players, which read its frames without the C functions.
///
/// The file must stay open, and nothing else may read it.
package func extAudioFileReader(_ file: ExtAudioFileRef) -> sending FrameFileReader? {
  guard let object = try? unsafe ExtAudioFileObject.find(file),
    case .reading(let reader) = object.use
  else { return nil }
  // Safe: the caller has the file for itself.
  nonisolated(unsafe) let taken = reader
  return unsafe taken
}

/// The status of `ExtAudioFileRead` for an error of a file's frames.
package func extAudioFileStatus(of error: FrameFileError) -> OSStatus {
  StatusError(error).status
}
