#if PulseAudio
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Queues with a start time, recorded from a sound server.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AudioQueueMomentServerTests {
    /// The format of interleaved Float32.
    private func format(_ sampleRate: Double, _ channelCount: Int) -> AudioStreamBasicDescription {
      var format = TestQueue.format(channelCount: UInt32(channelCount))
      format.mSampleRate = sampleRate
      return format
    }

    private func moment(in seconds: Double) -> AudioTimeStamp {
      var start = AudioTimeStamp()
      start.mHostTime = AudioGetCurrentHostTime() + UInt64(seconds * 1e9)
      start.mFlags = .hostTimeValid
      return start
    }

    /// The center of the sound in a range of samples, in samples.
    private func middle(_ samples: [Float], _ range: Range<Int>) -> Double {
      let sum = range.reduce(0.0) { $0 + Double(samples[$1]) }
      return range.reduce(0.0) { $0 + Double(samples[$1]) * Double($1) } / sum
    }

    @Test func queuesWithOneStartTimeAreSynchronousAtAnyRateAndChannelCount() throws {
      let server = try PrivatePulseAudio(sampleRate: 48_000)
      let recording = try server.startRecording()
      let kinds = [
        (16_000.0, 1), (44_100, 2), (48_000, 6), (22_050, 6), (96_000, 1), (44_100, 8), (48_000, 2),
      ]
      let queues = try kinds.map { rate, channels in
        try TestQueue(.pulseAudio(server: server.server), format: format(rate, channels))
      }
      // Each queue has one soft pulse in its left channel, at its own time.
      for (index, (rate, channels)) in kinds.enumerated() {
        let center = Double(index + 1) * 0.2 * rate
        let frames = (0..<Int(1.6 * rate)).map {
          Float(exp(-pow((Double($0) - center) / (rate / 250), 2))) / 2
        }
        try queues[index].enqueue(
          frames.flatMap { [$0] + [Float](repeating: 0, count: channels - 1) })
      }
      // Samples that were decoded before the start are mixed with the others.
      var count: UInt32 = 0
      #expect(AudioQueuePrime(queues[1].queue, 0, &count) == 0 && count > 0)
      #expect(AudioQueuePrime(queues[3].queue, 3000, &count) == 0 && count > 0)
      var start = moment(in: 5)
      for queue in queues {
        #expect(AudioQueueStart(queue.queue, &start) == 0)
        #expect(AudioQueueStop(queue.queue, false) == 0)
      }
      #expect(try server.pactl("list", "short", "sink-inputs").split(separator: "\n").count == 1)
      for queue in queues { try waitUntil("the queue stops") { queue.hasStopped } }
      try recording.waitForSilence()
      let samples = recording.samples
      let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
      let rise = try #require(left.firstIndex { $0 > 0.2 })
      let first = middle(left, rise - 4000..<rise + 5000)
      for index in kinds.indices {
        let expected = first + Double(index) * 9600
        let place = middle(left, Int(expected) - 4500..<Int(expected) + 4500)
        #expect(abs(place - expected) < 0.6, "\(kinds[index]): \(place - expected)")
      }
      for queue in queues { AudioQueueDispose(queue.queue, true) }
    }

    @Test func channelsPlayInAMixAsTheyDoAlone() throws {
      // All at once, each on its own server: waiting for the moment takes the most time.
      let counts = [1, 2, 3, 5, 6, 7, 8]
      let alone = try sounds(of: counts, isMixed: false)
      let mixed = try sounds(of: counts, isMixed: true)
      for (index, count) in counts.enumerated() {
        let (one, other) = (alone[index], mixed[index])
        try #require(one.count == other.count && one.count == 20_000, "\(count) channels")
        let difference = zip(one, other).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        #expect(difference < 1e-6, "\(count) channels")
      }
    }

    /// Returns the sound of a queue of each channel count on a server, from a moment or at once.
    private func sounds(of channelCounts: [Int], isMixed: Bool) throws -> [[Float]] {
      let played = try channelCounts.map { channelCount in
        let server = try PrivatePulseAudio()
        let recording = try server.startRecording()
        let queue = try TestQueue(
          .pulseAudio(server: server.server), format: format(44_100, channelCount))
        try queue.enqueue(samples(0..<10_000 * channelCount))
        return (server: server, recording: recording, queue: queue)
      }
      var start = moment(in: 4)
      for (_, _, queue) in played {
        let status =
          isMixed ? AudioQueueStart(queue.queue, &start) : AudioQueueStart(queue.queue, nil)
        #expect(status == 0 && AudioQueueStop(queue.queue, false) == 0)
      }
      return try played.map { (_, recording, queue) in
        try waitUntil("the queue stops") { queue.hasStopped }
        try recording.waitForSilence()
        AudioQueueDispose(queue.queue, true)
        return recording.sound
      }
    }

    @Test func timeAndParametersUseTheQueuesFrames() throws {
      let server = try PrivatePulseAudio(sampleRate: 48_000)
      let recording = try server.startRecording()
      let queue = try TestQueue(.pulseAudio(server: server.server), format: format(22_050, 1))
      var changes = AudioQueueParameterEvent(mID: kAudioQueueParam_Volume, mValue: 0.5)
      for index in 0..<2 {
        let buffer = try queue.buffer(capacity: 4 * 6000)
        buffer.pointee.mAudioData.initializeMemory(as: Float.self, repeating: 0.5, count: 6000)
        buffer.pointee.mAudioDataByteSize = 4 * 6000
        #expect(
          AudioQueueEnqueueBufferWithParameters(
            queue.queue, buffer, 0, nil, 0, 0, UInt32(index), &changes, nil, nil) == 0)
      }
      // All frames are decoded before the sink's rate is known.
      var count: UInt32 = 0
      #expect(AudioQueuePrime(queue.queue, 12_000, &count) == 0 && count == 12_000)
      var start = moment(in: 3)
      #expect(AudioQueueStart(queue.queue, &start) == 0)
      // The last frames arrive although no frame follows them.
      try waitUntil("all frames have played") { (queue.time ?? 0) >= 12_000 }
      #expect(queue.time == 12_000)
      try recording.waitForSilence()
      let samples = recording.samples
      let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
      let first = try #require(left.firstIndex { $0 > 0.25 })
      let step = try #require((first + 1000..<left.count).first { left[$0] < 0.499 })
      #expect(abs(step - first - 6000 * 48_000 / 22_050) < 4)
      let end = try #require(left.lastIndex { $0 > 0.125 })
      #expect(abs(end + 1 - first - 12_000 * 48_000 / 22_050) < 3)
      #expect(abs(left[end - 1000] - 0.25) < 1e-4)
      AudioQueueDispose(queue.queue, true)
    }
  }
#endif
