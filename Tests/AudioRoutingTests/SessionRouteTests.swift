import AudioDevices
import AudioRouting
import Testing

/// A server's devices in a session, and the reasons of route changes.
@Suite struct SessionRouteTests {
  private static func device(
    _ name: String, isOutput: Bool = true, bus: String? = nil, form: String? = nil,
    isHardware: Bool = true, port: ServerPort.Kind? = nil
  ) -> ServerDevice {
    var device = ServerDevice(isOutput: isOutput, index: 0, name: name, title: name)
    device.bus = bus
    device.formFactor = form
    device.isHardware = isHardware
    device.channels = [.left, .right]
    if let port { device.ports = [ServerPort(name: "p", title: "P", kind: port, isActive: true)] }
    return device
  }

  @Test func devicesHavePorts() {
    let table: [(ServerDevice, SessionPort.Kind)] = [
      (Self.device("a", isHardware: false), .virtual),
      (Self.device("a"), .lineOut),
      (Self.device("a", port: .headphones), .headphones),
      (Self.device("a", port: .speaker), .builtInSpeaker),
      (Self.device("a", port: .line), .lineOut),
      (Self.device("a", port: .hdmi), .hdmi),
      (Self.device("alsa.hdmi-stereo"), .hdmi),
      (Self.device("a", bus: "usb"), .usb),
      (Self.device("a", bus: "usb", port: .speaker), .usb),
      (Self.device("a", bus: "usb", form: "headset"), .usb),
      (Self.device("a", bus: "bluetooth", form: "headphone"), .bluetoothA2DP),
      (Self.device("a", bus: "bluetooth", port: .handsFree), .bluetoothHFP),
      (Self.device("a", bus: "bluetooth", form: "car"), .car),
      (Self.device("a", bus: "firewire"), .fireWire),
      (Self.device("a", form: "headphone", isHardware: false), .headphones),
      (Self.device("a", form: "internal"), .builtInSpeaker),
      (Self.device("a", form: "tv"), .hdmi),
      (Self.device("a", isOutput: false), .builtInMic),
      (Self.device("a", isOutput: false, isHardware: false), .virtual),
      (Self.device("a", isOutput: false, form: "headset"), .headsetMic),
      (Self.device("a", isOutput: false, port: .line), .lineIn),
      (Self.device("a", isOutput: false, bus: "usb", port: .microphone), .usb),
      (Self.device("a", isOutput: false, bus: "bluetooth"), .bluetoothHFP),
    ]
    for (device, kind) in table { #expect(SessionPort(device).kind == kind, "\(device)") }
  }

  @Test func categoriesHaveRoles() {
    let table: [(SessionSetup.Category, SessionSetup.Mode, Bool, StreamRole)] = [
      (.soloAmbient, .usual, false, .music), (.ambient, .usual, false, .game),
      (.playback, .usual, false, .music), (.playback, .moviePlayback, false, .video),
      (.playback, .voicePrompt, true, .phone), (.playAndRecord, .usual, false, .music),
      (.playAndRecord, .voiceChat, false, .phone), (.playAndRecord, .videoChat, false, .phone),
      (.record, .measurement, false, .production), (.multiRoute, .usual, false, .production),
    ]
    for (category, mode, ducks, role) in table {
      var setup = SessionSetup()
      (setup.category, setup.mode, setup.options) = (category, mode, ducks ? .duckOthers : [])
      #expect(setup.role == role, "\(category) \(mode)")
    }
  }

  private static func snapshot(
    _ devices: [ServerDevice], output: String?, _ streams: [ServerStreamInfo] = []
  ) -> ServerSnapshot {
    var snapshot = ServerSnapshot()
    snapshot.devices = devices
    for index in snapshot.devices.indices { snapshot.devices[index].index = UInt32(index) }
    snapshot.defaultOutput = output
    snapshot.streams = streams
    return snapshot
  }

  private static func route(_ snapshot: ServerSnapshot, _ wanted: String? = nil) -> SessionRoute {
    SessionRoute(snapshot, SessionSetup(), output: wanted, input: nil)
  }

  @Test func theRouteIsTheDeviceOfOurStreams() {
    let devices = [Self.device("a"), Self.device("b"), Self.device("c")]
    func name(_ streams: [ServerStreamInfo], _ wanted: String? = nil) -> String? {
      Self.route(Self.snapshot(devices, output: "a", streams), wanted).outputs.first?.device
    }
    #expect(name([]) == "a")
    #expect(name([], "b") == "b")
    #expect(name([], "gone") == "a")
    let other = ServerStreamInfo(isOwn: false, device: 2, isCorked: false, role: nil)
    #expect(name([other]) == "a")
    let paused = ServerStreamInfo(isOwn: true, device: 1, isCorked: true, role: nil)
    #expect(name([other, paused]) == "b")
    let playing = ServerStreamInfo(isOwn: true, device: 2, isCorked: false, role: nil)
    #expect(name([other, paused, playing]) == "c")
    // A server may briefly name no device, or a removed one.
    for named in [nil, "gone"] {
      let route = Self.route(Self.snapshot(devices, output: named))
      #expect(route.outputs.first?.device == "a")
    }
    #expect(Self.route(Self.snapshot([], output: "gone")).outputs.isEmpty)
  }

  @Test func onlyRecordingSessionsHaveInputsInTheirRoute() {
    let devices = [
      Self.device("out"), Self.device("mic", isOutput: false), Self.device("in", isOutput: false),
    ]
    var snapshot = Self.snapshot(devices, output: "out")
    snapshot.defaultInput = "in"
    func route(_ category: SessionSetup.Category, _ input: String? = nil) -> [String] {
      var setup = SessionSetup()
      setup.category = category
      let route = SessionRoute(snapshot, setup, output: nil, input: input)
      return (route.outputs + route.inputs).map(\.device)
    }
    #expect(route(.playback) == ["out"])
    #expect(route(.record) == ["in"])
    #expect(route(.playAndRecord) == ["out", "in"])
    #expect(route(.playAndRecord, "mic") == ["out", "mic"])
    #expect(route(.playAndRecord, "gone") == ["out", "in"])
    #expect(route(.processing) == [])
  }

  @Test func routeChangesHaveReasons() {
    let (a, b) = (Self.device("a"), Self.device("b"))
    func plugged(_ active: String, isUnplugged: Bool, hides: Bool = false) -> ServerDevice {
      var device = Self.device("card")
      device.ports = [
        ServerPort(
          name: "s", title: "Speaker", kind: .speaker, isUnplugged: hides && !isUnplugged,
          isActive: active == "s"),
        ServerPort(
          name: "h", title: "Headphones", kind: .headphones, isUnplugged: isUnplugged,
          isActive: active == "h"),
      ]
      return device
    }
    var wide = a
    wide.channels = [.left, .right, .center]
    let table: [(ServerSnapshot, ServerSnapshot, SessionRoute.ChangeReason)] = [
      (Self.snapshot([a], output: "a"), Self.snapshot([a, b], output: "b"), .newDevice),
      (Self.snapshot([a, b], output: "b"), Self.snapshot([a], output: "a"), .oldDeviceGone),
      (Self.snapshot([a], output: "a"), Self.snapshot([], output: nil), .oldDeviceGone),
      (Self.snapshot([], output: nil), Self.snapshot([a], output: "a"), .newDevice),
      (Self.snapshot([a, b], output: "a"), Self.snapshot([a, b], output: "b"), .override),
      (Self.snapshot([a], output: "a"), Self.snapshot([wide], output: "a"), .configuration),
      (
        Self.snapshot([plugged("h", isUnplugged: false)], output: "card"),
        Self.snapshot([plugged("s", isUnplugged: true)], output: "card"), .oldDeviceGone
      ),
      (
        Self.snapshot([plugged("s", isUnplugged: true)], output: "card"),
        Self.snapshot([plugged("h", isUnplugged: false)], output: "card"), .newDevice
      ),
      (
        Self.snapshot([plugged("h", isUnplugged: false)], output: "card"),
        Self.snapshot([plugged("s", isUnplugged: false)], output: "card"), .override
      ),
      // Cards that report the loudspeaker as unplugged while headphones are in.
      (
        Self.snapshot([plugged("s", isUnplugged: true, hides: true)], output: "card"),
        Self.snapshot([plugged("h", isUnplugged: false, hides: true)], output: "card"), .newDevice
      ),
      (
        Self.snapshot([plugged("h", isUnplugged: false, hides: true)], output: "card"),
        Self.snapshot([plugged("s", isUnplugged: true, hides: true)], output: "card"),
        .oldDeviceGone
      ),
    ]
    for (before, now, reason) in table {
      let (old, new) = (Self.route(before), Self.route(now))
      #expect(old != new)
      #expect(Self.reason([(0, before), (9, now)]) == reason, "\(old) \(new)")
    }
    // The server or the card uses the new device in a second step.
    let (jack, both) = (plugged("s", isUnplugged: true), Self.snapshot([a, b], output: "a"))
    let steps: [([ServerSnapshot], SessionRoute.ChangeReason)] = [
      ([Self.snapshot([a], output: "a"), both, Self.snapshot([a, b], output: "b")], .newDevice),
      (
        [jack, plugged("s", isUnplugged: false), plugged("h", isUnplugged: false)].map {
          Self.snapshot([$0], output: "card")
        }, .newDevice
      ),
      ([both, both, Self.snapshot([a, b], output: "b")], .override),
      // Pulled out and plugged in again.
      (
        [both, Self.snapshot([a], output: "a"), both, Self.snapshot([a, b], output: "b")],
        .newDevice
      ),
    ]
    for (snapshots, reason) in steps {
      func reasons(_ seconds: Double) -> SessionRoute.ChangeReason? {
        let first = snapshots.enumerated().dropLast().map { (Double($0), $1) }
        let last = snapshots.last.map { (Double(snapshots.count - 2) + seconds, $0) }
        return Self.reason(first + (last.map { [$0] } ?? []))
      }
      #expect(reasons(1.9) == reason)
      // By then, the user has selected it.
      #expect(reasons(2.1) == .override)
    }
  }

  /// The reason of the last route change in timed snapshots.
  private static func reason(
    _ snapshots: [(Double, ServerSnapshot)]
  ) -> SessionRoute.ChangeReason? {
    var arrivals = PortArrivals()
    for (seconds, snapshot) in snapshots { arrivals.note(snapshot, at: Int(seconds * 1e9)) }
    guard let (seconds, last) = snapshots.last, let (_, before) = snapshots.dropLast().last else {
      return nil
    }
    return route(last).reason(after: route(before), now: last) {
      arrivals.isNew($0, at: Int(seconds * 1e9))
    }
  }
}
