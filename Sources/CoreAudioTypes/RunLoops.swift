public import CoreFoundation
public import Foundation

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
