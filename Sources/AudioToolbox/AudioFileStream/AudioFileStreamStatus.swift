internal import AudioContainers
internal import AudioFiles
internal import CoreAudioTypes

/// The mapping from internal errors to the statuses of Audio File Stream Services.
enum AudioFileStreamStatus {
  /// The status for a packet error.
  static func status(of error: PacketError) -> OSStatus {
    switch error {
    case .container(let error): status(of: error.reason)
    case .notOptimized: kAudioFileStreamError_NotOptimized
    // The client pushes the bytes, so transport errors do not occur.
    case .transport: kAudioFileStreamError_UnspecifiedError
    }
  }

  #if LibAV
    /// The status for a container that needs random access, which only Audio File Services provide.
    private static let pushedLibrary = kAudioFileStreamError_NotOptimized
  #else
    /// The status for an unsupported container.
    private static let pushedLibrary = kAudioFileStreamError_UnsupportedFileType
  #endif

  private static func status(of reason: ContainerError.Reason) -> OSStatus {
    switch reason {
    // The container is streamable, but its codec is unsupported.
    case .needsLibrary(.waveform): kAudioFileStreamError_UnsupportedDataFormat
    case .needsLibrary: pushedLibrary
    case .unrecognised: kAudioFileStreamError_UnsupportedFileType
    case .unsupportedFormat: kAudioFileStreamError_UnsupportedDataFormat
    case .truncated, .malformed, .empty: kAudioFileStreamError_InvalidFile
    }
  }
}
