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
      case .httpStatus(let status): "the server answered \(ToolFailure.httpText(status))"
      case .hostNotFound: "the server's name has no address"
      case .connectionFailed: "no connection to the server, or it broke off"
      case .notSecure: "the server's certificate or encryption cannot be trusted"
      case .tooManyRedirects: "the server redirects without end"
      case .changed: "the file on the server became another one meanwhile"
      case .cannotSeek: "the server's stream has no way back"
      case .timedOut: "the server does not send anything"
      case .unsupportedURL: "not a URL that can be played"
      case .unavailable: "libcurl is not installed, which web addresses need"
      case .cancelled: "interrupted"
      }
  }

  /// Describes a status of AudioToolbox.
  package init(status: OSStatus) {
    self.init(ToolFailure.text(of: status) ?? "error \(ToolFailure.code(status))")
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
    case kAudioFileUnsupportedFileTypeError: "not audio of a type that is known"
    case kAudioFileUnsupportedDataFormatError: "the audio in it has a format that is not supported"
    case kAudioFileInvalidFileError, kAudioFileStreamError_InvalidFile:
      "damaged, or cut off before any audio"
    case kAudioFilePermissionsError: "permission denied"
    case kAudioFileFileNotFoundError: "no such file or directory"
    case kAudioFilePositionError: "not a file that can be read at any place"
    case kAudioFileStreamError_NotOptimized: "what describes the audio comes after it"
    case kAudioConverterErr_UnspecifiedError: "damaged, or else not what a codec takes"
    case kExtAudioFileError_InvalidChannelMap:
      "its channels are of loudspeakers that the codec has not"
    case kAudioQueueErr_CodecNotFound: "there is no decoder for its format"
    case kAudioQueueErr_InvalidDevice: "there is no sound device"
    case kAudioQueueErr_CannotStart: "the sound device does not start"
    case kAudioQueueErr_QueueInvalidated: "the sound device has gone away"
    case kAudio_MemFullError: "not enough memory"
    case diskFull: systemText(ENOSPC)
    default: nil
    }
  }
}
