#if PulseAudio
  import AudioDevices
  import AudioRouting
  import Foundation
  import TestSupport
  import Testing

  @testable import AVFAudio

  /// The shortest buffer that a session can request.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct SessionBufferTests {
    @Test(arguments: [PrivatePulseAudio.Sink.pipe, .null])
    func fiveMillisecondsAreEnough(sink: PrivatePulseAudio.Sink) throws {
      let server = try PrivatePulseAudio(sink: sink, channelCount: 1)
      let recording = sink == .pipe ? try server.startRecording() : nil
      let session = AVAudioSession(
        ProcessSession(DeviceChoice([.pulseAudio(server: server.server)])))
      try session.setPreferredIOBufferDuration(0.005)
      let all = numbered(0..<66_150)
      let listener = PlayerListener()
      let folder = try PlayerFolder()
      let player = try AVAudioPlayer(contentsOf: folder.write([all]))
      player.currentDevice = "pulse:\(server.server)"
      player.delegate = listener
      #expect(player.play())
      // The server's buffer for the stream at several times, in microseconds.
      var held: [Int] = []
      try waitUntil("it plays") {
        let streams = try server.pactl("list", "sink-inputs")
        held += streams.matches(of: /Buffer Latency: (\d+) usec/).compactMap { Int($0.1) }
        return !listener.finished.isEmpty
      }
      #expect(held.count > 1)
      // The server sometimes buffers one more block.
      #expect(held.allSatisfy { $0 <= 6500 }, "\(held)")
      #expect(listener.finished == [true])
      guard let recording else { return }
      try recording.waitForSilence()
      // A slow machine inserts silence.
      #expect(firstDifference(recording.sound.filter { $0 != 0 }, all) == nil)
    }
  }
#endif
