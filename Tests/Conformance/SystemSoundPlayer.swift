import AudioToolbox
import Foundation

/// Plays a short sound to its end, as published for Apple's systems.
public enum SystemSoundPlayer {
  /// Plays a file, and runs this thread's run loop until the end.
  ///
  /// - Returns: What is wrong with the file, or 0.
  public static func play(_ url: URL) -> OSStatus {
    var sound: SystemSoundID = 0
    let status = AudioServicesCreateSystemSoundID(url as CFURL, &sound)
    guard status == noErr else { return status }
    AudioServicesAddSystemSoundCompletion(
      sound, nil, nil,
      { sound, _ in
        AudioServicesDisposeSystemSoundID(sound)
        CFRunLoopStop(CFRunLoopGetCurrent())
      }, nil)
    AudioServicesPlaySystemSound(sound)
    CFRunLoopRun()
    return noErr
  }
}
