public import CoreAudioTypes

/// Prepares a unit for rendering.
///
/// Formats and the largest slice cannot change until ``AudioUnitUninitialize(_:)``.
///
/// - Parameter inUnit: The unit.
/// - Returns: 0, even if the unit is already initialized; `kAudioUnitErr_FormatNotSupported` if the
///   formats are incompatible; `kAudio_ParamError` if the unit does not exist.
@c @implementation
public func AudioUnitInitialize(_ inUnit: AudioUnit) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitInstance.find(inUnit).initialize() }
}

/// Frees the memory for rendering, so that formats can change.
///
/// An output unit stops.
///
/// - Parameter inUnit: The unit.
/// - Returns: 0; `kAudio_ParamError` if the unit does not exist.
@c @implementation
public func AudioUnitUninitialize(_ inUnit: AudioUnit) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitInstance.find(inUnit).uninitialize() }
}

/// Gets the value of a parameter.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inID: The parameter.
///   - inScope: The scope of the parameter.
///   - inElement: The input or output; 0 in the global scope.
///   - outValue: On return, the value.
/// - Returns: 0; `kAudioUnitErr_InvalidParameter`; `kAudioUnitErr_InvalidElement`;
///   `kAudio_ParamError`.
@c @implementation
public func AudioUnitGetParameter(
  _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope,
  _ inElement: AudioUnitElement, _ outValue: UnsafeMutablePointer<AudioUnitParameterValue>
) -> OSStatus {
  guard unsafe !isNull(outValue) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    unsafe outValue.pointee = try unsafe UnitInstance.find(inUnit)
      .parameter(inID, UnitPart(inScope, inElement))
  }
}

/// Sets the value of a parameter.
///
/// A value outside of the range is replaced by the nearest limit.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inID: The parameter.
///   - inScope: The scope of the parameter.
///   - inElement: The input or output; 0 in the global scope.
///   - inValue: The value.
///   - inBufferOffsetInFrames: The frame at which the value takes effect, counted from the start of
///     the next slice; 0 for now. The frame may lie in a later slice.
/// - Returns: 0; `kAudioUnitErr_InvalidParameter`; `kAudioUnitErr_InvalidElement`;
///   `kAudioUnitErr_InvalidParameterValue` if the value is not a number; `kAudio_ParamError`.
@c @implementation
public func AudioUnitSetParameter(
  _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope,
  _ inElement: AudioUnitElement, _ inValue: AudioUnitParameterValue,
  _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
  status { () throws(StatusError) in
    let part = UnitPart(inScope, inElement)
    try unsafe UnitInstance.find(inUnit).setParameter(
      inID, part, to: inValue, at: Int(inBufferOffsetInFrames))
    ParameterMirrors.follow(UInt(bitPattern: inUnit), inID, part, inValue)
  }
}

/// Schedules changes of parameters from the next slice on.
///
/// A ramp takes a new value every 32 frames, and continues in later slices.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inParameterEvent: The changes.
///   - inNumParamEvents: The number of changes.
/// - Returns: 0; the first error of ``AudioUnitSetParameter(_:_:_:_:_:_:)``;
///   `kAudioUnitErr_CannotDoInCurrentContext` if 1,024 changes are already pending.
@c @implementation
public func AudioUnitScheduleParameters(
  _ inUnit: AudioUnit, _ inParameterEvent: UnsafePointer<AudioUnitParameterEvent>,
  _ inNumParamEvents: UInt32
) -> OSStatus {
  guard UInt(bitPattern: inParameterEvent) != 0 || inNumParamEvents == 0 else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let unit = try unsafe UnitInstance.find(inUnit)
    // Safe: the client provides as many changes as it states.
    for index in 0..<Int(inNumParamEvents) { try unsafe unit.schedule(inParameterEvent[index]) }
  }
}

/// Clears the sound that a unit keeps, such as the tail of a delay.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inScope: The scope; units of this library clear everything.
///   - inElement: The input or output.
/// - Returns: 0; `kAudio_ParamError` if the unit does not exist.
@c @implementation
public func AudioUnitReset(
  _ inUnit: AudioUnit, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit).reset(UnitPart(inScope, inElement))
  }
}

/// Starts an output unit, which pulls its input.
///
/// - Parameter ci: The unit.
/// - Returns: 0, even if the unit is already running; `kAudioUnitErr_Uninitialized`;
///   `kAudioUnitErr_FailedInitialization` if no device can be started; `kAudio_UnimplementedError`
///   if the unit does not play on a device; `kAudio_ParamError` if the unit does not exist.
@c @implementation
public func AudioOutputUnitStart(_ ci: AudioUnit) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitInstance.find(ci).start() }
}

/// Stops an output unit.
///
/// After the return, no function of the client runs. If such a function makes the call, the unit
/// stops soon after the function has returned.
///
/// - Parameter ci: The unit.
/// - Returns: 0; `kAudio_UnimplementedError` if the unit does not play on a device;
///   `kAudio_ParamError` if the unit does not exist.
@c @implementation
public func AudioOutputUnitStop(_ ci: AudioUnit) -> OSStatus {
  status { () throws(StatusError) in try unsafe UnitInstance.find(ci).stop() }
}
