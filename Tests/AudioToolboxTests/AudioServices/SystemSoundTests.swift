import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

@Suite struct SystemSoundTests {
  @Test func everySamplePlaysAndTheEndIsReported() throws {
    let file = OfflineFile()
    let thread = RunLoopThread()
    let sound = try TestSound(file.kind, samples(0..<20_000))
    let ends = Counter()
    #expect(sound.addCompletion(thread.runLoop) { _ = ends.increment() } == 0)
    let blocks = Counter()
    AudioServicesPlaySystemSoundWithCompletion(sound.id) { _ = blocks.increment() }
    try waitUntil("the end is reported") { ends.value == 1 && blocks.value == 1 }
    #expect(firstDifference(file.samples, samples(0..<20_000)) == nil)
    AudioServicesRemoveSystemSoundCompletion(sound.id)
    AudioServicesPlayAlertSoundWithCompletion(sound.id) { _ = blocks.increment() }
    try waitUntil("the block is called") { blocks.value == 2 }
    #expect(AudioServicesDisposeSystemSoundID(sound.id) == 0)
    #expect(ends.value == 1)
    thread.stop()
  }

  @Test func theCompletionWaitsForTheRunLoop() throws {
    let sound = try TestSound(.null, samples(0..<100))
    let ends = Counter()
    #expect(sound.addCompletion(CFRunLoopGetCurrent()) { _ = ends.increment() } == 0)
    let blocks = Counter()
    AudioServicesPlaySystemSoundWithCompletion(sound.id) { _ = blocks.increment() }
    try waitUntil("the sound has ended") { blocks.value == 1 }
    #expect(ends.value == 0)
    try waitUntil("the run loop has run the callback") {
      CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0.01, true)
      return ends.value == 1
    }
    #expect(AudioServicesDisposeSystemSoundID(sound.id) == 0)
  }

  @Test func aSoundMayBeDisposedOfInItsCompletion() throws {
    let thread = RunLoopThread()
    let sound = try TestSound(.null, samples(0..<100))
    let statuses = Mutexed<[OSStatus]>([])
    #expect(
      sound.addCompletion(thread.runLoop) {
        statuses.withLock { $0.append(AudioServicesDisposeSystemSoundID(sound.id)) }
      } == 0)
    AudioServicesPlaySystemSound(sound.id)
    try waitUntil("the function has returned") { statuses.withLock { $0 } == [0] }
    #expect(
      AudioServicesDisposeSystemSoundID(sound.id) == kAudioServicesSystemSoundUnspecifiedError)
    thread.stop()
  }

  @Test func aStartDuringPlaybackRestartsTheSound() throws {
    let thread = RunLoopThread()
    let sound = try TestSound(.null, samples(0..<22_050))
    let ends = Counter()
    #expect(sound.addCompletion(thread.runLoop) { _ = ends.increment() } == 0)
    let blocks = Mutexed<[Int]>([])
    let start = ContinuousClock.now
    for number in 0..<3 {
      AudioServicesPlaySystemSoundWithCompletion(sound.id) {
        blocks.withLock { $0.append(number) }
      }
    }
    // A start after the sound's duration finds the sound ended.
    let isLate = ContinuousClock.now - start >= .seconds(0.5)
    try waitUntil("the last one ends") { ends.value >= 1 }
    try waitUntil("all are reported") { blocks.withLock { $0 } == [0, 1, 2] }
    #expect(ends.value == 1 || isLate)
    #expect(AudioServicesDisposeSystemSoundID(sound.id) == 0)
    thread.stop()
  }

  @Test func aNewCompletionReplacesTheFirst() throws {
    let thread = RunLoopThread()
    let sound = try TestSound(.null, samples(0..<100))
    let first = Counter()
    let second = Counter()
    #expect(sound.addCompletion(thread.runLoop) { _ = first.increment() } == 0)
    #expect(sound.addCompletion(thread.runLoop) { _ = second.increment() } == 0)
    AudioServicesPlaySystemSound(sound.id)
    try waitUntil("the second block is called") { second.value == 1 }
    #expect(first.value == 0)
    #expect(AudioServicesDisposeSystemSoundID(sound.id) == 0)
    thread.stop()
  }

  @Test func aDisposedSoundStops() throws {
    let sound = try TestSound(.null, samples(0..<1_000_000))
    let blocks = Counter()
    AudioServicesPlaySystemSoundWithCompletion(sound.id) { _ = blocks.increment() }
    #expect(AudioServicesDisposeSystemSoundID(sound.id) == 0)
    // Long before the end of the sound.
    try waitUntil("the block is called", seconds: 15) { blocks.value == 1 }
  }

  @Test func longerThanHalfAMinuteIsRefused() throws {
    let half = try TestSound(.null, [Float](repeating: 0, count: 30 * 8000), sampleRate: 8000)
    #expect(AudioServicesDisposeSystemSoundID(half.id) == 0)
    #expect(
      TestSound.status(of: [Float](repeating: 0, count: 30 * 8000 + 1), sampleRate: 8000)
        == kAudioServicesSystemSoundExceededMaximumDurationError)
  }

  @Test func invalidSoundsAreRefused() throws {
    let folder = try TemporaryFolder()
    func status(_ url: URL) -> OSStatus {
      var id: SystemSoundID = 9
      let status = AudioServicesCreateSystemSoundID(url as NSURL, &id)
      #expect(id == 0)
      return status
    }
    #expect(status(folder.url.appendingPathComponent("none")) == kAudioFileFileNotFoundError)
    #expect(try status(folder.add("empty", [])) == kAudioFileInvalidFileError)
    #expect(try status(folder.add("noise", noise(5000))) == kAudioFileUnsupportedFileTypeError)
    let page = try #require(URL(string: "http://localhost/x.wav"))
    #expect(status(page) == kAudioFileUnspecifiedError)
  }

  @Test(arguments: [
    kSystemSoundID_Vibrate, kSystemSoundID_FlashScreen, kSystemSoundID_UserPreferredAlert, 77,
  ])
  func everyStartIsCompleted(id: SystemSoundID) throws {
    let blocks = Counter()
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      AudioServicesPlaySystemSound(id)
      AudioServicesPlayAlertSound(id)
      AudioServicesPlaySystemSoundWithCompletion(id, nil)
      AudioServicesPlaySystemSoundWithCompletion(id) { _ = blocks.increment() }
      try waitUntil("the block is called") { blocks.value == 1 }
      #expect(AudioServicesDisposeSystemSoundID(id) == kAudioServicesSystemSoundUnspecifiedError)
    }
  }

  @Test func propertiesAreReadAndSet() throws {
    let sound = try TestSound(.null, samples(0..<100))
    var id = sound.id
    for (property, first) in [
      (kAudioServicesPropertyIsUISound, 1), (kAudioServicesPropertyCompletePlaybackIfAppDies, 0),
    ] as [(AudioServicesPropertyID, UInt32)] {
      var size: UInt32 = 0
      var isWritable = DarwinBoolean(false)
      #expect(AudioServicesGetPropertyInfo(property, 4, &id, &size, &isWritable) == 0)
      #expect(size == 4 && isWritable.boolValue)
      var value: UInt32 = 9
      #expect(AudioServicesGetProperty(property, 4, &id, &size, &value) == 0)
      #expect(value == first)
      value = 1 - first
      #expect(AudioServicesSetProperty(property, 4, &id, 4, &value) == 0)
      value = 9
      size = 8
      #expect(AudioServicesGetProperty(property, 4, &id, &size, &value) == 0)
      #expect(value == 1 - first && size == 4)
      size = 3
      #expect(
        AudioServicesGetProperty(property, 4, &id, &size, &value)
          == kAudioServicesBadPropertySizeError)
      #expect(
        AudioServicesSetProperty(property, 4, &id, 8, &value)
          == kAudioServicesBadPropertySizeError)
      #expect(
        AudioServicesGetPropertyInfo(property, 8, &id, nil, nil)
          == kAudioServicesBadSpecifierSizeError)
      #expect(AudioServicesGetPropertyInfo(property, 4, nil, nil, nil) == kAudio_ParamError)
      size = 4
      #expect(AudioServicesGetProperty(property, 4, &id, &size, nil) == kAudio_ParamError)
      var other: SystemSoundID = 77
      #expect(
        AudioServicesGetPropertyInfo(property, 4, &other, nil, nil)
          == kAudioServicesSystemSoundUnspecifiedError)
    }
    #expect(
      AudioServicesGetPropertyInfo(1, 4, &id, nil, nil) == kAudioServicesUnsupportedPropertyError)
    #expect(AudioServicesDisposeSystemSoundID(id) == 0)
  }
}
