public import CCoreMedia
public import CoreFoundation
public import CoreAudioTypes

/// The description of time codes.
public typealias CMTimeCodeFormatDescription = CMFormatDescription
/// The layout of time codes in samples.
public typealias CMTimeCodeFormatType = FourCharCode
/// The description of a stream with several media.
public typealias CMMuxedFormatDescription = CMFormatDescription
/// The container of a stream with several media.
public typealias CMMuxedStreamType = FourCharCode
/// The description of closed captions.
public typealias CMClosedCaptionFormatDescription = CMFormatDescription
/// The layout of closed captions in samples.
public typealias CMClosedCaptionFormatType = FourCharCode
/// The layout of subtitles in samples.
public typealias CMSubtitleFormatType = FourCharCode
/// Subtitles of 3GPP timed text.
public var kCMSubtitleFormatType_3GText: CMSubtitleFormatType { 0x7478_3367 }
/// Subtitles of WebVTT.
public var kCMSubtitleFormatType_WebVTT: CMSubtitleFormatType { 0x7776_7474 }
/// Options for the display of texts.
public typealias CMTextDisplayFlags = UInt32
/// The alignment of texts: 0, 1, or -1 for the start, the middle, or the end.
public typealias CMTextJustificationValue = Int8

/// Frames in 32 bits.
public var kCMTimeCodeFormatType_TimeCode32: CMTimeCodeFormatType { 0x746D_6364 }
/// Frames in 64 bits.
public var kCMTimeCodeFormatType_TimeCode64: CMTimeCodeFormatType { 0x7463_3634 }
/// Counters in 32 bits.
public var kCMTimeCodeFormatType_Counter32: CMTimeCodeFormatType { 0x636E_3332 }
/// Counters in 64 bits.
public var kCMTimeCodeFormatType_Counter64: CMTimeCodeFormatType { 0x636E_3634 }
/// Numbers are dropped to stay in time.
public var kCMTimeCodeFlag_DropFrame: UInt32 { 1 }
/// Times begin anew after 24 hours.
public var kCMTimeCodeFlag_24HourMax: UInt32 { 2 }
/// Times may be negative.
public var kCMTimeCodeFlag_NegTimesOK: UInt32 { 4 }

/// The parts of a description of time codes.
struct TimeCodeDescription: Equatable, Sendable {
  var frameDuration: CMTime
  /// Frames per second, or frames of a counter.
  var frameQuanta: UInt32
  var flags: UInt32
}

extension CMFormatDescription {
  /// The time codes.
  public enum TimeCode {
    /// Options of time codes.
    public struct Flag: OptionSet, Sendable {
      /// The bits, such as `kCMTimeCodeFlag_DropFrame`.
      public let rawValue: UInt32

      /// Creates a set from its bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }

      /// Numbers are dropped to stay in time.
      public static let dropFrame = Flag(rawValue: kCMTimeCodeFlag_DropFrame)
      /// Times begin anew after 24 hours.
      public static let twentyFourHourMax = Flag(rawValue: kCMTimeCodeFlag_24HourMax)
      /// Times may be negative.
      public static let negTimesOK = Flag(rawValue: kCMTimeCodeFlag_NegTimesOK)
    }
  }

  /// The duration of a frame; invalid for other media than time codes.
  public var frameDuration: CMTime { timeCode?.frameDuration ?? .invalid }

  /// Frames per second, or frames of a counter; 0 for other media than time codes.
  public var frameQuanta: UInt32 { timeCode?.frameQuanta ?? 0 }

  /// The options of time codes; empty for other media.
  public var timeCodeFlags: TimeCode.Flag { TimeCode.Flag(rawValue: timeCode?.flags ?? 0) }
}

/// Creates a description of time codes.
///
/// - Parameters:
///   - allocator: Not used.
///   - timeCodeFormatType: The layout of time codes in samples.
///   - frameDuration: The duration of a frame.
///   - frameQuanta: Frames per second, or frames of a counter.
///   - flags: Options, such as `kCMTimeCodeFlag_DropFrame`.
///   - extensions: Any other properties, which are copied.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0.
@discardableResult
public func CMTimeCodeFormatDescriptionCreate(
  allocator: CFAllocator?, timeCodeFormatType: CMTimeCodeFormatType, frameDuration: CMTime,
  frameQuanta: UInt32, flags: UInt32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMTimeCodeFormatDescription?>
) -> OSStatus {
  let timeCode = TimeCodeDescription(
    frameDuration: frameDuration, frameQuanta: frameQuanta, flags: flags)
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = CMFormatDescription(
    type: kCMMediaType_TimeCode, subType: timeCodeFormatType, extensions: extensions,
    timeCode: timeCode)
  return noErr
}

/// Returns the duration of a frame; invalid for other media than time codes.
public func CMTimeCodeFormatDescriptionGetFrameDuration(
  _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> CMTime { timeCodeFormatDescription.frameDuration }

/// Returns frames per second, or frames of a counter; 0 for other media than time codes.
public func CMTimeCodeFormatDescriptionGetFrameQuanta(
  _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> UInt32 { timeCodeFormatDescription.frameQuanta }

/// Returns the options of time codes; 0 for other media.
public func CMTimeCodeFormatDescriptionGetTimeCodeFlags(
  _ desc: CMTimeCodeFormatDescription
) -> UInt32 { desc.timeCodeFlags.rawValue }

/// Creates a description of a stream with several media.
///
/// - Parameters:
///   - allocator: Not used.
///   - muxType: The container of the stream.
///   - extensions: Any other properties, which are copied.
///   - formatDescriptionOut: Receives the description.
/// - Returns: 0.
@discardableResult
public func CMMuxedFormatDescriptionCreate(
  allocator: CFAllocator?, muxType: CMMuxedStreamType, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMMuxedFormatDescription?>
) -> OSStatus {
  // Safe: the caller guarantees that the pointer is valid.
  unsafe formatDescriptionOut.pointee = CMFormatDescription(
    type: kCMMediaType_Muxed, subType: muxType, extensions: extensions)
  return noErr
}
