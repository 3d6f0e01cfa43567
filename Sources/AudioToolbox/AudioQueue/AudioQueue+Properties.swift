internal import AudioPlayback
internal import AudioProcessing
public import CoreAudioTypes
internal import Synchronization

/// The value of a parameter.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inParamID: The parameter.
///   - outValue: Takes the value.
/// - Returns: 0; `kAudioQueueErr_InvalidParameter`; `kAudioQueueErr_InvalidQueueType` for a queue that records;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
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

/// Sets a parameter.
///
/// A volume is heard within a tenth of a second, although devices hold seconds of sound: they are
/// given that sound again. `PlayRate` and `Pitch` have an effect where time-pitch is enabled, within a third of a
/// second; `Pan` has one on one channel and on two.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inParamID: The parameter.
///   - inValue: Its value.
/// - Returns: 0; `kAudioQueueErr_InvalidParameter`; `kAudio_ParamError` where it cannot have the value;
///   `kAudioQueueErr_InvalidQueueType` for a queue that records; `kAudioQueueErr_DisposalPending`.
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

/// The value of a property.
///
/// A queue that records also answers what its converter would be asked: `kAudioConverterCurrentOutputStreamDescription`,
/// `kAudioConverterPropertyMaximumOutputPacketSize` and `kAudioConverterCompressionMagicCookie`.
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

/// Sets a property.
///
/// These can be set: `MagicCookie`; `EnableLevelMetering`; `ChannelLayout`, by which the channels of linear PCM
/// go to their speakers from the next start on, while those of a codec are brought there by its decoder; `CurrentDevice`, by the names
/// that the environment variable takes, while the queue is stopped; `DecodeBufferSizeFrames`, which takes
/// effect with the next start; `HardwareCodecPolicy`, as long as it lets software decode; `ChannelAssignments`, while the queue is
/// stopped, one for each channel, all of one device: a sink or source of PulseAudio, by the `uid` of its port in `AVAudioSession`. Where
/// the server has no such device or channel, the queue does not start.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inID: The property.
///   - inData: The value.
///   - inDataSize: Its size in bytes.
/// - Returns: 0; `kAudioQueueErr_InvalidProperty` for all others; `kAudioQueueErr_InvalidPropertySize`;
///   `kAudioQueueErr_InvalidPropertyValue`; `kAudioQueueErr_InvalidDevice`; `kAudioQueueErr_InvalidRunState`
///   for a device or channels while the queue runs; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
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
    try unsafe object.set(inID, bytes)
    guard inID == kAudioQueueProperty_CurrentDevice else { return object.notify(inID) }
    object.noteDevice()
  }
}

/// Calls a function when a property changes, at the place of the queue's callback.
///
/// These tell a change: `IsRunning`; `ConverterError`; `CurrentDevice`, the device's `SampleRate` and `NumberChannels`, when the queue starts on
/// another device than it was on, goes to another one, or is moved to other hardware by its server; and every property that is set.
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
    let device = AudioQueueDevice.properties.contains(inID) ? object.device : nil
    object.state.withLock { state in
      state.listeners.append(listener)
      state.toldDevice = state.toldDevice ?? device
    }
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
