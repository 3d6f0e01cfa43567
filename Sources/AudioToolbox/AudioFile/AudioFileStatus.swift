internal import AudioContainers
internal import AudioFiles
internal import AudioTransport
internal import CoreAudioTypes
internal import Foundation

/// What Audio File Services return for each error inside.
enum AudioFileStatus {
  /// The status of an error of the packets.
  static func status(of error: PacketError) -> OSStatus {
    switch error {
    case .container(let error): status(of: error.reason)
    case .transport(let error): status(of: error.reason)
    case .notOptimized: kAudioFileNotOptimizedError
    }
  }

  private static func status(of reason: ContainerError.Reason) -> OSStatus {
    switch reason {
    // Where the library is there, the file has been opened by it.
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
    // A pipe, a device or a live stream, which has no positions.
    case .system(ESPIPE), .cannotSeek: kAudioFilePositionError
    case .isDirectory: kAudioFileInvalidFileError
    case .client(let status): status
    // Files do not fail in the ways of a network.
    default: kAudioFileUnspecifiedError
    }
  }
}
