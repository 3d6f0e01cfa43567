#if PulseAudio
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Queues and system sounds, recorded from PipeWire.
  @Suite(.serialized, .enabled(if: PrivatePipeWire.isAvailable)) struct PipeWireQueueTests {
    private let server: PrivatePipeWire

    init() throws { server = try PrivatePipeWire() }

    @Test func aQueueStopsAfterItsLastBuffer() throws {
      let difference = try server.difference(from: samples(0..<50_010)) {
        let queue = try TestQueue(.pulseAudio(server: server.server))
        for index in 0..<10 { try queue.enqueue(samples(index * 5001..<(index + 1) * 5001)) }
        #expect(AudioQueueStart(queue.queue, nil) == 0)
        #expect(AudioQueueStop(queue.queue, false) == 0)
        try waitUntil("the queue stops") { queue.hasStopped }
        AudioQueueDispose(queue.queue, true)
      }
      #expect(difference == nil)
    }

    @Test func aLateClientPlays() throws {
      var last: String?
      for _ in 0..<8 {
        let recording = try server.startRecording()
        let queue = try TestQueue(.pulseAudio(server: server.server))
        try queue.enqueue(samples(0..<10_007))
        #expect(AudioQueueStart(queue.queue, nil) == 0)
        try waitUntil("the time stops") { queue.time == 10_007 }
        #expect(queue.isRunning)
        try queue.enqueue(samples(10_007..<30_000))
        try waitUntil("time advances") { (queue.time ?? 0) > 10_007 }
        #expect(AudioQueueStop(queue.queue, false) == 0)
        try waitUntil("the queue stops") { queue.hasStopped }
        AudioQueueDispose(queue.queue, true)
        try recording.waitForSilence()
        recording.stop()
        last = firstDifference(recording.sound.filter { $0 != 0 }, samples(0..<30_000))
        if last == nil { break }
      }
      #expect(last == nil)
    }

    @Test func aSystemSoundCompletes() throws {
      let all = samples(0..<20_011)
      let sound = try TestSound(.pulseAudio(server: server.server), all)
      let ends = Counter()
      var count = 0
      let difference = try server.difference(from: all) {
        count += 1
        AudioServicesPlaySystemSoundWithCompletion(sound.id) { _ = ends.increment() }
        try waitUntil("the end is reported") { ends.value == count }
      }
      #expect(difference == nil)
      #expect(AudioServicesDisposeSystemSoundID(sound.id) == 0)
    }
  }
#endif
