import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The permitted times for creating, disposing of and querying taps, and the effects of calls in
/// callbacks.
@Suite struct AudioQueueTapStateTests {
  private func new(
    _ queue: AudioQueueRef, _ flags: AudioQueueProcessingTapFlags = .preEffects
  ) -> OSStatus {
    var tap: AudioQueueProcessingTapRef?
    var frames: UInt32 = 0
    var format = AudioStreamBasicDescription()
    let status = AudioQueueProcessingTapNew(
      queue, { _, _, _, _, _, _, _ in }, nil, flags, &frames, &format, &tap)
    #expect((tap == nil) == (status != 0))
    return status
  }

  @Test func tapsChangeOnlyOnAStoppedQueue() throws {
    let queue = try TestQueue(.null)
    for flags: AudioQueueProcessingTapFlags in [
      [], .siphon, [.preEffects, .postEffects], [.preEffects, .startOfStream],
    ] {
      #expect(new(queue.queue, flags) == kAudio_ParamError)
    }
    let tap = try TestTap(queue.queue, .preEffects) { $0.pull() }
    #expect(new(queue.queue) == kAudioQueueErr_TooManyTaps)
    try queue.enqueue(samples(0..<200_000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueProcessingTapDispose(tap.reference) == kAudioQueueErr_InvalidRunState)
    #expect(AudioQueuePause(queue.queue) == 0)
    #expect(AudioQueueProcessingTapDispose(tap.reference) == kAudioQueueErr_InvalidRunState)
    #expect(AudioQueueStop(queue.queue, true) == 0)
    #expect(AudioQueueProcessingTapDispose(tap.reference) == 0)
    #expect(AudioQueueProcessingTapDispose(tap.reference) == kAudio_ParamError)
    // Playback without a tap, then with another one.
    let count = tap.calls.count
    #expect(count > 0)
    try queue.enqueue(samples(0..<200_000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(new(queue.queue) == kAudioQueueErr_InvalidRunState)
    try waitUntil("time advances") { (queue.time ?? 0) > 2000 }
    #expect(AudioQueueStop(queue.queue, true) == 0)
    #expect(tap.calls.count == count)
    let other = try TestTap(queue.queue, .postEffects) { $0.pull() }
    AudioQueueDispose(queue.queue, true)
    #expect(AudioQueueProcessingTapDispose(other.reference) == kAudio_ParamError)
    #expect(new(queue.queue) == kAudio_ParamError)
  }

  @Test func theSourceIsAvailableInTheCallbackOnly() throws {
    let queue = try TestQueue(.null)
    let results = Statuses()
    let tap = try TestTap(queue.queue, .preEffects) { call in
      results.append(AudioQueueProcessingTapDispose(call.tap))
      results.append(call.queueTime == nil ? 1 : 0)
      call.pull()
    }
    var (time, data) = (AudioTimeStamp(), AudioBufferList())
    var (flags, count, frame) = (AudioQueueProcessingTapFlags(), UInt32(0), 0.0)
    #expect(
      AudioQueueProcessingTapGetSourceAudio(tap.reference, 1, &time, &flags, &count, &data)
        == kAudioQueueErr_InvalidTapContext)
    #expect(
      AudioQueueProcessingTapGetQueueTime(tap.reference, &frame, &count)
        == kAudioQueueErr_InvalidTapContext)
    #expect(
      AudioQueueProcessingTapGetQueueTime(OpaquePointer(bitPattern: 1)!, &frame, &count)
        == kAudio_ParamError)
    try queue.enqueue(samples(0..<2000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    AudioQueueDispose(queue.queue, true)
    #expect(Array(results.all.prefix(2)) == [kAudioQueueErr_InvalidRunState, 1])
  }

  /// Calls that a callback makes on its own queue.
  enum Deed: CaseIterable { case stop, stopWhenPlayed, pause, reset, dispose }

  @Test(arguments: Deed.allCases) func aCallbackMayCallItsQueue(deed: Deed) throws {
    let queue = try TestQueue(.null)
    let done = Counter()
    let tap = try TestTap(queue.queue, .postEffects) { call in
      call.pull()
      guard call.time.pointee.mSampleTime >= 8192, done.increment() == 1 else { return }
      switch deed {
      case .stop: AudioQueueStop(queue.queue, true)
      case .stopWhenPlayed: AudioQueueStop(queue.queue, false)
      case .pause: AudioQueuePause(queue.queue)
      case .reset: AudioQueueReset(queue.queue)
      case .dispose: AudioQueueDispose(queue.queue, true)
      }
    }
    try queue.enqueue(samples(0..<20_000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("it is done") { done.value > 0 }
    switch deed {
    case .stop, .stopWhenPlayed: try waitUntil("it stops") { queue.hasStopped }
    case .reset: try waitUntil("the buffer returns") { queue.returned.count == 1 }
    case .pause:
      try waitUntil("it is suspended") {
        // A start that waits for the callback continues.
        AudioQueueStart(queue.queue, nil) == 0
      }
    case .dispose:
      // The callback that disposes of its queue is the last one.
      try waitUntil("the queue is disposed of") { AudioQueueFlush(queue.queue) != 0 }
      #expect(tap.calls.last.map { $0.sampleTime < 8192 + 2048 } ?? true)
      return
    }
    AudioQueueDispose(queue.queue, true)
  }

  /// A buffer's callback waits for the thread of the tap, which must not wait for the callback.
  @Test(arguments: [Deed.stop, .reset, .dispose])
  func aTapsCallbackDoesNotWaitForOthers(deed: Deed) throws {
    let (returned, called, answered, done) = (Counter(), Counter(), Counter(), Counter())
    let queue = try TestQueue(.null) { queue, _ in
      guard returned.increment() == 1 else { return }
      _ = waitUntil { called.value > 0 }
      AudioQueueReset(queue.queue)
      _ = answered.increment()
    }
    _ = try TestTap(queue.queue, .preEffects) { call in
      call.pull()
      guard call.time.pointee.mSampleTime > 0, called.increment() == 1 else { return }
      _ = waitUntil { returned.value > 0 }
      switch deed {
      case .reset: AudioQueueReset(queue.queue)
      case .dispose: AudioQueueDispose(queue.queue, true)
      default: AudioQueueStop(queue.queue, true)
      }
      _ = done.increment()
    }
    try queue.enqueue(samples(0..<100))
    try queue.enqueue(samples(0..<20_000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("both calls return") { done.value > 0 && answered.value > 0 }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aTapMayDisposeOfAQueueThatACallbackStarts() throws {
    let (returned, ended, done) = (Counter(), Counter(), Counter())
    let queue = try TestQueue(.null) { queue, buffer in
      guard returned.increment() == 1 else { return }
      AudioQueueStop(queue.queue, true)
      queue.enqueue(samples(0..<4000)[...], in: buffer)
      // Waits for the tap, which disposes of the queue.
      AudioQueueStart(queue.queue, nil)
      _ = done.increment()
    }
    _ = try TestTap(queue.queue, .preEffects) { call in
      call.pull()
      guard returned.value > 0, ended.increment() == 1 else { return }
      AudioQueueDispose(queue.queue, true)
    }
    try queue.enqueue(samples(0..<4000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the callback returns") { done.value == 1 }
    #expect(ended.value >= 1)
  }

  @Test func noCallbackComesAfterTheEnd() throws {
    for _ in 0..<10 {
      let queue = try TestQueue(.null)
      let tap = try TestTap(queue.queue, .preEffects) { $0.pull() }
      try queue.enqueue(samples(0..<500_000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try waitUntil("it is called") { !tap.calls.isEmpty }
      AudioQueueDispose(queue.queue, true)
      let count = tap.calls.count
      usleep(1000)
      #expect(tap.calls.count == count)
    }
  }

  #if Sonic
    @Test(arguments: [
      AudioQueueProcessingTapFlags.preEffects, AudioQueueProcessingTapFlags.postEffects,
    ])
    func timePitchRunsAfterOrBeforeTheTap(place: AudioQueueProcessingTapFlags) throws {
      let file = OfflineFile()
      let queue = try TestQueue(file.kind)
      var isOn: UInt32 = 1
      AudioQueueSetProperty(queue.queue, kAudioQueueProperty_EnableTimePitch, &isOn, 4)
      AudioQueueSetParameter(queue.queue, kAudioQueueParam_PlayRate, 2)
      let tap = try TestTap(queue.queue, [place, .siphon]) { _ in }
      try queue.enqueue(Tone.samples(hertz: 440, seconds: 2))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      AudioQueueStop(queue.queue, false)
      try waitUntil("the queue stops") { queue.hasStopped }
      let seen = tap.calls.reduce(0) { $0 + $1.frames }
      let times = tap.calls.compactMap(\.queueTime)
      if place == .preEffects {
        #expect(seen == 88_200)
        #expect(times.allSatisfy { $0.frames <= 2048 })
      } else {
        #expect(seen == file.samples.count)
        #expect(times[2].frames == 4096)
      }
      #expect(abs(file.samples.count - 44_100) < 2048)
      AudioQueueDispose(queue.queue, true)
    }
  #endif

  @Test func offlineRenderingUsesTheTap() throws {
    let queue = try TestQueue(.null)
    var format = TestQueue.format()
    #expect(AudioQueueSetOfflineRenderFormat(queue.queue, &format, nil) == 0)
    _ = try TestTap(queue.queue, .preEffects) { call in
      call.pull()
      for index in call.samples().indices { call.samples()[index] *= -1 }
    }
    let buffer = try queue.buffer(capacity: 4 * 10_000)
    try queue.enqueue(samples(0..<7000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    AudioQueueStop(queue.queue, false)
    var rendered: [Float] = []
    var time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    repeat {
      #expect(AudioQueueOfflineRender(queue.queue, &time, buffer, 10_000) == 0)
      let size = Int(buffer.pointee.mAudioDataByteSize)
      rendered += LittleEndian.float(
        Array(UnsafeRawBufferPointer(start: buffer.pointee.mAudioData, count: size)))
    } while buffer.pointee.mAudioDataByteSize > 0
    #expect(firstDifference(rendered, samples(0..<7000).map { -$0 }) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  #if PulseAudio
    @Test(.enabled(if: PrivatePulseAudio.isAvailable)) func theServerReceivesTheTapsOutput() throws
    {
      let server = try PrivatePulseAudio(channelCount: 1)
      let recording = try server.startRecording()
      let queue = try TestQueue(.pulseAudio(server: server.server))
      let seen = Collected()
      _ = try TestTap(queue.queue, .postEffects) { call in
        call.pull()
        for index in call.samples().indices { call.samples()[index] *= -0.5 }
        seen.append(Array(call.samples()))
      }
      for index in 0..<5 { try queue.enqueue(samples(index * 9001..<(index + 1) * 9001)) }
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      AudioQueueStop(queue.queue, false)
      try waitUntil("the queue stops") { queue.hasStopped }
      try recording.waitForSilence()
      // Little is decoded ahead, so that a slow machine causes gaps.
      let sound = recording.sound.filter { $0 != 0 }
      #expect(firstDifference(sound, samples(0..<45_005).map { $0 * -0.5 }) == nil)
      #expect(firstDifference(sound, seen.samples) == nil)
      AudioQueueDispose(queue.queue, true)
    }
  #endif
}

/// The results of calls in callbacks.
private final class Statuses: @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  private let lock = NSLock()
  private var statuses: [OSStatus] = []

  var all: [OSStatus] { lock.withLock { statuses } }

  func append(_ status: OSStatus) { lock.withLock { statuses.append(status) } }
}
