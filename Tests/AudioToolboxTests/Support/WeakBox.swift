/// What a callback carries of its owner; never freed, so that a late one does no harm and is seen.
final class WeakBox<Owner: AnyObject> {
  weak var owner: Owner?

  /// The user data of callbacks.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// The owner that user data carry, where there still is one.
  static func owner(_ userData: UnsafeMutableRawPointer?) -> Owner? {
    userData.flatMap { Unmanaged<WeakBox>.fromOpaque($0).takeUnretainedValue().owner }
  }
}
