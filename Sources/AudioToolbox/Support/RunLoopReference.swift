internal import CoreAudioTypes
internal import Foundation

/// A run loop and one of its modes, as a client in C names them.
struct RunLoopReference {
  let runLoop: CFRunLoop?
  let mode: CFString?

  /// Takes a `CFRunLoopRef` and a `CFStringRef`, which the client keeps for the call, or null.
  init(_ runLoop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?) {
    // Safe: both are live objects of these classes, as the functions of C demand.
    self.runLoop = unsafe runLoop.map {
      unsafe Unmanaged<CFRunLoop>.fromOpaque($0).takeUnretainedValue()
    }
    self.mode = unsafe mode.map {
      unsafe Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
