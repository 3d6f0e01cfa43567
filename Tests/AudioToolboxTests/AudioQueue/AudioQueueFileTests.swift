#if MPG123 && LibAV
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Compressed files through a queue, in the way that players use it, compared with FFmpeg's
  /// decoding.
  @Suite struct AudioQueueFileTests {
    /// A codec, with FFmpeg's options for encoding and decoding it.
    enum Codec: CaseIterable {
      case mp3, aac

      func encode(seconds: Double) throws -> [UInt8] {
        let options =
          self == .mp3
          ? ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"]
          : ["-c:a", "aac", "-b:a", "96k", "-f", "adts"]
        return try FFmpeg.encode(options, sampleRate: 44100, channelCount: 2, seconds: seconds)
      }

      func reference(_ file: [UInt8]) throws -> [Float] {
        try FFmpeg.decodeFloat(file, self == .mp3 ? ["-c:a", "mp3float"] : [])
      }

      func accepts(_ difference: SampleDifference) -> Bool {
        guard difference.missing == 0 else { return false }
        return self == .mp3 ? difference.peak <= 1.0 / 32768 : difference.signalToNoise >= 90
      }
    }

    /// The API from which a player gets its packets.
    enum Way: CaseIterable {
      /// `AudioFileReadPacketData`, into three reused buffers of half a second.
      case file
      /// `AudioFileStream`, into one buffer of 2 and then 5 seconds, freed in its callback.
      case stream

      func play(_ bytes: [UInt8], on device: DeviceKind) throws -> TestQueue {
        switch self {
        case .file: try FilePlayer.play(bytes, on: device)
        case .stream: try StreamPlayer.play(bytes, on: device)
        }
      }
    }

    @Test(arguments: Codec.allCases, Way.allCases)
    func everySampleOfAFilePlays(codec: Codec, way: Way) throws {
      let bytes = try codec.encode(seconds: 9)
      let output = OfflineFile()
      let queue = try way.play(bytes, on: output.kind)
      try waitUntil("the queue stops") { queue.hasStopped }
      AudioQueueDispose(queue.queue, true)
      let reference = try codec.reference(bytes)
      #expect(reference.count > 9 * 88200)
      let difference = SampleDifference(output.samples, reference: reference)
      #expect(codec.accepts(difference), "\(difference)")
    }

    #if PulseAudio
      @Test(
        .enabled(if: PrivatePulseAudio.isAvailable),
        arguments: [(Codec.mp3, Way.stream), (.aac, .file)])
      func everySampleReachesTheServer(codec: Codec, way: Way) throws {
        // More than is decoded ahead and waits in the device.
        let bytes = try codec.encode(seconds: 5)
        let server = try PrivatePulseAudio()
        let recording = try server.startRecording()
        let queue = try way.play(bytes, on: .pulseAudio(server: server.server))
        try waitUntil("the queue stops", seconds: 60) { queue.hasStopped }
        try recording.waitForSilence()
        AudioQueueDispose(queue.queue, true)
        let output = OfflineFile()
        let offline = try way.play(bytes, on: output.kind)
        try waitUntil("the queue stops") { offline.hasStopped }
        AudioQueueDispose(offline.queue, true)
        // The samples for the speaker equal the samples that the test above compares with FFmpeg.
        #expect(firstDifference(sound(recording.sound), sound(output.samples)) == nil)
      }
    #endif

    /// The samples without silent frames, which a slow machine inserts.
    private func sound(_ samples: [Float]) -> [Float] {
      stride(from: 0, to: samples.count - 1, by: 2)
        .filter { (index: Int) -> Bool in samples[index] != 0 || samples[index + 1] != 0 }
        .flatMap { (index: Int) -> [Float] in [samples[index], samples[index + 1]] }
    }

    @Test func twoTracksFollowWithoutAGap() throws {
      let output = OfflineFile()
      var expected: [Float] = []
      var queue: TestQueue?
      for seconds in [1.3, 2.1] {
        let bytes = try Codec.mp3.encode(seconds: seconds)
        let packets = try FilePackets(bytes)
        var table = AudioFilePacketTableInfo()
        var size: UInt32 = 16
        #expect(
          AudioFileGetProperty(packets.file, kAudioFilePropertyPacketTableInfo, &size, &table) == 0)
        #expect(table.mPrimingFrames > 0 && table.mRemainderFrames > 0)
        #expect(table.mNumberValidFrames == Int64((seconds * 44100).rounded()))
        let start = Int(table.mPrimingFrames) * 2
        expected += try Codec.mp3.reference(bytes)[start...].prefix(
          Int(table.mNumberValidFrames) * 2)
        let player = try queue ?? TestQueue(output.kind, format: packets.format)
        queue = player
        let buffer = try packets.wholeBuffer(player.queue)
        #expect(
          AudioQueueEnqueueBufferWithParameters(
            player.queue, buffer, 0, nil, UInt32(table.mPrimingFrames),
            UInt32(table.mRemainderFrames), 0, nil, nil, nil) == 0)
        #expect(AudioQueueFlush(player.queue) == 0)
      }
      let player = try #require(queue)
      AudioQueueStart(player.queue, nil)
      AudioQueueStop(player.queue, false)
      try waitUntil("the queue stops") { player.hasStopped }
      AudioQueueDispose(player.queue, true)
      let difference = SampleDifference(output.samples, reference: expected)
      #expect(Codec.mp3.accepts(difference), "\(difference)")
    }
  }
#endif
