internal import AudioPlayback
internal import AudioProcessing
public import CoreAudioTypes
internal import Synchronization

/// Gets the value of a parameter.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inParamID: The parameter.
///   - outValue: On return, the value.
/// - Returns: 0; `kAudioQueueErr_InvalidParameter`; `kAudioQueueErr_InvalidQueueType` if the queue
///   records; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueGetParameter(
  _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID,
  _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>
) -> OSStatus {
  guard unsafe !isNull(outValue) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    let player = try object.player()
    unsafe outValue.pointee = player.value(of: try AudioQueueParameters.parameter(inParamID))
  }
}

/// Sets the value of a parameter.
///
/// A volume change is audible within a tenth of a second, although devices buffer seconds of audio.
/// The queue sends the buffered audio again with the new volume. `PlayRate` and `Pitch` take effect
/// within a third of a second, if time-pitch is enabled. `Pan` applies to one or two channels.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inParamID: The parameter.
///   - inValue: The new value.
/// - Returns: 0; `kAudioQueueErr_InvalidParameter`; `kAudio_ParamError` if the value is out of
///   range; `kAudioQueueErr_InvalidQueueType` if the queue records;
///   `kAudioQueueErr_DisposalPending`.
@c @implementation
public func AudioQueueSetParameter(
  _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ inValue: AudioQueueParameterValue
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    let player = try object.player()
    player.set(try AudioQueueParameters.change(inParamID, inValue))
  }
}

/// Gets the value of a property.
///
/// A recording queue also answers some properties of its converter:
/// `kAudioConverterCurrentOutputStreamDescription`,
/// `kAudioConverterPropertyMaximumOutputPacketSize`, and `kAudioConverterCompressionMagicCookie`.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - outData: On return, the value.
///   - ioDataSize: The capacity of `outData` in bytes. On return, the number of bytes written.
/// - Returns: 0; `kAudioQueueErr_InvalidProperty`; `kAudioQueueErr_InvalidPropertySize` if the
///   capacity is too small; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
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

/// Gets the size of a property value in bytes.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - outDataSize: On return, the size in bytes.
/// - Returns: 0; `kAudioQueueErr_InvalidProperty`; `kAudioQueueErr_DisposalPending`;
///   `kAudio_ParamError`.
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

/// Sets the value of a property.
///
/// The following properties are settable:
///
/// - `MagicCookie`
/// - `EnableLevelMetering`
/// - `ChannelLayout`, which maps linear PCM channels to speakers from the next start. For a codec,
///   the decoder does the mapping.
/// - `CurrentDevice`, while the queue is stopped, with the device names of the environment
///   variable.
/// - `DecodeBufferSizeFrames`, which takes effect at the next start.
/// - `HardwareCodecPolicy`, if the policy allows software decoding.
/// - `ChannelAssignments`, while the queue is stopped, with one entry per channel and the same
///   device in each. The device is a PulseAudio sink or source, named by the `uid` of its port in
///   `AVAudioSession`. If the server does not have the device or channel, the queue does not start.
///
/// The time-pitch properties are settable, too: `EnableTimePitch` while the queue is stopped,
/// `TimePitchBypass`, and `TimePitchAlgorithm`.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - inData: The value.
///   - inDataSize: The size of the value in bytes.
/// - Returns: 0; `kAudioQueueErr_InvalidProperty` for other properties;
///   `kAudioQueueErr_InvalidPropertySize`; `kAudioQueueErr_InvalidPropertyValue`;
///   `kAudioQueueErr_InvalidDevice`; `kAudioQueueErr_InvalidRunState` if the queue is running and
///   the property requires a stopped queue; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueSetProperty(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer,
  _ inDataSize: UInt32
) -> OSStatus {
  guard UInt(bitPattern: inData) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    // Safe: the client provides as many bytes as it states.
    try unsafe object.set(inID, SettingValue(memory: inData, byteCount: Int(inDataSize)))
    guard inID == kAudioQueueProperty_CurrentDevice else { return object.notify(inID) }
    object.noteDevice()
  }
}

/// Adds a function to call when a property changes, on the run loop or queue of the callbacks.
///
/// Listeners are notified of `IsRunning`, `ConverterError`, and every property that is set. They
/// are also notified of `CurrentDevice` and of the device's `SampleRate` and `NumberChannels`.
/// These change when the queue starts on or moves to another device, or the server moves it to
/// other hardware.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - inProc: The function.
///   - inUserData: A pointer passed to the function.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueAddPropertyListener(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
  _ inProc: AudioQueuePropertyListenerProc, _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    // Safe: the function pointer is only compared with null.
    guard unsafe unsafeBitCast(inProc, to: UInt.self) != 0 else {
      throw StatusError(kAudio_ParamError)
    }
    let listener = unsafe AudioQueueObject.Listener(
      property: inID, function: inProc, userData: inUserData)
    let device = AudioQueueDevice.properties.contains(inID) ? object.device : nil
    object.state.withLock { state in
      state.listeners.append(listener)
      state.reportedDevice = state.reportedDevice ?? device
    }
  }
}

/// Removes a listener that was added with the same user data.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - inProc: The function.
///   - inUserData: The pointer passed to `AudioQueueAddPropertyListener`.
/// - Returns: 0, even if the listener does not exist; `kAudioQueueErr_DisposalPending`;
///   `kAudio_ParamError`.
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
