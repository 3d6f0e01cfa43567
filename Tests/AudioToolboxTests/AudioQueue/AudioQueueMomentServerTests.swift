#if PulseAudio
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Queues that start at a moment, as a sound server hears them.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AudioQueueMomentServerTests {
    /// Records the monitor of the sink with buffers of 5 ms.
    private func recorder(_ server: PrivatePulseAudio) throws -> TestInputQueue {
      let queue = try TestInputQueue(
        .pulseAudio(server: server.server, source: "speaker.monitor"), format: TestQueue.format()
      ) { AudioQueueEnqueueBuffer($0.queue, $1, 0, nil) }
      for _ in 0..<32 { try queue.enqueue(capacity: 4 * 220) }
      AudioQueueStart(queue.queue, nil)
      // Nothing comes before the sink renders again, which takes two seconds.
      try waitUntil("the recorder is there") {
        try !server.pactl("list", "short", "source-outputs").isEmpty
      }
      return queue
    }

    /// The moment of the first sample that is not silent, in seconds.
    private func firstSound(_ queue: TestInputQueue) -> Double? {
      for part in queue.returned {
        let samples = LittleEndian.float(part.bytes)
        if let index = samples.firstIndex(where: { $0 != 0 }) {
          return Double(part.start.mHostTime) / 1e9 + Double(index) / 44_100
        }
      }
      return nil
    }

    @Test func aMomentIsKeptWhereTheSinkTakesSilenceBack() throws {
      let server = try PrivatePulseAudio(sink: .null, channelCount: 1)
      let recorder = try recorder(server)
      let queues = try (0..<2).map { _ in try TestQueue(.pulseAudio(server: server.server)) }
      var start = AudioTimeStamp()
      start.mHostTime = AudioGetCurrentHostTime() + 4_000_000_000
      start.mFlags = .hostTimeValid
      for queue in queues {
        try queue.enqueue(samples(0..<441_000))
        #expect(AudioQueueStart(queue.queue, &start) == 0)
      }
      // With each the sink takes back some of the silence before the stream, as much as it renders at once by now.
      for step in 1...40 {
        AudioQueueSetParameter(queues[0].queue, kAudioQueueParam_Volume, Float(step) / 40)
        // Until the server is through with it.
        _ = try server.pactl("info")
      }
      try waitUntil("the queues are heard") { firstSound(recorder) != nil }
      let late = try #require(firstSound(recorder)) - Double(start.mHostTime) / 1e9
      // The monitor itself is some milliseconds ahead; a machine that is busy may be told late.
      #expect(late > -0.012 && late < 0.05, "\(late) s")
      for queue in queues { AudioQueueDispose(queue.queue, true) }
      AudioQueueDispose(recorder.queue, true)
    }
  }
#endif
