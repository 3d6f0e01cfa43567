public import CoreAudioTypes
internal import Foundation

/// The next component that is as described, in the order in which components were registered.
///
/// Components are the decoders and encoders of this machine, as `AudioFormatGetProperty` lists them; no instances can be made of them:
/// converters and queues choose theirs by the format. The first call opens the libraries behind the encoders.
///
/// - Parameters:
///   - inComponent: Where to go on from; nil for the first.
///   - inDesc: What is looked for: 0 stands for anything, and of the flags those of the mask count.
/// - Returns: The component; nil where there is none any more, or `inComponent` is none.
@c @implementation
public func AudioComponentFindNext(
  _ inComponent: AudioComponent?, _ inDesc: UnsafePointer<AudioComponentDescription>
) -> AudioComponent? {
  guard UInt(bitPattern: inDesc) != 0 else { return nil }
  var start = 0
  if let inComponent = unsafe inComponent {
    guard let index = unsafe CodecComponent.index(of: inComponent) else { return nil }
    start = index + 1
  }
  let wanted = unsafe inDesc.pointee
  let found = CodecComponent.all[start...].firstIndex { $0.matches(wanted) }
  return unsafe found.flatMap { unsafe CodecComponent.reference($0) }
}

/// How many components are as described.
///
/// - Parameter inDesc: What is looked for, as of ``AudioComponentFindNext(_:_:)``.
/// - Returns: Their number.
@c @implementation
public func AudioComponentCount(_ inDesc: UnsafePointer<AudioComponentDescription>) -> UInt32 {
  guard UInt(bitPattern: inDesc) != 0 else { return 0 }
  let wanted = unsafe inDesc.pointee
  return UInt32(clamping: CodecComponent.all.count { $0.matches(wanted) })
}

/// A component's name: whose it is, and after a colon what it is.
///
/// - Parameters:
///   - inComponent: The component.
///   - outName: Takes the name, of which the caller becomes the owner.
/// - Returns: 0; `kAudio_ParamError` where there is no such component.
@discardableResult
public func AudioComponentCopyName(
  _ inComponent: AudioComponent, _ outName: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
  guard unsafe !isNull(outName) else { return kAudio_ParamError }
  unsafe outName.pointee = nil
  return status { () throws(StatusError) in
    let name = try unsafe CodecComponent.find(inComponent).name
    unsafe outName.pointee = Unmanaged.passRetained(name as NSString)
  }
}

/// The function of C, which gives the reference of CoreFoundation.
@c(AudioComponentCopyName)
package func AudioComponentCopyNameForC(
  _ inComponent: AudioComponent?, _ outName: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  guard let inComponent = unsafe inComponent, let outName = unsafe outName else {
    return kAudio_ParamError
  }
  var name: Unmanaged<CFString>?
  let status = unsafe AudioComponentCopyName(inComponent, &name)
  // Safe: a CFStringRef is an NSString, whose owner the caller becomes.
  unsafe outName.pointee = name.map { unsafe UnsafeRawPointer($0.toOpaque()) }
  return status
}

/// What a component is.
///
/// - Parameters:
///   - inComponent: The component.
///   - outDesc: Takes its type, format and manufacturer; its flags are 0.
/// - Returns: 0; `kAudio_ParamError` where there is no such component.
@c @implementation
public func AudioComponentGetDescription(
  _ inComponent: AudioComponent, _ outDesc: UnsafeMutablePointer<AudioComponentDescription>
) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(outDesc) else { throw StatusError(kAudio_ParamError) }
    unsafe outDesc.pointee = try CodecComponent.find(inComponent).description
  }
}

/// A component's version.
///
/// - Parameters:
///   - inComponent: The component.
///   - outVersion: Takes the version, its major number in the upper half: 1.0 for all, since codecs have none of their own.
/// - Returns: 0; `kAudio_ParamError` where there is no such component.
@c @implementation
public func AudioComponentGetVersion(
  _ inComponent: AudioComponent, _ outVersion: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(outVersion) else { throw StatusError(kAudio_ParamError) }
    _ = try unsafe CodecComponent.find(inComponent)
    unsafe outVersion.pointee = CodecComponent.version
  }
}
