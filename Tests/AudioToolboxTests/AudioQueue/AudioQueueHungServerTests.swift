#if PulseAudio
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// An existing sound server that does not respond.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AudioQueueHungServerTests {
    /// Calls of a client while the server hangs.
    enum Deed: CaseIterable {
      case pause, stop, reset, dispose
    }

    @Test(arguments: Deed.allCases)
    func noCallHangs(deed: Deed) throws {
      let server = try PrivatePulseAudio(channelCount: 1)
      let queue = try TestQueue(.pulseAudio(server: server.server))
      try queue.enqueue(samples(0..<600_000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try waitUntil("time advances") { (queue.time ?? 0) > 2000 }
      server.send(signal: SIGSTOP)
      defer { server.send(signal: SIGCONT) }
      var rate = 0.0
      var size: UInt32 = 8
      #expect(
        AudioQueueGetProperty(queue.queue, kAudioQueueDeviceProperty_SampleRate, &rate, &size) == 0)
      #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_Volume, 0.5) == 0)
      var time = AudioTimeStamp()
      #expect(AudioQueueDeviceGetCurrentTime(queue.queue, &time) == 0)
      switch deed {
      case .pause:
        #expect(AudioQueuePause(queue.queue) == 0)
        #expect(AudioQueueStart(queue.queue, nil) == 0)
      case .stop:
        #expect(AudioQueueStop(queue.queue, true) == 0)
        #expect(queue.returned.count == 1)
        #expect(!queue.isRunning)
      case .reset: #expect(AudioQueueReset(queue.queue) == 0)
      case .dispose: break
      }
      #expect(AudioQueueDispose(queue.queue, true) == 0)
    }

    @Test func aQueueDoesNotStart() throws {
      let server = try PrivatePulseAudio(channelCount: 1)
      server.send(signal: SIGSTOP)
      defer { server.send(signal: SIGCONT) }
      let queue = try TestQueue(.pulseAudio(server: server.server))
      #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_CannotStart)
      #expect(AudioQueueDispose(queue.queue, true) == 0)
    }

    @Test func playbackContinuesWithoutTheServer() throws {
      let server = try PrivatePulseAudio(channelCount: 1)
      let queue = try TestQueue(.pulseAudio(server: server.server))
      // More frames than the server buffers; only another device can play the rest.
      try queue.enqueue(samples(0..<4 * 44100))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try waitUntil("time advances") { (queue.time ?? 0) > 2000 }
      server.send(signal: SIGSTOP)
      defer { server.send(signal: SIGCONT) }
      AudioQueueStop(queue.queue, false)
      try waitUntil("the queue stops", seconds: 60) { queue.hasStopped }
      AudioQueueDispose(queue.queue, true)
    }
  }
#endif
