public import CCoreMedia
public import CoreAudioTypes
public import Foundation

extension CMFormatDescription {
  /// A type of media.
  public struct MediaType: RawRepresentable, Hashable, Sendable {
    /// The four-character code.
    public var rawValue: FourCharCode

    /// Creates a type from a four-character code.
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }

    /// Moving pictures.
    public static let video = MediaType(rawValue: kCMMediaType_Video)
    /// Sound.
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)
    /// Several media in one stream.
    public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
    /// Text.
    public static let text = MediaType(rawValue: kCMMediaType_Text)
    /// Closed captions.
    public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
    /// Subtitles.
    public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
    /// Time codes.
    public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
    /// Timed metadata.
    public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
  }

  /// The errors of format descriptions.
  public struct Error {
    /// A parameter is invalid.
    public static let invalidParameter = error(kCMFormatDescriptionError_InvalidParameter)
    /// Memory is not available.
    public static let allocationFailed = error(kCMFormatDescriptionError_AllocationFailed)
    /// The description has no such value.
    public static let valueNotAvailable = error(kCMFormatDescriptionError_ValueNotAvailable)

    private static func error(_ status: OSStatus) -> NSError {
      NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }
  }

  /// The type of the media.
  public var mediaType: MediaType { MediaType(rawValue: type) }

  /// The subtype of the media: the format ID for audio.
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: subType) }

  /// The stream description; nil if the media is not audio.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? { audio?.format }

  /// The codec's configuration; nil if the description has no configuration.
  public var magicCookie: Data? {
    guard let cookie = audio?.cookie, !cookie.isEmpty else { return nil }
    return Data(cookie)
  }

  /// Calls a closure with the codec's configuration, valid during the call.
  ///
  /// - Parameter body: The closure. Its argument is nil if the description has no configuration.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public func withMagicCookie<R>(_ body: (UnsafeRawBufferPointer?) throws -> R) rethrows -> R {
    guard let cookie = audio?.cookie, !cookie.isEmpty else { return try body(nil) }
    return unsafe try cookie.withUnsafeBytes { unsafe try body($0) }
  }

  /// The channel layout; nil if it is unknown.
  public var audioChannelLayout: ManagedAudioChannelLayout? {
    guard let layout = unsafe CMAudioFormatDescriptionGetChannelLayout(self, sizeOut: nil) else {
      return nil
    }
    // Safe: the layout has all its descriptions, and is copied.
    return withExtendedLifetime(self) {
      unsafe ManagedAudioChannelLayout(
        audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer(layout), deallocator: { _ in })
    }
  }
}
