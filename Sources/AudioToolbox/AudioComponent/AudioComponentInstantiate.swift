public import CoreAudioTypes
internal import Dispatch

/// Makes an instance of a component, and passes it to a function.
///
/// - Parameters:
///   - inComponent: The component.
///   - inOptions: Not used: the instance runs in this process.
///   - inCompletionHandler: Called on a thread of its own, with the instance and 0, or with `nil`
///     and an error of `AudioComponentInstanceNew`.
public func AudioComponentInstantiate(
  _ inComponent: AudioComponent, _ inOptions: AudioComponentInstantiationOptions,
  _ inCompletionHandler: @escaping @Sendable (AudioComponentInstance?, OSStatus) -> Void
) {
  let component = UInt(bitPattern: inComponent)
  DispatchQueue.global().async {
    // Safe: the pointer is never dereferenced and only holds a number.
    guard let component = unsafe AudioComponent(bitPattern: component) else { return }
    var instance: AudioComponentInstance?
    let status = unsafe AudioComponentInstanceNew(component, &instance)
    unsafe inCompletionHandler(instance, status)
  }
}
