#if PulseAudio
  import AudioDevices
  import AudioRealtime
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct PulseAudioDeviceTests {
    @Test func everySampleReachesTheSink() throws {
      let server = try PrivatePulseAudio()
      let recording = try server.startRecording()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      let samples = ramp(frames: 44100)
      let playing = try Playing(device, samples)
      try playing.waitUntilPlayed(44100)
      try recording.waitForSilence()
      device.stop()
      #expect(firstDifference(recording.sound, samples) == nil)
    }

    @Test func playedFramesAreInTheSinkWhenTheDeviceStops() throws {
      let server = try PrivatePulseAudio()
      let recording = try server.startRecording()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      let samples = ramp(frames: 20_000)
      let playing = try Playing(device, samples)
      try playing.waitUntilPlayed(20_000)
      device.stop()
      try recording.waitForSilence()
      #expect(firstDifference(recording.sound, samples) == nil)
    }

    @Test func thePositionDoesNotLeadTheSink() throws {
      let server = try PrivatePulseAudio(sink: .null)
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      let playing = try Playing(device, ramp(frames: 22_050))
      try playing.waitUntilPlayed(22_050)
      let streams = try server.pactl("list", "sink-inputs")
      device.stop()
      // The buffered part of the half second, in microseconds.
      let held = try #require(streams.firstMatch(of: /Buffer Latency: (\d+) usec/)?.1)
      #expect(try #require(Int(held)) < 100_000)
    }

    @Test func resumesAfterStarvationAndPause() throws {
      let server = try PrivatePulseAudio()
      let recording = try server.startRecording()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      let playing = try Playing(
        device, ramp(frames: 5000), aheadFrames: 150_000, bufferSeconds: 4)
      try playing.waitUntilPlayed(5000)
      playing.add(ramp(frames: 145_000, from: 5000))
      try playing.waitUntilPlayed(10_000)
      device.setPaused(true)
      try recording.waitForSilence()
      #expect(device.position.frames < 150_000)
      device.setPaused(false)
      try playing.waitUntilPlayed(150_000)
      try recording.waitForSilence()
      device.stop()
      let sound = recording.sound.filter { $0 != 0 }
      #expect(firstDifference(sound, ramp(frames: 150_000)) == nil)
    }

    @Test func aNewVolumeAppliesSoon() throws {
      let server = try PrivatePulseAudio()
      let recording = try server.startRecording()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      // The server buffers ten seconds at the old volume.
      let samples = [Float](repeating: 0.5, count: 2 * 441_000)
      let playing = try Playing(device, samples, bufferSeconds: 10)
      try playing.waitUntilPlayed(10_000)
      playing.renderer.setGain(0.5, rampFrames: 0)
      device.revise()
      let played = device.position.frames
      try waitUntil("the new volume applies") { recording.sound.last == 0.25 }
      device.stop()
      try recording.waitForSilence()
      let sound = recording.sound
      let change = try #require(sound.firstIndex { $0 == 0.25 }) / 2
      #expect(sound[..<(change * 2)].allSatisfy { $0 == 0.5 })
      #expect(sound[(change * 2)...].allSatisfy { $0 == 0.25 })
      #expect(change < played + 44_100)
    }

    @Test func aKilledServerIsReportedWithoutAHang() throws {
      let server = try PrivatePulseAudio()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      let playing = try Playing(device, ramp(frames: 200_000))
      try playing.waitUntilPlayed(4410)
      server.stop()
      try waitUntil("the loss is reported") { playing.lossCount == 1 }
      let played = device.position.frames
      device.stop()
      #expect(device.position.frames >= played)
      #expect(device.position.frames < 200_000)
      #expect(throws: DeviceError.absent) {
        try Playing(PulseAudioDevice(server: server.server, isRetry: true), ramp(frames: 1))
      }
    }

    @Test(arguments: [false, true]) func theSinkOfTheSessionMayDisappear(isPrepared: Bool) throws {
      let server = try PrivatePulseAudio()
      let streams = ServerStreams.on(server.server)
      streams.setOutput("gone", present: nil)
      defer { streams.setOutput(nil, present: nil) }
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      if isPrepared {
        let format = DeviceFormat(sampleRate: 44100, channelCount: 2)
        let prepare = try #require(device.preparation(for: format, bufferFrames: 88_200))
        prepare()
      }
      let playing = try Playing(device, ramp(frames: 5000))
      try playing.waitUntilPlayed(5000)
      device.stop()
      // A sink named by the client is not replaced by another one.
      for _ in 0..<2 {
        #expect(throws: DeviceError.refused) {
          try Playing(
            PulseAudioDevice(server: server.server, sink: "gone", isRetry: false),
            ramp(frames: 100))
        }
        streams.setOutput(nil, present: nil)
      }
    }

    @Test func reportsTheFormatOfItsSink() throws {
      let server = try PrivatePulseAudio(sampleRate: 48000, channelCount: 1)
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      _ = try Playing(device, ramp(frames: 100))
      #expect(device.hardwareFormat == DeviceFormat(sampleRate: 48000, channelCount: 1))
      device.stop()
    }

    @Test(arguments: [(0.5, 2), (1e9, 2), (44100, 33), (44100.5, 2)])
    func refusesImpossibleFormats(sampleRate: Double, channelCount: Int) throws {
      #expect(throws: DeviceError.refused) {
        try Playing(
          PulseAudioDevice(server: "unix:/nonexistent", isRetry: true),
          [], sampleRate: sampleRate, channelCount: channelCount, bufferSeconds: 0)
      }
    }
  }
#endif
