internal import AudioContainers
internal import AudioPipeline
internal import CoreAudioTypes

/// What Audio File Stream Services return for each error inside.
enum AudioFileStreamStatus {
  /// The status of an error of the packets.
  static func status(of error: PacketError) -> OSStatus {
    switch error {
    case .container(let error): status(of: error.reason)
    case .notOptimized: kAudioFileStreamError_NotOptimized
    // Bytes are pushed, so that none can fail to come.
    case .transport: kAudioFileStreamError_UnspecifiedError
    }
  }

  private static func status(of reason: ContainerError.Reason) -> OSStatus {
    switch reason {
    case .unrecognised: kAudioFileStreamError_UnsupportedFileType
    case .unsupportedFormat: kAudioFileStreamError_UnsupportedDataFormat
    case .truncated, .malformed, .empty: kAudioFileStreamError_InvalidFile
    }
  }
}
