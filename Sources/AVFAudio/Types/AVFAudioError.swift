internal import AudioToolbox
public import Foundation

/// Receives the error of a method that returns another value.
///
/// Foundation declares this type only on systems with an Objective-C runtime.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

extension NSError {
  /// The error for a Core Audio status.
  static func audio(_ status: OSStatus, _ call: String) -> NSError {
    NSError(
      domain: "com.apple.coreaudio.avfaudio", code: Int(status),
      userInfo: ["failed call": call])
  }
}

/// Throws the error for a nonzero status.
func check(_ status: OSStatus, _ call: String) throws {
  guard status == 0 else { throw NSError.audio(status, call) }
}
