#if PulseAudio
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// The channels of a device by number.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AudioQueueChannelTests {
    private func assign(_ queue: AudioQueueRef, _ channels: [(String, UInt32)]) -> OSStatus {
      let names = channels.map { $0.0 as NSString }
      let assignments = zip(names, channels).map {
        AudioQueueChannelAssignment(
          mDeviceUID: Unmanaged.passUnretained($0), mChannelNumber: $1.1)
      }
      return withExtendedLifetime(names) {
        AudioQueueSetProperty(
          queue, kAudioQueueProperty_ChannelAssignments, assignments,
          UInt32(MemoryLayout<AudioQueueChannelAssignment>.stride * channels.count))
      }
    }

    /// The channels of interleaved samples.
    private func channels(_ samples: [Float], _ count: Int) -> [[Float]] {
      (0..<count).map { channel in
        stride(from: channel, to: samples.count, by: count).map { samples[$0] }
      }
    }

    /// The samples without silent frames, which a slow machine inserts.
    private func sound(_ samples: [Float], _ count: Int) -> [Float] {
      stride(from: 0, to: samples.count, by: count).map { samples[$0..<$0 + count] }
        .filter { $0.contains { $0 != 0 } }.flatMap { $0 }
    }

    @Test(arguments: ["speaker", "speaker:analog-output:1"])
    func soundPlaysOnTheAssignedChannels(device: String) throws {
      let server = try PrivatePulseAudio(channelCount: 4)
      let recording = try server.startRecording()
      let queue = try TestQueue(
        .pulseAudio(server: server.server), format: TestQueue.format(channelCount: 2))
      #expect(assign(queue.queue, [(device, 4), (device, 1)]) == 0)
      let played = samples(0..<20_000)
      try queue.enqueue(played)
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      #expect(
        assign(queue.queue, [(device, 1), (device, 2)]) == kAudioQueueErr_InvalidRunState)
      AudioQueueStop(queue.queue, false)
      try waitUntil("the queue stops") { queue.hasStopped }
      try recording.waitForSilence()
      let recorded = channels(sound(recording.sound, 4), 4)
      let expected = channels(played, 2)
      #expect(firstDifference(recorded[3], expected[0]) == nil)
      #expect(firstDifference(recorded[0], expected[1]) == nil)
      #expect(recorded[1].allSatisfy { $0 == 0 } && recorded[2].allSatisfy { $0 == 0 })
      AudioQueueDispose(queue.queue, true)
    }

    @Test func soundIsRecordedFromTheAssignedChannels() throws {
      let server = try PrivatePulseAudio(channelCount: 4)
      let player = try TestQueue(
        .pulseAudio(server: server.server), format: TestQueue.format(channelCount: 2))
      #expect(assign(player.queue, [("speaker", 2), ("speaker", 3)]) == 0)
      let queue = try TestInputQueue(
        .pulseAudio(server: server.server, source: nil),
        format: TestQueue.format(channelCount: 2)
      ) { AudioQueueEnqueueBuffer($0.queue, $1, 0, nil) }
      #expect(assign(queue.queue, [("speaker.monitor", 3), ("speaker.monitor", 4)]) == 0)
      for _ in 0..<4 { try queue.enqueue(capacity: 8 * 441) }
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try queue.waitForBuffers(4)
      let played = samples(0..<20_000)
      try player.enqueue(played)
      #expect(AudioQueueStart(player.queue, nil) == 0)
      let expected = channels(played, 2)[1]
      func recorded() -> [[Float]] {
        channels(LittleEndian.float(queue.returned.flatMap(\.bytes)), 2)
      }
      try waitUntil("it is recorded") {
        let samples = recorded()[0]
        return samples.count { $0 != 0 } >= 10_000 && samples.suffix(4410).allSatisfy { $0 == 0 }
      }
      #expect(AudioQueueStop(queue.queue, true) == 0)
      let all = recorded()
      #expect(firstDifference(all[0].filter { $0 != 0 }, expected) == nil)
      #expect(all[1].allSatisfy { $0 == 0 })
      for queue in [player.queue, queue.queue] { AudioQueueDispose(queue, true) }
    }

    @Test func invalidAssignmentsAreRefused() throws {
      let server = try PrivatePulseAudio()
      let queue = try TestQueue(
        .pulseAudio(server: server.server), format: TestQueue.format(channelCount: 2))
      var size: UInt32 = 0
      #expect(
        AudioQueueGetPropertySize(queue.queue, kAudioQueueProperty_ChannelAssignments, &size)
          == kAudioQueueErr_InvalidProperty)
      #expect(assign(queue.queue, [("speaker", 1)]) == kAudioQueueErr_InvalidPropertySize)
      let wrong = kAudioQueueErr_InvalidPropertyValue
      #expect(assign(queue.queue, [("speaker", 1), ("other", 2)]) == wrong)
      #expect(assign(queue.queue, [("speaker", 1), ("speaker", 0)]) == wrong)
      #expect(assign(queue.queue, [("", 1), ("", 2)]) == wrong)
      for (device, number) in [("speaker", UInt32(3)), ("nowhere", 2), ("nowhere:speaker", 2)] {
        #expect(assign(queue.queue, [(device, 1), (device, number)]) == 0)
        #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_CannotStart)
      }
      #expect(assign(queue.queue, [("speaker", 2), ("speaker", 2)]) == 0)
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      AudioQueueDispose(queue.queue, true)
      // A file has no device channels.
      let file = OfflineFile()
      let other = try TestQueue(file.kind)
      #expect(assign(other.queue, [("speaker", 1)]) == 0)
      #expect(AudioQueueStart(other.queue, nil) == kAudioQueueErr_CannotStart)
      AudioQueueDispose(other.queue, true)
    }
  }
#endif
