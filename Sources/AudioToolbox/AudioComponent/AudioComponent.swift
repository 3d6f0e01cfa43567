public import CoreAudioTypes
internal import Foundation

/// Finds the next component that matches a description, in order of registration.
///
/// Components are the audio units of this library, and the decoders and encoders of this machine,
/// as listed by `AudioFormatGetProperty`. Codecs cannot be instantiated, because converters and
/// queues choose them by format. The first search that may find one loads the encoder libraries.
///
/// - Parameters:
///   - inComponent: The component after which the search starts, or nil to start with the first.
///   - inDesc: The description to match. 0 matches any value, and only the flags in the mask count.
/// - Returns: The component, or nil if no further component matches or `inComponent` is invalid.
@c @implementation
public func AudioComponentFindNext(
  _ inComponent: AudioComponent?, _ inDesc: UnsafePointer<AudioComponentDescription>
) -> AudioComponent? {
  guard UInt(bitPattern: inDesc) != 0 else { return nil }
  if let inComponent = unsafe inComponent,
    (try? unsafe ComponentList.find(inComponent)) == nil
  {
    return nil
  }
  return unsafe ComponentList.next(after: inComponent, inDesc.pointee)
}

/// Returns the number of components that match a description.
///
/// - Parameter inDesc: The description to match, as for ``AudioComponentFindNext(_:_:)``.
/// - Returns: The number of components.
@c @implementation
public func AudioComponentCount(_ inDesc: UnsafePointer<AudioComponentDescription>) -> UInt32 {
  guard UInt(bitPattern: inDesc) != 0 else { return 0 }
  return unsafe UInt32(clamping: ComponentList.all(inDesc.pointee).count)
}

/// Gets the name of a component: the manufacturer, a colon, and the kind.
///
/// - Parameters:
///   - inComponent: The component.
///   - outName: On return, the name, which the caller owns.
/// - Returns: 0; `kAudio_ParamError` if the component does not exist.
@discardableResult
public func AudioComponentCopyName(
  _ inComponent: AudioComponent, _ outName: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
  guard unsafe !isNull(outName) else { return kAudio_ParamError }
  unsafe outName.pointee = nil
  return status { () throws(StatusError) in
    let name = try unsafe ComponentList.find(inComponent).name
    unsafe outName.pointee = Unmanaged.passRetained(name as NSString)
  }
}

/// The C entry point, which returns a Core Foundation reference.
@c(AudioComponentCopyName)
package func AudioComponentCopyNameForC(
  _ inComponent: AudioComponent?, _ outName: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  guard let inComponent = unsafe inComponent, let outName = unsafe outName else {
    return kAudio_ParamError
  }
  var name: Unmanaged<CFString>?
  let status = unsafe AudioComponentCopyName(inComponent, &name)
  // Safe: a CFStringRef is an NSString, and the caller takes ownership.
  unsafe outName.pointee = name.map { unsafe UnsafeRawPointer($0.toOpaque()) }
  return status
}

/// Gets the description of a component.
///
/// - Parameters:
///   - inComponent: The component.
///   - outDesc: On return, the type, subtype or format, and manufacturer, with all flags 0.
/// - Returns: 0; `kAudio_ParamError` if the component does not exist.
@c @implementation
public func AudioComponentGetDescription(
  _ inComponent: AudioComponent, _ outDesc: UnsafeMutablePointer<AudioComponentDescription>
) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(outDesc) else { throw StatusError(kAudio_ParamError) }
    unsafe outDesc.pointee = try ComponentList.find(inComponent).description
  }
}

/// Gets the version of a component.
///
/// - Parameters:
///   - inComponent: The component.
///   - outVersion: On return, the version, with the major number in the upper half. It is always
///     1.0.
/// - Returns: 0; `kAudio_ParamError` if the component does not exist.
@c @implementation
public func AudioComponentGetVersion(
  _ inComponent: AudioComponent, _ outVersion: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(outVersion) else { throw StatusError(kAudio_ParamError) }
    unsafe outVersion.pointee = try ComponentList.find(inComponent).version
  }
}
