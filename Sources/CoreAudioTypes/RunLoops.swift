public import CoreFoundation
public import Foundation

// On Linux a mode is its name, so that the functions of CoreFoundation take these as they are.
extension CFRunLoopMode {
  /// The mode in which a run loop runs unless it is told another one.
  public static var defaultMode: CFRunLoopMode { kCFRunLoopDefaultMode }
  /// All modes that count as common ones, the default mode among them.
  public static var commonModes: CFRunLoopMode { kCFRunLoopCommonModes }

  /// The name of the mode, as functions of C take it.
  public var rawValue: NSString {
    // Safe: CFString and NSString are one class with two names, laid out alike by Foundation.
    unsafe unsafeBitCast(self, to: NSString.self)
  }
}

extension RunLoop {
  /// The run loop of CoreFoundation that this one stands for.
  public func getCFRunLoop() -> CFRunLoop {
    if self === RunLoop.current { return CFRunLoopGetCurrent() }
    if self === RunLoop.main { return CFRunLoopGetMain() }
    // Foundation shows the run loop of another thread to nobody, but it stores it.
    for child in Mirror(reflecting: self).children where child.label == "_cfRunLoopStorage" {
      let value = child.value as AnyObject
      guard CFGetTypeID(value) == CFRunLoopGetTypeID() else { continue }
      // Safe: the type identifier is that of run loops, which Swift's own casts do not know.
      let address = unsafe Unmanaged.passUnretained(value).toOpaque()
      return unsafe Unmanaged<CFRunLoop>.fromOpaque(address).takeUnretainedValue()
    }
    preconditionFailure("RunLoop does not store its CFRunLoop")
  }
}
