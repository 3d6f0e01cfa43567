#if PulseAudio
  import AudioDevices
  import AudioRealtime
  import Foundation
  import TestSupport
  import Testing

  /// Records the monitor of a sink to which our device plays.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct PulseAudioInputTests {
    private func input(_ server: PrivatePulseAudio, _ source: String? = "speaker.monitor")
      -> PulseAudioInput
    {
      PulseAudioInput(server: server.server, source: source, isRetry: false)
    }

    @Test(arguments: ["speaker.monitor", nil]) func everySampleIsCaptured(source: String?) throws {
      let server = try PrivatePulseAudio()
      let capturing = try Capturing(input(server, source))
      try capturing.waitForSamples(2000)
      let output = PulseAudioDevice(server: server.server, isRetry: false)
      let playing = try Playing(output, ramp(frames: 44100))
      try playing.waitUntilPlayed(44100)
      try waitUntil("the recording is silent") {
        capturing.sound.count >= 2 * 44_100
          && capturing.samples.suffix(2000).allSatisfy { $0 == 0 }
      }
      output.stop()
      capturing.device.stop()
      #expect(firstDifference(capturing.sound, ramp(frames: 44100)) == nil)
      #expect(capturing.lossCount == 0)
      #expect(capturing.blocks.allSatisfy { $0.lostFrames == 0 })
    }

    @Test func timesAdvanceWithTheFrames() throws {
      let server = try PrivatePulseAudio()
      let started = MonotonicClock.nanoseconds
      let capturing = try Capturing(input(server))
      try capturing.waitForSamples(2 * 22_050)
      capturing.device.stop()
      let ended = MonotonicClock.nanoseconds
      var frame = 0
      let blocks = capturing.blocks
      let first = try #require(blocks.first?.nanoseconds)
      for block in blocks {
        let expected = first + MonotonicClock.duration(ofFrames: frame, sampleRate: 44100)
        #expect(abs(block.nanoseconds - expected) < 150_000_000)
        #expect(block.nanoseconds > started - 500_000_000 && block.nanoseconds < ended)
        frame += block.samples.count / 2
      }
    }

    @Test(arguments: [0.005, 0.05]) func blocksHaveTheRequestedLength(seconds: Double) throws {
      let server = try PrivatePulseAudio(sink: .null)
      let capturing = try Capturing(input(server), blockSeconds: seconds)
      try capturing.waitForSamples(2 * 22_050)
      capturing.device.stop()
      let lengths = capturing.blocks.map { $0.samples.count / 2 }
      #expect(try #require(lengths.max()) <= Int(44100 * seconds))
      #expect(lengths.filter { $0 > Int(44100 * seconds) / 4 }.count > lengths.count / 2)
    }

    @Test func captureAtTheRateOfTheSource() throws {
      let server = try PrivatePulseAudio(sampleRate: 48000, channelCount: 1)
      let own = try Capturing(input(server))
      #expect(own.sampleRate == 48000)
      #expect(own.device.hardwareFormat == DeviceFormat(sampleRate: 48000, channelCount: 1))
      let wanted = try Capturing(input(server), isRateFixed: true)
      #expect(wanted.sampleRate == 44100)
      try wanted.waitForSamples(1000)
      own.device.stop()
      wanted.device.stop()
    }

    @Test func capturesNothingDuringAPause() throws {
      let server = try PrivatePulseAudio()
      let capturing = try Capturing(input(server))
      try capturing.waitForSamples(2000)
      capturing.device.setPaused(true)
      let count = capturing.samples.count
      let output = PulseAudioDevice(server: server.server, isRetry: false)
      let playing = try Playing(output, ramp(frames: 10_000))
      try playing.waitUntilPlayed(10_000)
      output.stop()
      #expect(capturing.samples.count == count)
      capturing.device.setPaused(false)
      try capturing.waitForSamples(count + 2000)
      capturing.device.stop()
      #expect(capturing.samples.allSatisfy { $0 == 0 })
    }

    @Test func aKilledServerIsReportedWithoutAHang() throws {
      let server = try PrivatePulseAudio()
      let capturing = try Capturing(input(server))
      try capturing.waitForSamples(2000)
      server.stop()
      try waitUntil("the loss is reported") { capturing.lossCount == 1 }
      capturing.device.stop()
      #expect(throws: DeviceError.absent) {
        try Capturing(
          PulseAudioInput(server: server.server, source: nil, isRetry: true))
      }
    }

    @Test func aMissingSourceIsRefused() throws {
      let server = try PrivatePulseAudio()
      #expect(throws: DeviceError.refused) { try Capturing(input(server, "nobody")) }
    }

    @Test(arguments: [(0.5, 2), (1e9, 2), (44100, 33), (44100.5, 2)])
    func refusesImpossibleFormats(sampleRate: Double, channelCount: Int) throws {
      let device = PulseAudioInput(server: "unix:/nonexistent", source: nil, isRetry: true)
      let capturer = Capturer(
        channelCount: channelCount, capacityFrames: 10, recorder: Signal())
      #expect(throws: DeviceError.refused) {
        _ = try device.start(
          capturer, sampleRate: sampleRate, blockFrames: 1, isRateFixed: false, events: { _ in })
      }
    }
  }
#endif
