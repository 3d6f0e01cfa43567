#if PulseAudio
  import AudioDevices
  import AudioRouting
  import Foundation
  import TestSupport
  import Testing

  @testable import AVFAudio

  /// A session on PipeWire.
  @Suite(.serialized, .enabled(if: PrivatePipeWire.isAvailable)) struct PipeWireSessionTests {
    private let server: PrivatePipeWire
    private let session: AVAudioSession

    init() throws {
      server = try PrivatePipeWire()
      session = AVAudioSession(
        ProcessSession(DeviceChoice([.pulseAudio(server: server.server)])))
    }

    private var output: String? { session.currentRoute.outputs.first?.uid }

    /// Adds the session manager's preferred sink, and returns the number to unload it.
    ///
    /// WirePlumber may lose an explicit choice while a sink appears. PipeWire's server then names
    /// one sink to new clients, and another to earlier ones.
    private func plugIn(_ name: String) throws -> String {
      let module = try server.pactl(
        "load-module", "module-null-sink", "sink_name=\(name)", "priority.session=5000")
      try waitUntil("the route is \(name)") { output == name }
      return module.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func aRemovedDeviceIsOneRouteChange() throws {
      try waitUntil("a route exists") { output == "speaker" }
      for _ in 0..<4 {
        let module = try plugIn("other")
        let log = SessionLog(session)
        _ = try server.pactl("unload-module", module)
        try waitUntil("the remaining device is the route") {
          output == "speaker" && log.lines.contains("oldDeviceUnavailable after Virtual")
        }
        // An immediate event would have arrived before this one.
        let next = try plugIn("next")
        // The event of the first device may arrive late.
        let expected = ["oldDeviceUnavailable after Virtual", "newDeviceAvailable after Virtual"]
        try waitUntil("the change is reported") { log.lines.suffix(1) == expected.suffix(1) }
        #expect(Array(log.lines.drop { $0 == expected[1] }) == expected)
        _ = try server.pactl("unload-module", next)
        try waitUntil("the remaining device is the route") { output == "speaker" }
      }
    }

    @Test func theGainKeepsItsValue() throws {
      try session.setCategory(.playAndRecord)
      _ = try server.pactl(
        "load-module", "module-null-sink", "sink_name=microphone",
        "media.class=Audio/Source/Virtual", "channels=1")
      try waitUntil("the input has a gain") { session.isInputGainSettable }
      for gain in [0.25, 0.75, 0, 1, 0.5] as [Float] {
        try session.setInputGain(gain)
        #expect(abs(session.inputGain - gain) < 0.001)
      }
    }

    @Test func theBufferIsNoLongerThanPreferred() throws {
      try session.setPreferredIOBufferDuration(0.5)
      let files = try PlayerFolder()
      let player = try AVAudioPlayer(contentsOf: files.write([numbered(0..<200_000)]))
      player.currentDevice = "pulse:\(server.server)"
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0.1 })
      #expect(session.ioBufferDuration > 0.3 && session.ioBufferDuration <= 0.5)
      player.stop()
    }
  }
#endif
