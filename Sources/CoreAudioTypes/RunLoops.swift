public import CoreFoundation
public import Foundation

extension RunLoop {
  /// Returns the Core Foundation run loop of this run loop.
  public func getCFRunLoop() -> CFRunLoop {
    if self === RunLoop.current { return CFRunLoopGetCurrent() }
    if self === RunLoop.main { return CFRunLoopGetMain() }
    // Foundation does not provide the run loop of another thread, but it stores the object.
    for child in Mirror(reflecting: self).children where child.label == "_cfRunLoopStorage" {
      let value = child.value as AnyObject
      guard CFGetTypeID(value) == CFRunLoopGetTypeID() else { continue }
      // Safe: the type identifier is that of run loops, which Swift casts do not support.
      let address = unsafe Unmanaged.passUnretained(value).toOpaque()
      return unsafe Unmanaged<CFRunLoop>.fromOpaque(address).takeUnretainedValue()
    }
    preconditionFailure(
      "getCFRunLoop: call it on the thread of the run loop; Foundation hides those of other threads"
    )
  }
}
