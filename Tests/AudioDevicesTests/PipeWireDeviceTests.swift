#if PulseAudio
  import AudioDevices
  import AudioRealtime
  import Foundation
  import TestSupport
  import Testing

  /// Devices on PipeWire.
  @Suite(.serialized, .enabled(if: PrivatePipeWire.isAvailable)) struct PipeWireDeviceTests {
    private let server: PrivatePipeWire

    init() throws { server = try PrivatePipeWire() }

    private func device() -> PulseAudioDevice {
      PulseAudioDevice(server: server.server, isRetry: false)
    }

    private func play(_ samples: [Float], bufferSeconds: Double = 2) throws -> Playing {
      try Playing(device(), samples, channelCount: 1, bufferSeconds: bufferSeconds)
    }

    // Less than a quantum, and not a multiple of it.
    @Test(arguments: [(100, 2.0), (30_011, 2), (30_011, 0.01)])
    func theRemainderIsPlayedAndCounted(frames: Int, bufferSeconds: Double) throws {
      let samples = ramp(frames: frames, channelCount: 1)
      let difference = try server.difference(from: samples) {
        let playing = try play(samples, bufferSeconds: bufferSeconds)
        try playing.waitUntilPlayed(frames)
        playing.device.stop()
      }
      #expect(difference == nil)
    }

    @Test func framesAfterARemainderAreComplete() throws {
      let samples = ramp(frames: 30_000, channelCount: 1)
      let pieces = [0..<5003, 5003..<7000, 7000..<30_000]
      var last: String?
      for _ in 0..<8 {
        let recording = try server.startRecording()
        let device = device()
        let playing = try Playing(
          device, Array(samples[pieces[0]]), channelCount: 1, aheadFrames: 30_000)
        try playing.waitUntilPlayed(pieces[0].upperBound)
        for piece in pieces.dropFirst() {
          playing.add(Array(samples[piece]))
          try playing.waitUntilPlayed(piece.upperBound)
          #expect(device.position.frames == piece.upperBound)
        }
        device.stop()
        try recording.waitForSilence()
        recording.stop()
        last = firstDifference(recording.sound.filter { $0 != 0 }, samples)
        if last == nil { break }
      }
      #expect(last == nil)
    }

    @Test func playbackResumesAtTheFrameOfThePause() throws {
      let samples = ramp(frames: 60_011, channelCount: 1)
      var last: String?
      for _ in 0..<8 {
        let recording = try server.startRecording()
        let playing = try play(samples)
        try playing.waitUntilPlayed(10_000)
        playing.device.setPaused(true)
        try recording.waitForSilence()
        #expect(playing.device.position.frames < 60_011)
        playing.device.setPaused(false)
        try playing.waitUntilPlayed(60_011)
        playing.device.stop()
        try recording.waitForSilence()
        recording.stop()
        last = firstDifference(recording.sound.filter { $0 != 0 }, samples)
        if last == nil { break }
      }
      #expect(last == nil)
    }

    @Test func theServerBuffersTwoSecondsAtMost() throws {
      let device = device()
      let playing = try Playing(device, ramp(frames: 88_200, channelCount: 1), channelCount: 1)
      try playing.waitUntilPlayed(4410)
      #expect(try #require(device.bufferSeconds) <= 2)
      device.stop()
    }

    @Test func aNewVolumeAppliesSoon() throws {
      let recording = try server.startRecording()
      let device = device()
      // The server buffers ten seconds at the old volume.
      let samples = [Float](repeating: 0.5, count: 441_000)
      let playing = try Playing(device, samples, channelCount: 1, bufferSeconds: 10)
      try playing.waitUntilPlayed(10_000)
      playing.renderer.setGain(0.5, rampFrames: 0)
      device.revise()
      let played = device.position.frames
      try waitUntil("the new volume applies") { recording.sound.last == 0.25 }
      device.stop()
      let change = try #require(recording.sound.firstIndex { $0 == 0.25 })
      #expect(recording.sound[change...].allSatisfy { $0 == 0.25 || $0 == 0 })
      #expect(change < played + 44_100)
    }

    @Test func capturesTheMonitorOfASink() throws {
      let samples = ramp(frames: 20_011, channelCount: 1)
      var last: String?
      for _ in 0..<8 {
        let input = PulseAudioInput(
          server: server.server, source: "speaker.monitor", isRetry: false)
        let capturing = try Capturing(input, channelCount: 1)
        try capturing.waitForSamples(2000)
        let playing = try play(samples)
        try playing.waitUntilPlayed(20_011)
        try waitUntil("the recording is silent") {
          !capturing.sound.isEmpty && capturing.samples.suffix(4000).allSatisfy { $0 == 0 }
        }
        playing.device.stop()
        input.stop()
        last = firstDifference(capturing.sound, samples)
        if last == nil { break }
      }
      #expect(last == nil)
    }
  }
#endif
