internal import AudioRealtime
public import CoreAudioTypes

/// Makes an instance of a component.
///
/// - Parameters:
///   - inComponent: The component, which must be an audio unit.
///   - outInstance: On return, the instance, or nil if the call fails.
/// - Returns: 0; `kAudioComponentErr_UnsupportedType` for a codec;
///   `kAudioComponentErr_TooManyInstances` above 4,096 instances; `kAudio_ParamError` if an
///   argument is null or the component does not exist.
@c @implementation
public func AudioComponentInstanceNew(
  _ inComponent: AudioComponent, _ outInstance: UnsafeMutablePointer<AudioComponentInstance?>
) -> OSStatus {
  guard unsafe !isNull(outInstance) else { return kAudio_ParamError }
  unsafe outInstance.pointee = nil
  return status { () throws(StatusError) in
    unsafe outInstance.pointee = try UnitInstance.make(inComponent)
  }
}

/// Disposes of an instance.
///
/// An output unit stops first. Other units that have the instance as their source get an error
/// when they render.
///
/// - Parameter inInstance: The instance.
/// - Returns: 0; `kAudio_ParamError` if the instance does not exist.
@c @implementation
public func AudioComponentInstanceDispose(_ inInstance: AudioComponentInstance) -> OSStatus {
  guard let found = UnitInstance.all.remove(UInt(bitPattern: inInstance)) else {
    return kAudio_ParamError
  }
  ParameterMirrors.remove(UInt(bitPattern: inInstance))
  // Safe: the slots only contain such objects.
  unsafe unsafeDowncast(found, to: UnitInstance.self).end()
  return noErr
}

/// Returns the component of an instance.
///
/// - Parameter inInstance: The instance.
/// - Returns: The component. For an instance that does not exist, C clients get null.
@c @implementation
public func AudioComponentInstanceGetComponent(
  _ inInstance: AudioComponentInstance
) -> AudioComponent {
  let number = (try? unsafe UnitInstance.find(inInstance))?.component ?? 0
  // Safe: the pointer is never dereferenced and only holds a number, as on creation.
  return unsafe unsafeBitCast(number, to: AudioComponent.self)
}

/// Returns whether an instance has the function with a selector.
///
/// - Parameters:
///   - inInstance: The instance.
///   - inSelectorID: The selector, such as `kAudioUnitRenderSelect`.
/// - Returns: Whether the instance has the function.
@c @implementation
public func AudioComponentInstanceCanDo(
  _ inInstance: AudioComponentInstance, _ inSelectorID: Int16
) -> Bool {
  (try? unsafe UnitInstance.find(inInstance))?.canDo(Int(inSelectorID)) ?? false
}
