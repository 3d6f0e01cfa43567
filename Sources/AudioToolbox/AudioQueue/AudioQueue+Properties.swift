internal import AudioDevices
internal import AudioModel
internal import AudioPipeline
internal import AudioRealtime
public import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The value of a parameter.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inParamID: The parameter.
///   - outValue: Takes the value.
/// - Returns: 0; `kAudioQueueErr_InvalidParameter`; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueGetParameter(
  _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID,
  _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>
) -> OSStatus {
  guard unsafe !isNull(outValue) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let parameters = try unsafe AudioQueueObject.usable(inAQ).state.withLock { $0.parameters }
    unsafe outValue.pointee = try parameters.value(inParamID)
  }
}

/// Sets a parameter.
///
/// A volume is heard within a tenth of a second, although devices hold seconds of sound: they are
/// given that sound again. `PlayRate` and `Pitch` are kept, but have no effect without time-pitch;
/// `Pan` has one on two channels only.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inParamID: The parameter.
///   - inValue: Its value.
/// - Returns: 0; `kAudioQueueErr_InvalidParameter`; `kAudio_ParamError` where it cannot have the value;
///   `kAudioQueueErr_DisposalPending`.
@c @implementation
public func AudioQueueSetParameter(
  _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ inValue: AudioQueueParameterValue
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    try object.state.withLock { (state) throws(StatusError) in
      try state.parameters.set(inParamID, inValue)
      if inParamID == kAudioQueueParam_Volume || inParamID == kAudioQueueParam_Pan {
        // Under the lock, so that the value that is told is the one that is heard.
        object.engine.set(
          gain: state.parameters.volume, balance: state.parameters.pan,
          rampSeconds: Double(state.parameters.volumeRampTime))
      }
    }
  }
}

/// The value of a property.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - outData: Takes the value.
///   - ioDataSize: The capacity of `outData` in bytes, then what was written.
/// - Returns: 0; `kAudioQueueErr_InvalidProperty`; `kAudioQueueErr_InvalidPropertySize` where there is no
///   room; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueGetProperty(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outData: UnsafeMutableRawPointer,
  _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outData), unsafe !isNull(ioDataSize) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let value = try unsafe AudioQueueObject.usable(inAQ).value(inID)
    guard unsafe value.write(to: outData, size: ioDataSize) else {
      throw StatusError(kAudioQueueErr_InvalidPropertySize)
    }
  }
}

/// The size of a property's value in bytes.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - outDataSize: Takes the size.
/// - Returns: 0; `kAudioQueueErr_InvalidProperty`; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueGetPropertySize(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outDataSize) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let value = try unsafe AudioQueueObject.usable(inAQ).value(inID)
    unsafe outDataSize.pointee = UInt32(clamping: value.byteCount)
  }
}

/// Sets a property: `MagicCookie` or `EnableLevelMetering`.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - inData: The value.
///   - inDataSize: Its size in bytes.
/// - Returns: 0; `kAudioQueueErr_InvalidProperty` for all others; `kAudioQueueErr_InvalidPropertySize`;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueSetProperty(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer,
  _ inDataSize: UInt32
) -> OSStatus {
  guard UInt(bitPattern: inData) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    // Safe: the client lends as many bytes as it says.
    let bytes = unsafe UnsafeRawBufferPointer(start: inData, count: Int(inDataSize))
    switch inID {
    case kAudioQueueProperty_MagicCookie:
      let cookie = unsafe Array(bytes)
      object.state.withLock { state in
        state.magicCookie = cookie
        object.engine.setMagicCookie(cookie)
      }
    case kAudioQueueProperty_EnableLevelMetering:
      guard inDataSize == 4 else { throw StatusError(kAudioQueueErr_InvalidPropertySize) }
      let isOn = unsafe bytes.loadUnaligned(as: UInt32.self) != 0
      object.state.withLock { state in
        state.isMetering = isOn
        object.engine.setMetering(isOn)
      }
    default: throw StatusError(kAudioQueueErr_InvalidProperty)
    }
    object.notify(inID)
  }
}

/// Calls a function when a property changes, at the place of the queue's callback.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - inProc: The function.
///   - inUserData: Passed to it.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueAddPropertyListener(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
  _ inProc: AudioQueuePropertyListenerProc, _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    // Safe: the address of a function is looked at as the number that it is.
    guard unsafe unsafeBitCast(inProc, to: UInt.self) != 0 else {
      throw StatusError(kAudio_ParamError)
    }
    let listener = unsafe AudioQueueObject.Listener(
      property: inID, function: inProc, userData: inUserData)
    object.state.withLock { $0.listeners.append(listener) }
  }
}

/// Stops calling a function that was added with the same user data.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - inProc: The function.
///   - inUserData: What it was added with.
/// - Returns: 0, also where it was not there; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueRemovePropertyListener(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
  _ inProc: AudioQueuePropertyListenerProc, _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    let listener = unsafe AudioQueueObject.Listener(
      property: inID, function: inProc, userData: inUserData)
    object.state.withLock { state in
      if let index = state.listeners.firstIndex(where: { $0.matches(listener) }) {
        state.listeners.remove(at: index)
      }
    }
  }
}

extension AudioQueueObject {
  /// The value of a property now.
  fileprivate func value(
    _ property: AudioQueuePropertyID
  ) throws(StatusError) -> PropertyValue {
    switch property {
    case kAudioQueueProperty_IsRunning:
      return PropertyValue(UInt32(state.withLock { $0.isRunning } ? 1 : 0))
    case kAudioQueueProperty_StreamDescription:
      return PropertyValue(AudioStreamBasicDescription(format))
    case kAudioQueueProperty_MagicCookie:
      let cookie = state.withLock { $0.magicCookie }
      guard !cookie.isEmpty else { break }
      return .bytes(cookie)
    case kAudioQueueProperty_EnableLevelMetering:
      return PropertyValue(UInt32(state.withLock { $0.isMetering } ? 1 : 0))
    case kAudioQueueProperty_CurrentLevelMeter: return try levels { $0 }
    case kAudioQueueProperty_CurrentLevelMeterDB:
      return try levels { $0 > 0 ? max(-120, 20 * log10($0)) : -120 }
    case kAudioQueueProperty_MaximumOutputPacketSize:
      guard format.bytesPerPacket > 0 else { break }
      return PropertyValue(UInt32(clamping: format.bytesPerPacket))
    case kAudioQueueDeviceProperty_SampleRate: return PropertyValue(Float64(deviceSampleRate))
    case kAudioQueueDeviceProperty_NumberChannels:
      let channels = engine.deviceFormat?.channelCount ?? format.channelCount
      return PropertyValue(UInt32(clamping: channels))
    case kAudioQueueProperty_ConverterError:
      return PropertyValue(state.withLock { $0.converterError })
    default: break
    }
    throw StatusError(kAudioQueueErr_InvalidProperty)
  }

  private func levels(_ scale: (Float) -> Float) throws(StatusError) -> PropertyValue {
    guard state.withLock({ $0.isMetering }) else {
      throw StatusError(kAudioQueueErr_InvalidProperty)
    }
    return PropertyValue(
      list: engine.levels.map {
        AudioQueueLevelMeterState(
          mAveragePower: scale($0.average), mPeakPower: scale($0.peak))
      })
  }
}
