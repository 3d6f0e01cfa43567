#if PulseAudio
  import Foundation
  import TestSupport
  import Testing

  /// `afplay`, suspended by a shell or a sleeping machine.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct SuspendedPlayerTests {
    private let server: PrivatePulseAudio
    private let folder: TemporaryFolder

    init() throws {
      server = try PrivatePulseAudio(channelCount: 1)
      folder = try TemporaryFolder()
    }

    /// A WAVE file of Float32, one channel at 44.1 kHz.
    private func write(_ samples: [Float]) throws -> String {
      let bytes = LittleEndian.bytes(samples)
      var file = Array("RIFF".utf8)
      func append(_ values: Int..., byteCount: Int = 4) {
        for value in values {
          file += (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
      }
      append(bytes.count + 36)
      file += Array("WAVEfmt ".utf8)
      append(16)
      // Floating point, one channel.
      append(3, 1, byteCount: 2)
      append(44_100, 176_400)
      append(4, 32, byteCount: 2)
      file += Array("data".utf8)
      append(bytes.count)
      try Tool.write(file + bytes, to: folder.url("sound.wav"))
      return folder.url("sound.wav").path
    }

    @Test func continuesWithTheNextSample() throws {
      // No sample is silent, and each identifies its position.
      var samples: [Float] = []
      for frame in 0..<6 * 44_100 {
        samples.append(Float(frame % 60_000 + 1) / (frame.isMultiple(of: 2) ? 65536 : -65536))
      }
      let path = try write(samples)
      let recording = try server.startRecording()
      let environment = server.environment.merging(["OPENCOREAUDIO_DEVICE": "pulse"]) { $1 }
      let process = try ChildProcess(Programs.path("afplay"), [path], environment: environment)
      // Longer than any timeout for the server after the buffers run empty.
      let silentFrames = 4 * 44_100
      for round in 1...2 {
        let played = recording.sound.count
        try waitUntil("sound plays for the \(round). time") { recording.sound.count > played }
        process.kill(SIGSTOP)
        try recording.waitForSilence(frames: silentFrames)
        #expect(process.ending == nil)
        process.kill(SIGCONT)
      }
      try waitUntil("afplay ends") { process.ending != nil }
      #expect(process.ending == .exit(0))
      #expect(process.errors == "" && process.output == "")
      try recording.waitForSilence()
      let sound = recording.sound
      let places = sound.indices.filter { sound[$0] != 0 }
      let played = places.map { sound[$0] }
      #expect(played == samples, "\(played.count) samples for \(samples.count)")
      // A slow machine may insert more silence.
      let gaps = zip(places, places.dropFirst()).map { $1 - $0 - 1 }
      #expect(gaps.filter { $0 >= silentFrames }.count == 2)
    }
  }
#endif
