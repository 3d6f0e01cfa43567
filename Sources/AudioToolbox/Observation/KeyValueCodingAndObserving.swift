/// A class with properties that programs can observe.
///
/// A program can make its own class conform, without further code. Key paths through that
/// class then report changes of this module's objects, such as `\.player.rate`. They do not report
/// changes of the class's own properties, because Linux has no Objective-C runtime.
public protocol _KeyValueCodingAndObserving: AnyObject {}

extension _KeyValueCodingAndObserving {
  /// Observes a property, or a property of a property.
  ///
  /// ```swift
  /// let observation = player.observe(\.timeControlStatus, options: .initial) { player, _ in
  ///   print(player.timeControlStatus)
  /// }
  /// let status = player.observe(\.currentItem?.status, options: [.new]) { player, change in
  ///   if change.newValue == .failed { print(player.currentItem?.error as Any) }
  /// }
  /// ```
  ///
  /// The observation reports each change of each observable property that the key path reads, even
  /// if the new value equals the old one. It calls the handler on the thread of the change, before
  /// the function that changes the property returns. A change of several properties in one step is
  /// one report.
  ///
  /// If several threads change a property at the same time, their reports arrive in any order. A
  /// handler that needs the current value reads it from the object: the last call sees the final
  /// value.
  ///
  /// Unlike on Apple's systems, the key path of a property without announcements is accepted and
  /// never reported.
  ///
  /// - Parameters:
  ///   - keyPath: The property. Optional chains and key paths of subclasses are possible.
  ///   - options: The calls to make, and the values to pass to the handler.
  ///   - changeHandler: The function to call, with the object and the change.
  /// - Returns: The observation, which ends when the program releases it.
  @preconcurrency
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observer = KeyPathObserver(
      object: self, keyPath: keyPath, options: options, handler: changeHandler)
    let observation = NSKeyValueObservation(observer)
    observer.begin()
    return observation
  }
}
