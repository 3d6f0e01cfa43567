internal import AudioCodecs
internal import AudioFiles
internal import CoreAudioTypes

extension StatusError {
  /// Creates the status for a frame error.
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

/// Runs `body` and converts its error to a status.
func withFrameStatus<Result>(
  _ body: () throws(FrameFileError) -> Result
) throws(StatusError) -> Result {
  do {
    return try body()
  } catch {
    throw StatusError(error)
  }
}
