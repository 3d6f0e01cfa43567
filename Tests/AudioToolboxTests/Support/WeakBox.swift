/// A callback's reference to its owner, never freed, so that late calls are safe and detected.
final class WeakBox<Owner: AnyObject> {
  weak var owner: Owner?

  /// The user data of callbacks.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// The owner in the user data, if it still exists.
  static func owner(_ userData: UnsafeMutableRawPointer?) -> Owner? {
    userData.flatMap { Unmanaged<WeakBox>.fromOpaque($0).takeUnretainedValue().owner }
  }
}
