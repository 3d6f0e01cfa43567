#if PulseAudio
  import Synchronization
  import TestSupport
  import Testing

  @testable import AudioDevices
  @testable import AudioRouting

  /// Overrides to the loudspeaker, and their ends.
  @Suite struct SessionOverrideTests {
    /// A stream that records its moves.
    private final class Stream: ServerStream {
      let moves = Mutex<[String]>([])

      var bufferSeconds: Double? { nil }

      func move(to device: String) { moves.withLock { $0.append(device) } }
    }

    private let session: ProcessSession
    private let stream = Stream()
    private let reasons = Reasons()

    /// The reported reasons of route changes, on any thread.
    private final class Reasons: Sendable {
      private let all = Mutex<[SessionRoute.ChangeReason]>([])

      var list: [SessionRoute.ChangeReason] { all.withLock { $0 } }

      func note(_ event: SessionEvent) {
        if case .route(let reason, _) = event { all.withLock { $0.append(reason) } }
      }
    }

    init() {
      // One server for each test, because streams belong to servers.
      let server = "unix:/nowhere/override/\(ObjectIdentifier(stream))"
      session = ProcessSession(DeviceChoice([.pulseAudio(server: server)]), clock: { 0 })
      session.streams.add(stream)
      session.observe { [reasons] in reasons.note($0) }
    }

    private static func device(_ name: String, form: String? = nil) -> ServerDevice {
      var device = ServerDevice(isOutput: true, index: 0, name: name, title: name)
      device.isHardware = true
      device.formFactor = form
      return device
    }

    /// A card with a loudspeaker, and with headphones if they are plugged in.
    private static func card(hasHeadphones: Bool) -> ServerDevice {
      var card = device("card")
      card.ports = [
        ServerPort(name: "s", title: "Speaker", kind: .speaker, isActive: !hasHeadphones),
        ServerPort(
          name: "h", title: "Headphones", kind: .headphones, isUnplugged: !hasHeadphones,
          isActive: hasHeadphones),
      ]
      return card
    }

    private static let (line, speaker) = (device("line"), device("speaker", form: "speaker"))
    private static let phones = device("phones", form: "headphone")

    private func snapshot(_ devices: [ServerDevice], output: String?) -> ServerSnapshot {
      var snapshot = ServerSnapshot()
      snapshot.devices = devices
      for index in snapshot.devices.indices { snapshot.devices[index].index = UInt32(index) }
      snapshot.defaultOutput = output
      return snapshot
    }

    /// Makes the server report its devices.
    private func report(_ devices: [ServerDevice], output: String?) {
      session.handle(.server(.snapshot(snapshot(devices, output: output))))
    }

    /// Requests the loudspeaker.
    private func override(
      _ devices: [ServerDevice] = [line, speaker], output: String? = "line"
    ) {
      report(devices, output: output)
      #expect(session.change { $0.category = .playAndRecord })
      #expect(session.setOverridden(true, snapshot(devices, output: output)))
    }

    private var output: String? { session.streams.output }
    private var moves: [String] { stream.moves.withLock { $0 } }

    @Test func endsOnRequest() {
      override()
      #expect(output == "speaker" && moves == ["speaker"])
      #expect(session.state.withLock { $0.route }?.outputs.map(\.device) == ["speaker"])
      #expect(session.setOverridden(false, snapshot([Self.line, Self.speaker], output: "line")))
      #expect(output == nil && moves == ["speaker", "line"])
      #expect(session.state.withLock { $0.route }?.outputs.map(\.device) == ["line"])
      // Without a server, too.
      override()
      #expect(session.setOverridden(false, nil))
      #expect(output == nil)
    }

    @Test func lastsWhileNoOtherOutputIsAvailable() {
      override()
      report([Self.line, Self.speaker], output: "line")
      #expect(session.change { $0.mode = .voiceChat })
      #expect(session.change { $0.category = .playAndRecord })
      #expect(!session.change { $0.category = .soloAmbient })
      report([Self.line, Self.speaker, Self.device("other")], output: "line")
      report([Self.line, Self.speaker, Self.phones], output: "line")
      report([Self.line, Self.speaker], output: "line")
      #expect(output == "speaker" && moves == ["speaker"])
    }

    @Test func endsWithTheCategory() {
      override()
      #expect(session.change { $0.category = .multiRoute })
      #expect(output == nil && moves == ["speaker", "line"])
      #expect(session.change { $0.category = .playAndRecord })
      #expect(output == nil)
    }

    @Test func endsWithAnInterruption() {
      override()
      session.handle(.streams(.held))
      #expect(session.isInterrupted && output == nil && moves == ["speaker", "line"])
      session.handle(.streams(.released))
      #expect(!session.isInterrupted && output == nil)
    }

    @Test func endsWithTheLoudspeaker() {
      override()
      report([Self.line], output: "line")
      #expect(output == nil && moves == ["speaker", "line"])
      #expect(reasons.list.contains(.oldDeviceGone))
      report([Self.line, Self.speaker], output: "line")
      #expect(output == nil)
    }

    @Test func endsWithHeadphonesThatTheServerChooses() {
      override()
      report([Self.line, Self.speaker, Self.phones], output: "line")
      report([Self.line, Self.speaker, Self.phones], output: "phones")
      #expect(output == nil && moves == ["speaker", "phones"])
      #expect(waitUntil { reasons.list.contains(.override) })
      #expect(reasons.list.contains(.newDevice))
    }

    @Test func endsWithHeadphonesInTheSameCard() {
      override([Self.line, Self.card(hasHeadphones: false)])
      #expect(output == "card")
      report([Self.line, Self.card(hasHeadphones: true)], output: "line")
      #expect(output == nil && moves == ["card", "line"])
    }

    @Test func endsWithTheServer() {
      override()
      session.handle(.server(.lost))
      #expect(output == nil)
    }
  }
#endif
