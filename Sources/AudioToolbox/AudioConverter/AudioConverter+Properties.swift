public import CoreAudioTypes

/// Gets the size of a property value in bytes, and whether the property is writable.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inPropertyID: The property.
///   - outSize: On return, the size in bytes. May be nil.
///   - outWritable: On return, whether the property is writable. May be nil.
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

/// Gets the value of a property.
///
/// `PrimeInfo` returns the value set with ``AudioConverterSetProperty(_:_:_:_:)``. The buffer sizes
/// assume the largest packets that the format allows. `CalculateOutputBufferSize` assumes them,
/// too, so smaller packets produce more output than it states. `FormatList` returns as many formats
/// as fit, starting with the best.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inPropertyID: The property.
///   - ioPropertyDataSize: The capacity of `outPropertyData` in bytes. On return, the number of
///     bytes written.
///   - outPropertyData: On return, the value. For a buffer size calculation, the caller first
///     stores the number of bytes to calculate from, as a UInt32.
/// - Returns: 0; `kAudioConverterErr_PropertyNotSupported`;
///   `kAudioConverterErr_BadPropertySizeError` if the capacity is too small.
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
      // The best formats come first.
      let room = unsafe Int(ioPropertyDataSize.pointee)
      value = value.prefix(room, itemSize: MemoryLayout<AudioFormatListItem>.stride)
    }
    guard unsafe value.write(to: outPropertyData, size: ioPropertyDataSize) else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
  }
}

/// Sets the value of a property.
///
/// A magic cookie starts a new stream. `PrimeInfo` contains the numbers of decoded frames to drop
/// at the start and the end: the priming and remainder of the file. Both properties require
/// compressed input.
///
/// `EncodeAdjustableSampleRate` is the sample rate of the encoder. It is settable until the first
/// packet is requested, and again after a reset. 0 selects the lowest encoder rate that is not
/// below the input rate, or otherwise the highest. The sample rate of a converter that belongs to a
/// file is fixed. `SampleRateConverterAlgorithm` is an older name of
/// `SampleRateConverterComplexity`.
///
/// - Parameters:
///   - inAudioConverter: The converter.
///   - inPropertyID: The property.
///   - inPropertyDataSize: The size of the value in bytes.
///   - inPropertyData: The value.
/// - Returns: 0; `kAudioConverterErr_PropertyNotSupported`;
///   `kAudioConverterErr_OperationNotSupported` if the property is read-only or no longer settable;
///   `kAudioConverterErr_BadPropertySizeError` if the value has the wrong size; `kAudio_ParamError`
///   if the channel map names a missing channel, or a layout names speakers that the encoder does
///   not support; `kAudioConverterErr_UnspecifiedError` if the decoder rejects the magic cookie.
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
      try object.set(settings: value)
      return object.configureRealtime()
    }
    // Safe: the client provides as many bytes as it states.
    let bytes = unsafe Array(
      UnsafeRawBufferPointer(start: inPropertyData, count: Int(inPropertyDataSize)))
    try object.set(inPropertyID, to: bytes)
    object.configureRealtime()
  }
}
