public import CoreAudioTypes

/// Gets the size of a property value in bytes.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: The size of the specifier in bytes.
///   - inSpecifier: The subject of the property. May be nil if the property has no subject.
///   - outPropertyDataSize: On return, the size in bytes.
/// - Returns: The status that ``AudioFormatGetProperty(_:_:_:_:_:)`` would return.
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

/// Gets a property of audio formats, codecs, or channel layouts.
///
/// The codecs are those installed on this machine. Listing the encodable formats loads the encoder
/// libraries. The manufacturer of all codecs is `kAppleSoftwareAudioCodecManufacturer`, which
/// programs use to find software codecs. `HardwareCodecCapabilities` returns how many of the given
/// codecs, from the first, are usable together. Hardware codecs are unavailable, so it counts the
/// software codecs before the first hardware codec. `PanningMatrix` considers only the direction of
/// a sound, not its elevation or distance.
///
/// - Parameters:
///   - inPropertyID: The property.
///   - inSpecifierSize: The size of the specifier in bytes.
///   - inSpecifier: The subject of the property. May be nil if the property has no subject.
///   - ioPropertyDataSize: The capacity of `outPropertyData` in bytes. On return, the number of
///     bytes written. Lists are truncated to the items that fit.
///   - outPropertyData: On return, the value.
/// - Returns: 0; `kAudioFormatUnsupportedPropertyError`; `kAudioFormatBadSpecifierSizeError`;
///   `kAudioFormatBadPropertySizeError` if the capacity is too small;
///   `kAudioFormatUnsupportedDataFormatError` or `kAudioFormatUnknownFormatError` if the format or
///   layout is unknown; `kAudio_ParamError` if an argument is null or a layout is invalid.
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
  /// The items of a list that fit, at least one; other values unchanged.
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
