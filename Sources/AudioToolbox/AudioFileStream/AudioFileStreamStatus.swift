internal import AudioContainers
internal import AudioFiles
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

  #if LibAV
    /// Of a container that Audio File Services read, at any offset.
    private static let pushedLibrary = kAudioFileStreamError_NotOptimized
  #else
    /// Of a container that nothing reads.
    private static let pushedLibrary = kAudioFileStreamError_UnsupportedFileType
  #endif

  private static func status(of reason: ContainerError.Reason) -> OSStatus {
    switch reason {
    // The file streams, its codec does not.
    case .needsLibrary(.waveform): kAudioFileStreamError_UnsupportedDataFormat
    case .needsLibrary: pushedLibrary
    case .unrecognised: kAudioFileStreamError_UnsupportedFileType
    case .unsupportedFormat: kAudioFileStreamError_UnsupportedDataFormat
    case .truncated, .malformed, .empty: kAudioFileStreamError_InvalidFile
    }
  }
}
