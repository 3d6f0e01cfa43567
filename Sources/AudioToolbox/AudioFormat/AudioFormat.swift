public import CoreAudioTypes

/// The size of an answer in bytes.
///
/// - Parameters:
///   - inPropertyID: The question.
///   - inSpecifierSize: Bytes at `inSpecifier`.
///   - inSpecifier: What the question is about. May be nil where it is about nothing.
///   - outPropertyDataSize: Takes the size.
/// - Returns: 0, or what ``AudioFormatGetProperty(_:_:_:_:_:)`` would return.
@c @implementation
public func AudioFormatGetPropertyInfo(
  _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32,
  _ inSpecifier: UnsafeRawPointer?, _ outPropertyDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(outPropertyDataSize) else { throw StatusError(kAudio_ParamError) }
    let specifier = unsafe AudioFormatSpecifier(inSpecifier, size: inSpecifierSize)
    let value = try unsafe AudioFormatAnswers.value(of: inPropertyID, specifier, nil)
    unsafe outPropertyDataSize.pointee = UInt32(clamping: value.byteCount)
  }
}

/// The answer to a question about formats, codecs or channel layouts.
///
/// Codecs are those that this machine has: asking which formats can be encoded opens the libraries behind the encoders. All are listed
/// with the manufacturer `kAppleSoftwareAudioCodecManufacturer`, which means a codec in software: programs look for that one.
/// `HardwareCodecCapabilities` tells how many of the codecs listed, from the first on, can be used together: those in software up to the
/// first in hardware, of which there is none. `PanningMatrix` goes by the direction of a sound alone, not by its height or distance.
///
/// - Parameters:
///   - inPropertyID: The question.
///   - inSpecifierSize: Bytes at `inSpecifier`.
///   - inSpecifier: What the question is about. May be nil where it is about nothing.
///   - ioPropertyDataSize: The room at `outPropertyData` in bytes, then what was written. Of a list as much is
///     written as fits.
///   - outPropertyData: Takes the answer.
/// - Returns: 0; `kAudioFormatUnsupportedPropertyError`; `kAudioFormatBadSpecifierSizeError`;
///   `kAudioFormatBadPropertySizeError` where there is too little room; `kAudioFormatUnsupportedDataFormatError` and
///   `kAudioFormatUnknownFormatError` where nothing is known of the format or the layout; `kAudio_ParamError` where an
///   argument is null or a layout is no layout.
@c @implementation
public func AudioFormatGetProperty(
  _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32,
  _ inSpecifier: UnsafeRawPointer?, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?,
  _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
  status { () throws(StatusError) in
    let specifier = unsafe AudioFormatSpecifier(inSpecifier, size: inSpecifierSize)
    if inPropertyID == kAudioFormatProperty_ValidateChannelLayout {
      _ = try unsafe AudioFormatAnswers.value(of: inPropertyID, specifier, nil)
      return
    }
    guard let size = unsafe ioPropertyDataSize, let room = unsafe outPropertyData else {
      throw StatusError(kAudio_ParamError)
    }
    let question = unsafe PropertyArgument(room, size: size)
    let value = try unsafe AudioFormatAnswers.value(of: inPropertyID, specifier, question)
    let whole = unsafe value.prefix(Int(size.pointee), of: inPropertyID)
    guard unsafe whole.write(to: room, size: size) else {
      throw StatusError(kAudioFormatBadPropertySizeError)
    }
  }
}

extension PropertyValue {
  /// As many items of a list as there is room for, and at least one; anything else as it is.
  fileprivate func prefix(_ capacity: Int, of property: AudioFormatPropertyID) -> PropertyValue {
    let itemSize =
      switch property {
      case kAudioFormatProperty_EncodeFormatIDs, kAudioFormatProperty_DecodeFormatIDs,
        kAudioFormatProperty_AvailableEncodeChannelLayoutTags,
        kAudioFormatProperty_AvailableEncodeNumberChannels,
        kAudioFormatProperty_AvailableDecodeNumberChannels,
        kAudioFormatProperty_TagsForNumberOfChannels:
        MemoryLayout<UInt32>.size
      case kAudioFormatProperty_FormatList, kAudioFormatProperty_OutputFormatList:
        MemoryLayout<AudioFormatListItem>.stride
      case kAudioFormatProperty_Encoders, kAudioFormatProperty_Decoders:
        MemoryLayout<AudioClassDescription>.stride
      case kAudioFormatProperty_AvailableEncodeBitRates,
        kAudioFormatProperty_AvailableEncodeSampleRates:
        MemoryLayout<AudioValueRange>.stride
      default: byteCount
      }
    return prefix(capacity, itemSize: itemSize)
  }
}
