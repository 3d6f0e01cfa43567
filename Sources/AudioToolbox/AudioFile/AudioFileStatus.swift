internal import AudioContainers
internal import AudioFiles
internal import AudioTransport
internal import CoreAudioTypes
internal import Foundation

/// The mapping from internal errors to the statuses of Audio File Services.
enum AudioFileStatus {
  /// The status for a packet error.
  static func status(of error: PacketError) -> OSStatus {
    switch error {
    case .container(let error): status(of: error.reason)
    case .transport(let error): status(of: error.reason)
    case .notOptimized: kAudioFileNotOptimizedError
    }
  }

  private static func status(of reason: ContainerError.Reason) -> OSStatus {
    switch reason {
    // If the library were available, it would have opened the file.
    case .needsLibrary(.waveform): kAudioFileUnsupportedDataFormatError
    case .unrecognised, .needsLibrary: kAudioFileUnsupportedFileTypeError
    case .unsupportedFormat: kAudioFileUnsupportedDataFormatError
    case .truncated, .malformed, .empty: kAudioFileInvalidFileError
    }
  }

  private static func status(of reason: TransportError.Reason) -> OSStatus {
    switch reason {
    case .system(ENOENT), .system(ENOTDIR): kAudioFileFileNotFoundError
    case .system(EACCES), .system(EPERM), .system(EEXIST), .system(EROFS):
      kAudioFilePermissionsError
    // A pipe, a device, or a live stream is not seekable.
    case .system(ESPIPE), .cannotSeek: kAudioFilePositionError
    case .isDirectory: kAudioFileInvalidFileError
    case .client(let status): status
    // Files do not produce network errors.
    default: kAudioFileUnspecifiedError
    }
  }
}
