internal import AudioToolbox
public import Foundation

/// Takes an error of a method that returns something else.
///
/// Foundation declares it where there is an Objective-C runtime only.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

extension NSError {
  /// The error that a status of Core Audio is.
  static func audio(_ status: OSStatus, _ call: String) -> NSError {
    NSError(
      domain: "com.apple.coreaudio.avfaudio", code: Int(status),
      userInfo: ["failed call": call])
  }
}

/// Throws the error of a status that is not 0.
func check(_ status: OSStatus, _ call: String) throws {
  guard status == 0 else { throw NSError.audio(status, call) }
}
