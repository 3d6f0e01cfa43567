internal import AudioCodecs
internal import AudioFiles
internal import CoreAudioTypes

extension StatusError {
  /// The status of an error of a file's frames.
  init(_ error: FrameFileError) {
    switch error {
    case .packets(let error): self.init(AudioFileStatus.status(of: error))
    case .writing(let error): self.init(AudioFileStatus.status(ofWriting: error))
    case .codec(.channelsWithoutPlace): self.init(kExtAudioFileError_InvalidChannelMap)
    case .codec(let error): self.init(error)
    case .invalidSeek: self.init(kExtAudioFileError_InvalidSeek)
    }
  }
}

/// Runs `body` with the status of an error of a file's frames.
func withFrameStatus<Result>(
  _ body: () throws(FrameFileError) -> Result
) throws(StatusError) -> Result {
  do {
    return try body()
  } catch {
    throw StatusError(error)
  }
}
