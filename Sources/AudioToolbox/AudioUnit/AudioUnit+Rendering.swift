public import CoreAudioTypes

/// Renders frames of an output.
///
/// The unit pulls its inputs. One thread at a time renders a unit.
///
/// - Parameters:
///   - inUnit: The unit.
///   - ioActionFlags: Details of the call. May be nil.
///   - inTimeStamp: The time of the first frame. A unit with several outputs renders all of them in
///     the first call for a time.
///   - inOutputBusNumber: The output.
///   - inNumberFrames: The number of frames.
///   - ioData: The buffers to fill, in the format of the output. A buffer without memory gets
///     memory of the unit, which is valid until the next call. On return, each buffer states its
///     number of bytes.
/// - Returns: 0; the error of an input; `kAudioUnitErr_Uninitialized`;
///   `kAudioUnitErr_InvalidElement`; `kAudioUnitErr_TooManyFramesToProcess`;
///   `kAudioUnitErr_NoConnection` if an effect has no source;
///   `kAudioUnitErr_CannotDoInCurrentContext` if the unit is rendering already;
///   `kAudio_ParamError` if the buffers are too small or do not match the format.
@c @implementation
public func AudioUnitRender(
  _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
  _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inOutputBusNumber: UInt32,
  _ inNumberFrames: UInt32, _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard UInt(bitPattern: inTimeStamp) != 0, unsafe !isNull(ioData) else {
    return kAudio_ParamError
  }
  guard let unit = try? unsafe UnitInstance.find(inUnit) else { return kAudio_ParamError }
  var flags = unsafe ioActionFlags?.pointee ?? []
  // Safe: all memory lives until the call returns.
  return unsafe withUnsafeMutablePointer(to: &flags) { own in
    unsafe unit.render(
      UnitCall(
        ioActionFlags ?? own, inTimeStamp, bus: Int(inOutputBusNumber),
        count: Int(inNumberFrames)),
      into: ioData)
  }
}

/// Adds a function that is called before and after each call that renders.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inProc: The function, which runs on the render thread.
///   - inProcUserData: A pointer for the function.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the unit does not exist.
@c @implementation
public func AudioUnitAddRenderNotify(
  _ inUnit: AudioUnit, _ inProc: AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the function pointer is only compared with null, which a C client may pass.
  guard unsafe unsafeBitCast(inProc, to: UInt.self) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit).addNotification(RenderNotification(inProc, inProcUserData))
  }
}

/// Removes a function that is called before and after each call that renders.
///
/// A call in progress may still use the function.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inProc: The function.
///   - inProcUserData: The pointer with which it was added.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the unit does not exist.
@c @implementation
public func AudioUnitRemoveRenderNotify(
  _ inUnit: AudioUnit, _ inProc: AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  // Safe: the function pointer is only compared with null, which a C client may pass.
  guard unsafe unsafeBitCast(inProc, to: UInt.self) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit)
      .removeNotification(RenderNotification(inProc, inProcUserData))
  }
}
