public import Foundation

/// A mode of a run loop, by its name.
///
/// CoreFoundation has a string there, which hides behind the alias `CFString` and could not be named in
/// the interface of a module.
public struct CFRunLoopMode: RawRepresentable, Hashable {
  /// The name of the mode, as functions of C take it.
  public var rawValue: CFString

  /// Makes a mode of its name.
  public init(rawValue: CFString) { self.rawValue = rawValue }
  /// Makes a mode of its name.
  public init(_ rawValue: CFString) { self.rawValue = rawValue }

  /// The mode in which a run loop runs by default.
  public static var defaultMode: CFRunLoopMode { CFRunLoopMode(name: kCFRunLoopDefaultMode) }
  /// All modes that count as common ones, the default mode among them.
  public static var commonModes: CFRunLoopMode { CFRunLoopMode(name: kCFRunLoopCommonModes) }

  private init(name: StringFunction.Object) {
    // Safe: CFString and NSString are one class with two names, laid out alike by Foundation.
    self.init(unsafe unsafeBitCast(name, to: CFString.self))
  }

  /// The name as CoreFoundation's functions take it.
  var name: StringFunction.Object {
    // Safe: CFString and NSString are one class with two names, laid out alike by Foundation.
    unsafe unsafeBitCast(rawValue, to: StringFunction.Object.self)
  }
}

/// A function of CoreFoundation that takes a string, by which the class of strings has a name here.
protocol FunctionOfObject {
  associatedtype Object: AnyObject
  static var function: (Object?) -> CFStringEncoding { get }
}

enum StringFunction: FunctionOfObject {
  static let function = CFStringGetFastestEncoding
}
