public import CoreAudioTypes

/// The size of a property's value in bytes, and whether it can be set.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inPropertyID: The property.
///   - outSize: Takes the size. May be nil.
///   - outWritable: Takes whether it can be set. May be nil.
/// - Returns: 0, or `kAudioConverterErr_PropertyNotSupported`.
@c @implementation
public func AudioConverterGetPropertyInfo(
  _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
  _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioConverterObject.find(inAudioConverter)
    let info = try object.propertyInfo(inPropertyID)
    unsafe outSize?.pointee = UInt32(clamping: info.size)
    unsafe outWritable?.pointee = DarwinBoolean(info.isWritable)
  }
}

/// The value of a property.
///
/// `PrimeInfo` is what ``AudioConverterSetProperty(_:_:_:_:)`` has set. The buffer sizes are calculated for the largest
/// packets that the format allows; `CalculateOutputBufferSize` is for packets of that size, too, so
/// smaller packets give more than it says. Of `FormatList` as many formats are written as there is room for, the best first.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inPropertyID: The property.
///   - ioPropertyDataSize: The room at `outPropertyData` in bytes, then what was written.
///   - outPropertyData: Takes the value; holds the size to calculate from.
/// - Returns: 0; `kAudioConverterErr_PropertyNotSupported`;
///   `kAudioConverterErr_BadPropertySizeError` where there is too little room.
@c @implementation
public func AudioConverterGetProperty(
  _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioConverterObject.find(inAudioConverter)
    guard unsafe !isNull(ioPropertyDataSize), unsafe !isNull(outPropertyData) else {
      throw StatusError(kAudio_ParamError)
    }
    let question = unsafe PropertyArgument(outPropertyData, size: ioPropertyDataSize)
    var value = try object.value(of: inPropertyID, question)
    if inPropertyID == kAudioConverterPropertyFormatList {
      // The best comes first.
      let room = unsafe Int(ioPropertyDataSize.pointee)
      value = value.prefix(room, itemSize: MemoryLayout<AudioFormatListItem>.stride)
    }
    guard unsafe value.write(to: outPropertyData, size: ioPropertyDataSize) else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
  }
}

/// Sets a property: the channel map, and where the input is compressed the magic cookie and `PrimeInfo`.
///
/// A magic cookie starts a new stream. `PrimeInfo` tells the frames to drop at the start and at the end of what is
/// decoded: the priming and remainder of the file.
///
/// `EncodeAdjustableSampleRate` is the rate at which an encoder works, and can be set until the first packet is asked for, and again
/// after a reset; 0 is the encoder's rate next to that of the input. The sample rate of a file's converter stays as it is.
/// `SampleRateConverterAlgorithm` is an older name of `SampleRateConverterComplexity`.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inPropertyID: The property.
///   - inPropertyDataSize: Bytes at `inPropertyData`.
///   - inPropertyData: The value.
/// - Returns: 0; `kAudioConverterErr_PropertyNotSupported`;
///   `kAudioConverterErr_OperationNotSupported` where it can only be read, or no longer be set;
///   `kAudioConverterErr_BadPropertySizeError` where the value has the wrong size; `kAudio_ParamError` where
///   the channel map names a channel that is not there, or a layout loudspeakers that the encoder has not; `kAudioConverterErr_UnspecifiedError` where the
///   decoder refuses the magic cookie.
@c @implementation
public func AudioConverterSetProperty(
  _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
  _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioConverterObject.find(inAudioConverter)
    guard UInt(bitPattern: inPropertyData) != 0 else {
      throw StatusError(kAudio_ParamError)
    }
    if inPropertyID == kAudioConverterPropertySettings {
      let value = unsafe SettingValue(
        memory: inPropertyData, byteCount: Int(inPropertyDataSize))
      try unsafe object.set(settings: value)
      return object.configureRealtime()
    }
    // Safe: the client lends as much memory as it says.
    let bytes = unsafe Array(
      UnsafeRawBufferPointer(start: inPropertyData, count: Int(inPropertyDataSize)))
    try object.set(inPropertyID, to: bytes)
    object.configureRealtime()
  }
}
