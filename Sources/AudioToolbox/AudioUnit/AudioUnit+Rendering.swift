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
  guard unsafe !isNull(ioData) else { return kAudio_ParamError }
  return unsafe withCall(
    inUnit, ioActionFlags, inTimeStamp, bus: inOutputBusNumber, count: inNumberFrames
  ) { unit, call in unsafe unit.render(call, into: ioData) }
}

/// Changes frames in place, with a unit that has one input and one output.
///
/// The frames take the place of the source of the input. The first call takes more time than later
/// ones.
///
/// - Parameters:
///   - inUnit: The unit, whose input and output have the same format.
///   - ioActionFlags: Details of the call. May be nil.
///   - inTimeStamp: The time of the first frame.
///   - inNumberFrames: The number of frames.
///   - ioData: The frames, in the format of the unit.
/// - Returns: 0; `kAudioUnitErr_Uninitialized`; `kAudioUnitErr_TooManyFramesToProcess`;
///   `kAudioUnitErr_CannotDoInCurrentContext` if the unit is rendering already;
///   `kAudio_UnimplementedError` if the unit has no input, or needs another number of input frames;
///   `kAudio_ParamError` if the buffers do not match the format.
@c @implementation
public func AudioUnitProcess(
  _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
  _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32,
  _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard unsafe !isNull(ioData) else { return kAudio_ParamError }
  return unsafe withCall(inUnit, ioActionFlags, inTimeStamp, bus: 0, count: inNumberFrames) {
    unit, call in unsafe unit.process(call, ioData)
  }
}

/// Renders all outputs from the frames of all inputs.
///
/// The frames take the place of the sources of the inputs. The first call takes more time than
/// later ones.
///
/// - Parameters:
///   - inUnit: The unit.
///   - ioActionFlags: Details of the call. May be nil.
///   - inTimeStamp: The time of the first frame.
///   - inNumberFrames: The number of frames.
///   - inNumberInputBufferLists: The number of inputs.
///   - inInputBufferLists: The frames of each input, in its format.
///   - inNumberOutputBufferLists: The number of outputs.
///   - ioOutputBufferLists: The buffers to fill for each output. A buffer without memory gets that
///     of the unit, which is valid until the next call.
/// - Returns: The same as ``AudioUnitProcess(_:_:_:_:_:)``.
@c @implementation
public func AudioUnitProcessMultiple(
  _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
  _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inNumberFrames: UInt32,
  _ inNumberInputBufferLists: UInt32,
  _ inInputBufferLists: UnsafeMutablePointer<UnsafePointer<AudioBufferList>>,
  _ inNumberOutputBufferLists: UInt32,
  _ ioOutputBufferLists: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>
) -> OSStatus {
  guard unsafe !isNull(inInputBufferLists), unsafe !isNull(ioOutputBufferLists) else {
    return kAudio_ParamError
  }
  // Safe: the client provides as many lists as it states.
  let lists = unsafe UnitLists(
    inputs: UnsafeMutableBufferPointer(
      start: inInputBufferLists, count: Int(inNumberInputBufferLists)),
    outputs: UnsafeMutableBufferPointer(
      start: ioOutputBufferLists, count: Int(inNumberOutputBufferLists)))
  return unsafe withCall(inUnit, ioActionFlags, inTimeStamp, bus: 0, count: inNumberFrames) {
    unit, call in unit.process(call, lists)
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

/// Calls a function with a unit and the arguments of a call that renders.
private func withCall(
  _ unit: AudioUnit, _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
  _ time: UnsafePointer<AudioTimeStamp>, bus: UInt32, count: UInt32,
  _ body: (UnitInstance, UnitCall) -> OSStatus
) -> OSStatus {
  guard UInt(bitPattern: time) != 0, let found = try? unsafe UnitInstance.find(unit) else {
    return kAudio_ParamError
  }
  var own = unsafe flags?.pointee ?? []
  // Safe: all memory lives until the call returns.
  return unsafe withUnsafeMutablePointer(to: &own) { own in
    body(found, unsafe UnitCall(flags ?? own, time, bus: Int(bus), count: Int(count)))
  }
}
