public import Foundation

/// The name of a run loop mode.
///
/// Core Foundation uses a string instead. The alias `CFString` hides the class of that string, so
/// the interface of a module cannot name it.
public struct CFRunLoopMode: RawRepresentable, Hashable {
  /// The name of the mode, as C functions use it.
  public var rawValue: CFString

  /// Creates a mode from its name.
  public init(rawValue: CFString) { self.rawValue = rawValue }
  /// Creates a mode from its name.
  public init(_ rawValue: CFString) { self.rawValue = rawValue }

  /// The default mode of a run loop.
  public static var defaultMode: CFRunLoopMode { CFRunLoopMode(name: kCFRunLoopDefaultMode) }
  /// All common modes, including the default mode.
  public static var commonModes: CFRunLoopMode { CFRunLoopMode(name: kCFRunLoopCommonModes) }

  private init(name: StringFunction.Object) {
    // Safe: CFString and NSString are two names of one class, with the same layout in Foundation.
    self.init(unsafe unsafeBitCast(name, to: CFString.self))
  }

  /// The name, as Core Foundation functions use it.
  var name: StringFunction.Object {
    // Safe: CFString and NSString are two names of one class, with the same layout in Foundation.
    unsafe unsafeBitCast(rawValue, to: StringFunction.Object.self)
  }
}

/// A Core Foundation function that takes a string; `Object` then names the class of that string.
protocol FunctionOfObject {
  associatedtype Object: AnyObject
  static var function: (Object?) -> CFStringEncoding { get }
}

enum StringFunction: FunctionOfObject {
  static let function = CFStringGetFastestEncoding
}
