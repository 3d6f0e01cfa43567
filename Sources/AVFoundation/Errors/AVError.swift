public import Foundation

/// The domain of errors of assets, players and export sessions.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The key of an error's time, an `NSValue` with a `CMTime`.
public let AVErrorTimeKey = "AVErrorTimeKey"
/// The key of an error's media type.
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// The key of an error's media subtypes.
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"
/// The key of an error's track ID.
public let AVErrorPersistentTrackIDKey = "AVErrorPersistentTrackIDKey"
/// The key of an error's file type.
public let AVErrorFileTypeKey = "AVErrorFileTypeKey"
/// The key of an error's file size, in bytes.
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"

// Unchecked: the values of the dictionary do not change any more.
/// An error of the domain ``AVFoundationErrorDomain``.
public struct AVError: CustomNSError, Hashable, LocalizedError, @unchecked Sendable {
  /// The code.
  public let code: Code
  /// Details: the description, the underlying error, and the values of the keys above.
  public let userInfo: [String: Any]

  /// Makes an error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// ``AVFoundationErrorDomain``.
  public static var errorDomain: String { AVFoundationErrorDomain }

  /// The code's number.
  public var errorCode: Int { code.rawValue }

  /// The details.
  public var errorUserInfo: [String: Any] { userInfo }

  /// A description of the error for the user.
  public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String }

  /// Whether two errors have the same code.
  public static func == (first: AVError, second: AVError) -> Bool { first.code == second.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension AVError.Code {
  /// Matches an error with this code: `catch AVError.decodeFailed`.
  public static func ~= (code: Self, error: any Error) -> Bool {
    if let error = error as? AVError { return error.code == code }
    let error = error as NSError
    return error.domain == AVFoundationErrorDomain && error.code == code.rawValue
  }
}
