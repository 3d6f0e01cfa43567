package import AudioContainers
package import AudioFiles
internal import CoreAudioTypes

/// Returns the reader of an open file, for players that read frames without the C functions.
///
/// The file must stay open, and no other code may read it.
package func extAudioFileReader(_ file: ExtAudioFileRef) -> sending FrameFileReader? {
  guard let object = try? unsafe ExtAudioFileObject.find(file),
    case .reading(let reader) = object.use
  else { return nil }
  // Safe: the caller has exclusive access to the file.
  nonisolated(unsafe) let taken = reader
  return unsafe taken
}

/// Returns the writer of an open file, for recorders that write frames without the C functions.
///
/// The file must stay open, and no other code may write to it.
package func extAudioFileWriter(_ file: ExtAudioFileRef) -> sending FrameFileWriter? {
  guard let object = try? unsafe ExtAudioFileObject.find(file),
    case .writing(let writer) = object.use
  else { return nil }
  // Safe: the caller has exclusive access to the file.
  nonisolated(unsafe) let taken = writer
  return unsafe taken
}

/// Returns the status of `ExtAudioFileRead` and `ExtAudioFileWrite` for a frame error.
package func extAudioFileStatus(of error: FrameFileError) -> OSStatus {
  StatusError(error).status
}

/// Changes the description in an open file, for writers that know more than the C functions state.
///
/// - Returns: 0; the status of the failure; `kAudio_ParamError` if the file is not being written.
package func extAudioFileDescribe(
  _ file: ExtAudioFileRef, _ change: (inout ContainerContent) -> Void
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe ExtAudioFileObject.find(file)
    guard case .writing(let writer) = object.use else { throw StatusError(kAudio_ParamError) }
    try object.exclusively { () throws(StatusError) in
      try withFrameStatus { () throws(FrameFileError) in try writer.describe(change) }
    }
  }
}

/// Completes an open file, and moves its description before the audio if the file type permits
/// that.
///
/// - Returns: 0; the status of the failure; `kAudio_ParamError` if the file is not being written.
package func extAudioFileOptimise(_ file: ExtAudioFileRef) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe ExtAudioFileObject.find(file)
    guard case .writing(let writer) = object.use else { throw StatusError(kAudio_ParamError) }
    try object.exclusively { () throws(StatusError) in
      try withFrameStatus { () throws(FrameFileError) in
        try writer.finish()
        do throws(PacketWriteError) {
          try writer.writer.optimise()
        } catch {
          throw .writing(error)
        }
      }
    }
  }
}
