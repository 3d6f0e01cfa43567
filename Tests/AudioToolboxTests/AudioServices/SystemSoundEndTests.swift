import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

@Suite struct SystemSoundEndTests {
  @Test("a sound that ends before its next start is reported as played")
  func endsBeforeTheNextStart() throws {
    let thread = RunLoopThread()
    let sound = try TestSound(.null, samples(0..<22_050))
    let ends = Counter()
    #expect(sound.addCompletion(thread.runLoop) { _ = ends.increment() } == 0)
    let started = try SystemSounds.find(sound.id)
    let blocks = Counter()
    // The second start is pending when the first one ends.
    AudioServicesPlaySystemSoundWithCompletion(sound.id) { _ = blocks.increment() }
    try waitUntil("the first one has begun") { started.hasBegun }
    try started.whileQueueWaits {
      AudioServicesPlaySystemSoundWithCompletion(sound.id) { _ = blocks.increment() }
      try waitUntil("the first one has ended") { started.hasEnded }
    }
    try waitUntil("both have ended") { blocks.value == 2 }
    try waitUntil("both are reported") { ends.value == 2 }
    #expect(AudioServicesDisposeSystemSoundID(sound.id) == 0)
    thread.stop()
  }
}
