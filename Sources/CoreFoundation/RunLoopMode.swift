public import Foundation

/// A mode of a run loop, by its name.
///
/// CoreFoundation has a string there, which hides behind the alias `CFString` and could not be named in
/// the interface of a module.
public struct CFRunLoopMode: RawRepresentable, Hashable {
  /// The name of the mode, as functions of C take it.
  public var rawValue: CFString

  /// Makes a mode of its name.
  @_alwaysEmitIntoClient
  public init(rawValue: CFString) { self.rawValue = rawValue }
  /// Makes a mode of its name.
  @_alwaysEmitIntoClient
  public init(_ rawValue: CFString) { self.rawValue = rawValue }

  /// The mode in which a run loop runs by default.
  @_alwaysEmitIntoClient
  public static var defaultMode: CFRunLoopMode { CFRunLoopMode(name: kCFRunLoopDefaultMode) }
  /// All modes that count as common ones, the default mode among them.
  @_alwaysEmitIntoClient
  public static var commonModes: CFRunLoopMode { CFRunLoopMode(name: kCFRunLoopCommonModes) }

  @_alwaysEmitIntoClient
  init(name: CoreString) {
    // Safe: CFString and NSString are one class with two names, laid out alike by Foundation.
    self.init(unsafe unsafeBitCast(name, to: CFString.self))
  }

  @_alwaysEmitIntoClient
  var name: CoreString? { core(rawValue) }
}
