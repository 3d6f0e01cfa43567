internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A client's completion function for a sound, called on a run loop.
@safe
final class SystemSoundCompletion: @unchecked Sendable {
  // Sendable: the pointer is only passed back to the client, and locks protect the rest.
  private let sound: SystemSoundID
  private let function: AudioServicesSystemSoundCompletionProc
  private let clientData: UnsafeMutableRawPointer?
  /// The number of ends of the sound that are not yet reported.
  private let pending = Mutex(0)
  private let source = Mutex<RunLoopSource?>(nil)

  init(
    sound: SystemSoundID, _ runLoop: CFRunLoop, _ mode: CFRunLoopMode,
    function: AudioServicesSystemSoundCompletionProc, clientData: UnsafeMutableRawPointer?
  ) {
    self.sound = sound
    unsafe self.function = unsafe function
    unsafe self.clientData = unsafe clientData
    let made = RunLoopSource(runLoop, mode) { [self] in deliver() }
    source.withLock { $0 = made }
  }

  /// Schedules one call of the function.
  func post() {
    pending.withLock { $0 += 1 }
    source.withLock { $0 }?.signal()
  }

  /// Prevents further calls.
  func cancel() {
    pending.withLock { $0 = 0 }
    let old = source.withLock { source in
      defer { source = nil }
      return source
    }
    old?.invalidate()
  }

  private func deliver() {
    // The client may cancel from within its function.
    while pending.withLock({ count -> Bool in
      guard count > 0 else { return false }
      count -= 1
      return true
    }) {
      unsafe function(sound, clientData)
    }
  }
}
