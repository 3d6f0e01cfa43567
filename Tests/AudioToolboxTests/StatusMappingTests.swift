import AudioContainers
import AudioFiles
import AudioTransport
import Testing

@testable import AudioToolbox

@Suite struct StatusMappingTests {
  /// The status of each internal error in the two APIs.
  static let table: [(error: PacketError, file: OSStatus, stream: OSStatus)] = [
    (
      .container(ContainerError(.unrecognised, at: 0)), kAudioFileUnsupportedFileTypeError,
      kAudioFileStreamError_UnsupportedFileType
    ),
    (
      .container(ContainerError(.needsLibrary(.matroska), at: 0)),
      kAudioFileUnsupportedFileTypeError, pushedLibrary
    ),
    (
      .container(ContainerError(.unsupportedFormat, at: 0)),
      kAudioFileUnsupportedDataFormatError, kAudioFileStreamError_UnsupportedDataFormat
    ),
    (
      .container(ContainerError(.truncated, at: 0)), kAudioFileInvalidFileError,
      kAudioFileStreamError_InvalidFile
    ),
    (
      .container(ContainerError(.malformed, at: 0)), kAudioFileInvalidFileError,
      kAudioFileStreamError_InvalidFile
    ),
    (
      .container(ContainerError(.empty, at: 0)), kAudioFileInvalidFileError,
      kAudioFileStreamError_InvalidFile
    ),
    (.notOptimized, kAudioFileNotOptimizedError, kAudioFileStreamError_NotOptimized),
    (.transport(.system(ENOENT)), kAudioFileFileNotFoundError, unspecified),
    (.transport(.system(ENOTDIR)), kAudioFileFileNotFoundError, unspecified),
    (.transport(.system(EACCES)), kAudioFilePermissionsError, unspecified),
    (.transport(.system(EPERM)), kAudioFilePermissionsError, unspecified),
    (.transport(.system(ESPIPE)), kAudioFilePositionError, unspecified),
    (.transport(.system(EIO)), kAudioFileUnspecifiedError, unspecified),
    (.transport(.isDirectory), kAudioFileInvalidFileError, unspecified),
    (.transport(.client(-7)), -7, unspecified),
    (.transport(.hostNotFound), kAudioFileUnspecifiedError, unspecified),
    (.transport(.timedOut), kAudioFileUnspecifiedError, unspecified),
  ]

  #if LibAV
    private static let pushedLibrary = kAudioFileStreamError_NotOptimized
  #else
    private static let pushedLibrary = kAudioFileStreamError_UnsupportedFileType
  #endif
  private static let unspecified = kAudioFileStreamError_UnspecifiedError

  @Test func everyErrorHasItsStatus() {
    for (error, file, stream) in Self.table {
      #expect(AudioFileStatus.status(of: error) == file, "\(error)")
      #expect(AudioFileStreamStatus.status(of: error) == stream, "\(error)")
    }
  }
}

extension PacketError {
  fileprivate static func transport(_ reason: TransportError.Reason) -> PacketError {
    .transport(TransportError(reason))
  }
}
