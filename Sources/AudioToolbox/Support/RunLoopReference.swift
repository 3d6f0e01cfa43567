internal import CoreAudioTypes
internal import Foundation

/// A run loop and one of its modes, from a C client.
struct RunLoopReference {
  let runLoop: CFRunLoop?
  let mode: CFString?

  /// Creates a reference from a `CFRunLoopRef` and a `CFStringRef`, which may be null.
  ///
  /// The client keeps both alive during the call.
  init(_ runLoop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?) {
    // Safe: both are live objects of these classes, as the C functions require.
    self.runLoop = unsafe runLoop.map {
      unsafe Unmanaged<CFRunLoop>.fromOpaque($0).takeUnretainedValue()
    }
    self.mode = unsafe mode.map {
      unsafe Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
