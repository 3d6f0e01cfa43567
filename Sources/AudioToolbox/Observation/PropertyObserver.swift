/// An observer of the properties that one key path reads.
protocol PropertyObserver: AnyObject, Sendable {
  /// The properties that the observer currently depends on.
  var dependencies: ObserverDependencies { get }

  /// Prepares a report before a change of a property that the observer depends on.
  ///
  /// - Returns: A function that reports the change, if the report needs the values that this call
  ///   has read. Otherwise `nil`; `didChange` then reports the change.
  func willChange() -> (() -> Void)?

  /// Reports a change of a property that the observer depends on.
  func didChange()

  /// Ends all reports.
  func end()
}
