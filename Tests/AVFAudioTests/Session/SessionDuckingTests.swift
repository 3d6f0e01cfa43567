#if PulseAudio
  import AudioDevices
  import AudioRouting
  import Foundation
  import TestSupport
  import Testing

  @testable import AVFAudio

  /// A server that lowers other programs on request.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct SessionDuckingTests {
    private let server: PrivatePulseAudio
    private let session: AVAudioSession
    private let files: PlayerFolder

    init() throws {
      server = try PrivatePulseAudio()
      session = AVAudioSession(
        ProcessSession(DeviceChoice([.pulseAudio(server: server.server)])))
      files = try PlayerFolder()
      _ = try server.pactl("load-module", "module-role-ducking")
    }

    /// Another program, whose music is on the left.
    private func otherProgram() throws -> ChildProcess {
      // Half of full scale in each left sample of 16 bits, for a minute.
      let bytes = (0..<60 * 44_100 * 4).map { $0 % 4 == 1 ? 0x40 : 0 as UInt8 }
      try Tool.write(bytes, to: files.folder.file("music"))
      return try ChildProcess(
        "pacat",
        [
          "--playback", "--raw", "--format=s16le", "--rate=44100", "--channels=2",
          "--property=media.role=music", files.folder.file("music").path,
        ], environment: server.environment)
    }

    /// A player on the right.
    private func player() throws -> AVAudioPlayer {
      let tracks = [[Float](repeating: 0, count: 44_100), [Float](repeating: 0.25, count: 44_100)]
      let player = try AVAudioPlayer(contentsOf: files.write(tracks))
      player.numberOfLoops = -1
      player.currentDevice = "pulse:\(server.server)"
      return player
    }

    @Test func otherProgramsAreLoweredByTwentyDecibelsDuringPlayback() throws {
      let recording = try server.startRecording()
      let music = try otherProgram()
      /// Waits until each side has a given level.
      func expect(_ left: Float, _ right: Float, _ what: String) throws {
        try waitUntil(what) {
          let last = recording.samples.suffix(2)
          return abs((last.first ?? 0) - left) < left * 0.005 && last.last == right
        }
      }
      try expect(0.5, 0, "the other program is heard")
      try session.setCategory(.playback)
      let player = try player()
      #expect(player.play())
      try expect(0.5, 0.25, "both are heard")
      try session.setCategory(.playback, options: .duckOthers)
      try expect(0.05, 0.25, "the other program is lowered")
      try session.setCategory(.playback)
      try expect(0.5, 0.25, "the other program is as it was")
      try session.setCategory(.playback, options: .duckOthers)
      try expect(0.05, 0.25, "the other program is lowered again")
      player.stop()
      try expect(0.5, 0, "the other program is as it was")
      music.kill(SIGTERM)
    }
  }
#endif
