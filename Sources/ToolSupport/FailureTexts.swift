package import AudioToolbox
package import AudioTransport
import Glibc

extension ToolFailure {
  /// Describes why bytes could not be read.
  package init(_ error: TransportError) {
    reason =
      switch error.reason {
      case .system(let code): ToolFailure.systemText(code)
      case .isDirectory: "is a directory"
      case .client(let status): ToolFailure(status: status).reason
      case .loader(let failure): "\(failure.error)"
      case .refused: "the resource loader's delegate declined to load the URL"
      case .httpStatus(let status): "the server answered \(ToolFailure.httpText(status))"
      case .hostNotFound: "the server's name cannot be resolved"
      case .connectionFailed: "the connection to the server failed or was lost"
      case .notSecure: "the server's certificate or encryption cannot be trusted"
      case .tooManyRedirects: "too many redirects"
      case .changed: "the file on the server changed during the transfer"
      case .cannotSeek: "the stream does not support seeking"
      case .timedOut: "the server sent no data in time"
      case .unsupportedURL: "unsupported URL"
      case .unavailable: "URLs require libcurl, which is not installed"
      case .cancelled: "interrupted"
      }
  }

  /// Describes a status of AudioToolbox.
  package init(status: OSStatus) {
    self.init(
      ToolFailure.text(of: status) ?? "AudioToolbox reports the error \(ToolFailure.code(status))")
  }

  /// The system's text for an error.
  package static func systemText(_ code: Int32) -> String {
    let text = String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func code(_ status: OSStatus) -> String {
    let characters = Numbers.fourCharacters(UInt32(bitPattern: status))
    return characters.hasPrefix("0x") ? "\(status)" : "'\(characters)'"
  }

  private static func httpText(_ status: Int) -> String {
    let names = [
      400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 410: "Gone",
      429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
      503: "Service Unavailable", 504: "Gateway Timeout",
    ]
    return names[status].map { "\(status) (\($0))" } ?? "\(status)"
  }

  /// The system's `dskFulErr`, which Audio File Services report for a full disk.
  private static let diskFull: OSStatus = -34

  /// The texts of statuses that a tool can encounter; `AudioFile` and its stream share some values.
  private static func text(of status: OSStatus) -> String? {
    switch status {
    case kAudioFileUnsupportedFileTypeError: "unsupported file type, or not audio"
    case kAudioFileUnsupportedDataFormatError: "unsupported audio format"
    case kAudioFileInvalidFileError, kAudioFileStreamError_InvalidFile:
      "damaged, or truncated before the audio"
    case kAudioFilePermissionsError: "permission denied"
    case kAudioFileFileNotFoundError: "no such file or directory"
    case kAudioFilePositionError: "the file does not support seeking"
    case kAudioFileStreamError_NotOptimized:
      "the description of the audio comes after the audio, so the file cannot be read in order"
    case kAudioConverterErr_UnspecifiedError: "the audio is damaged, or unsupported by the codec"
    case kExtAudioFileError_InvalidChannelMap: "the codec does not support this channel layout"
    case kAudioQueueErr_CodecNotFound: "no decoder supports this format"
    case kAudioQueueErr_InvalidDevice: "no sound device found"
    case kAudioQueueErr_CannotStart: "the sound device cannot be started"
    case kAudioQueueErr_QueueInvalidated: "the sound device is no longer available"
    case kAudio_MemFullError: "not enough memory"
    case diskFull: systemText(ENOSPC)
    default: nil
    }
  }
}
