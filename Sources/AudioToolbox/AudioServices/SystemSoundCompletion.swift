internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A function of a client that hears of the end of a sound, on a run loop.
@safe
final class SystemSoundCompletion: @unchecked Sendable {
  // Sendable: the address is the client's and only handed back to it; locks guard the rest.
  private let sound: SystemSoundID
  private let function: AudioServicesSystemSoundCompletionProc
  private let clientData: UnsafeMutableRawPointer?
  /// Ends of the sound that have not been told yet.
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

  /// Has the client told once.
  func post() {
    pending.withLock { $0 += 1 }
    source.withLock { $0 }?.signal()
  }

  /// Tells nothing any more.
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
