#if PulseAudio
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Records the monitor of a sink while another program plays to the sink.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AudioQueueInputServerTests {
    private func format(channelCount: UInt32 = 1) -> AudioStreamBasicDescription {
      TestQueue.format(channelCount: channelCount)
    }

    private func monitor(_ server: PrivatePulseAudio) -> InputKind {
      .pulseAudio(server: server.server, source: "speaker.monitor")
    }

    private func floats(_ queue: TestInputQueue) -> [Float] {
      LittleEndian.float(queue.returned.flatMap(\.bytes))
    }

    private func sound(_ samples: [Float]) -> [Float] {
      guard let first = samples.firstIndex(where: { $0 != 0 }),
        let last = samples.lastIndex(where: { $0 != 0 })
      else { return [] }
      return Array(samples[first...last])
    }

    @Test func playedSoundIsRecorded() throws {
      let server = try PrivatePulseAudio(channelCount: 1)
      let queue = try TestInputQueue(monitor(server), format: format()) {
        AudioQueueEnqueueBuffer($0.queue, $1, 0, nil)
      }
      for _ in 0..<4 { try queue.enqueue(capacity: 4 * 441) }
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try queue.waitForBuffers(4)
      let played = samples(0..<44_100)
      let folder = try TestSupport.TemporaryFolder()
      try Tool.write(LittleEndian.bytes(played), to: folder.url("sound"))
      let player = try ChildProcess(
        "pacat",
        [
          "--playback", "--format=float32le", "--rate=44100", "--channels=1",
          folder.url("sound").path,
        ], environment: server.environment)
      #expect(player.wait() == .exit(0))
      try waitUntil("the recording is silent") {
        let all = floats(queue)
        return sound(all).count >= played.count && all.suffix(4410).allSatisfy { $0 == 0 }
      }
      AudioQueueStop(queue.queue, true)
      #expect(firstDifference(sound(floats(queue)), played) == nil)
      let parts = queue.returned.filter { $0.packetCount > 0 }
      for (part, next) in zip(parts, parts.dropFirst()) {
        #expect(next.start.mSampleTime == part.start.mSampleTime + Double(part.packetCount))
      }
      #expect(queue.errors.isEmpty)
      AudioQueueDispose(queue.queue, true)
    }

    @Test func shortBuffersRequestShortFragments() throws {
      let server = try PrivatePulseAudio(sink: .null, channelCount: 1)
      let queue = try TestInputQueue(monitor(server), format: format()) {
        AudioQueueEnqueueBuffer($0.queue, $1, 0, nil)
      }
      for _ in 0..<8 { try queue.enqueue(capacity: 4 * 220) }
      AudioQueueStart(queue.queue, nil)
      try queue.waitForBuffers(50)
      let streams = try server.pactl("list", "source-outputs")
      AudioQueueDispose(queue.queue, true)
      // Half of the requested latency belongs to the source.
      let latency = try #require(streams.firstMatch(of: /Source Latency: (\d+) usec/)?.1)
      #expect(try #require(Int(latency)) <= 10_000)
    }

    @Test func recordingSurvivesARestartOfTheServer() throws {
      let server = try PrivatePulseAudio(channelCount: 1)
      let queue = try TestInputQueue(monitor(server), format: format()) {
        AudioQueueEnqueueBuffer($0.queue, $1, 0, nil)
      }
      for _ in 0..<4 { try queue.enqueue(capacity: 4 * 441) }
      var timeline: AudioQueueTimelineRef?
      AudioQueueCreateTimeline(queue.queue, &timeline)
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try queue.waitForBuffers(20)
      server.stop()
      let count = queue.returned.count
      try queue.waitForBuffers(count + 50)
      var time = AudioTimeStamp()
      var isBroken = DarwinBoolean(false)
      #expect(AudioQueueGetCurrentTime(queue.queue, timeline, &time, &isBroken) == 0)
      #expect(isBroken.boolValue)
      try server.start()
      try waitUntil("the server records again") {
        try !server.pactl("list", "short", "source-outputs").isEmpty
      }
      let played = samples(0..<22_050)
      let player = try TestQueue(.pulseAudio(server: server.server))
      try player.enqueue(played)
      AudioQueueStart(player.queue, nil)
      AudioQueueStop(player.queue, false)
      // The sound has no silent sample, so silence comes from a slow machine.
      func recorded() -> [Float] { floats(queue).filter { $0 != 0 } }
      try waitUntil("all is recorded") { recorded().count >= played.count }
      AudioQueueStop(queue.queue, true)
      #expect(firstDifference(recorded(), played) == nil)
      // The sound is as long as the elapsed time.
      let returned = queue.returned.filter { $0.packetCount > 0 }
      let first = try #require(returned.first?.start)
      let last = try #require(returned.last?.start)
      let passed = Double(last.mHostTime - first.mHostTime) / 1e9
      #expect(abs(passed - (last.mSampleTime - first.mSampleTime) / 44_100) < 0.2)
      AudioQueueDispose(player.queue, true)
      AudioQueueDispose(queue.queue, true)
    }
  }
#endif
