internal import AudioCodecs
internal import AudioContainers
internal import AudioFiles
internal import AudioPlayback
internal import AudioTransport
internal import Foundation
internal import FoundationNetworking

extension AVError {
  /// The error of media that cannot be opened or played.
  ///
  /// - Parameters:
  ///   - failure: The reason.
  ///   - name: The medium, as the client named it.
  init(_ failure: MediaFailure, of name: String) {
    let (code, reason, underlying) = Self.parts(failure)
    var info: [String: Any] = [NSLocalizedDescriptionKey: "\(name): \(reason)"]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    self.init(code, userInfo: info)
  }

  private static func parts(_ failure: MediaFailure) -> (Code, String, NSError?) {
    switch failure {
    case .transport(let error): parts(error.reason)
    case .packets(.container(let error)): parts(error)
    case .packets(.transport(let error)): parts(error.reason)
    case .packets(.notOptimized):
      (.operationNotSupportedForAsset, "the file can be read only with random access", nil)
    case .codec(.libraryMissing):
      (.decoderNotFound, "the library for its codec is not installed", nil)
    case .codec(.unsupportedFormat): (.decoderNotFound, "its codec is not supported", nil)
    case .codec: (.decodeFailed, "its packets cannot be decoded", nil)
    case .list(let failure): parts(failure)
    case .device: (.unknown, "no sound device can be opened", nil)
    }
  }

  private static func parts(_ error: ContainerError) -> (Code, String, NSError?) {
    switch error.reason {
    case .unrecognised: (.fileFormatNotRecognized, "is not a media file that can be read", nil)
    case .unsupportedFormat: (.decoderNotFound, "its format is not supported", nil)
    default: (.fileFailedToParse, "is damaged at byte \(error.offset)", nil)
    }
  }

  private static func parts(_ failure: HLSFailure) -> (Code, String, NSError?) {
    switch failure {
    case .transport(let error): parts(error.reason)
    case .list(let error) where error.reason == .plainList:
      (
        .fileFormatNotRecognized, "is a playlist of media files, not of the segments of a stream",
        nil
      )
    case .list(let error):
      (.fileFailedToParse, "its playlist is damaged at line \(error.line)", nil)
    case .noVariant: (.decoderNotFound, "no variant of the stream has a supported codec", nil)
    case .protected:
      (.contentIsProtected, "is encrypted in a way that is not supported", nil)
    case .key: (.failedToLoadMediaData, "the key of its segments is not 16 bytes long", nil)
    case .cipherMissing:
      (.decoderNotFound, "libcrypto, which decrypts its segments, is not installed", nil)
    case .notMedia:
      (.fileFormatNotRecognized, "its segments are not in a readable media format", nil)
    }
  }

  private static func parts(_ reason: TransportError.Reason) -> (Code, String, NSError?) {
    switch reason {
    case .system(let number):
      let error = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
      return (.unknown, error.localizedDescription, error)
    case .isDirectory: return (.fileFormatNotRecognized, "is a folder", nil)
    case .httpStatus(let status): return parts(status: status)
    case .hostNotFound:
      return network(.cannotFindHost, "the server's name cannot be resolved")
    case .connectionFailed:
      return network(.cannotConnectToHost, "the connection to the server failed or was lost")
    case .notSecure:
      return network(
        .secureConnectionFailed, "the server's certificate or encryption cannot be trusted")
    case .tooManyRedirects:
      return network(.httpTooManyRedirects, "the server redirected too often")
    case .timedOut: return network(.timedOut, "the server sent no data in time")
    case .unsupportedURL: return network(.unsupportedURL, "the URL is not supported")
    case .cancelled: return (.operationCancelled, "loading was cancelled", nil)
    case .changed:
      return (.contentNotUpdated, "the resource changed on the server while it was read", nil)
    case .cannotSeek:
      return (.operationNotSupportedForAsset, "the stream does not support seeking", nil)
    case .unavailable:
      return (.operationNotSupportedForAsset, "libcurl, which reads URLs, is not installed", nil)
    case .client(let status):
      let error = NSError(domain: NSOSStatusErrorDomain, code: Int(status))
      return (.failedToLoadMediaData, "a read callback of the program failed", error)
    case .loader(let failure):
      let error = failure.error as NSError
      let text = (failure.error as? any LocalizedError)?.errorDescription
      return (.failedToLoadMediaData, text ?? error.localizedDescription, error)
    case .refused:
      return network(
        .resourceUnavailable, "the resource loader's delegate declined to load the resource")
    }
  }

  private static func parts(status: Int) -> (Code, String, NSError?) {
    let code: URLError.Code =
      switch status {
      case 401, 407: .userAuthenticationRequired
      case 403: .noPermissionsToReadFile
      case 404, 410: .fileDoesNotExist
      default: .badServerResponse
      }
    return network(code, "the server answered with HTTP status \(status)")
  }

  private static func network(
    _ code: URLError.Code, _ reason: String
  ) -> (Code, String, NSError?) {
    let error = NSError(
      domain: NSURLErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: reason])
    return (.failedToLoadMediaData, reason, error)
  }
}
