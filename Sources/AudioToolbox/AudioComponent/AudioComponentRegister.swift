public import CoreAudioTypes
internal import Foundation
internal import Synchronization

// Safe: the string never changes.
/// The name of a notification: a component has been registered.
///
/// The thread that registers it posts the notification to the default center.
public nonisolated(unsafe) let kAudioComponentRegistrationsChangedNotification: CFString =
  "kAudioComponentRegistrationsChangedNotification"

/// Registers a unit of the client for the lifetime of the process.
///
/// - Parameters:
///   - inDesc: The description, by which searches find the component after all earlier ones.
///   - inName: The name.
///   - inVersion: The version, with the major number in the upper half.
///   - inFactory: A function that makes an instance: a structure that starts with the table of its
///     functions. Its connections pass Float32 in separate channels.
/// - Returns: The component. C clients get null if an argument is null.
@discardableResult
public func AudioComponentRegister(
  _ inDesc: UnsafePointer<AudioComponentDescription>, _ inName: CFString, _ inVersion: UInt32,
  _ inFactory: AudioComponentFactoryFunction
) -> AudioComponent {
  let component = unsafe Component(
    kind: .client(ClientFactory(function: inFactory)), description: inDesc.pointee,
    name: inName as String, version: inVersion)
  let number = ComponentList.register(component)
  ComponentList.notifyOfChange()
  // Safe: the pointer is never dereferenced and only holds a number.
  return unsafe unsafeBitCast(number, to: AudioComponent.self)
}

/// The C entry point, which takes a Core Foundation reference.
@c(AudioComponentRegister)
package func AudioComponentRegisterForC(
  _ inDesc: UnsafePointer<AudioComponentDescription>?, _ inName: UnsafeRawPointer?,
  _ inVersion: UInt32, _ inFactory: AudioComponentFactoryFunction?
) -> AudioComponent? {
  guard let inDesc = unsafe inDesc, let inName = unsafe inName, let inFactory = unsafe inFactory
  else { return nil }
  // Safe: the reference is a live CFString.
  let name = unsafe Unmanaged<NSString>.fromOpaque(inName).takeUnretainedValue()
  return unsafe AudioComponentRegister(inDesc, name, inVersion, inFactory)
}

extension ComponentList {
  /// Posts that components have been registered.
  static func notifyOfChange() {
    let name = Notification.Name(
      rawValue: unsafe kAudioComponentRegistrationsChangedNotification as String)
    NotificationCenter.default.post(name: name, object: nil)
  }
}

/// The client's function that makes instances.
@safe struct ClientFactory: @unchecked Sendable {
  // Unchecked: the client states the function for all threads.
  let function: AudioComponentFactoryFunction

  init(function: AudioComponentFactoryFunction) {
    unsafe self.function = unsafe function
  }

  /// Makes an instance.
  ///
  /// - Throws: `kAudioUnitErr_FailedInitialization` if the client makes none.
  func make(
    _ description: AudioComponentDescription, _ component: UInt
  ) throws(StatusError) -> ClientUnit {
    var description = description
    guard let interface = unsafe function(&description) else {
      throw StatusError(kAudioUnitErr_FailedInitialization)
    }
    return unsafe ClientUnit(component: component, interface)
  }
}
