#if ALSA
  import AudioDevices
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import AudioRouting

  /// The session on a machine with sound cards and without a sound server.
  @Suite struct SessionCardTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        at: folder.url("dev/snd"), withIntermediateDirectories: true)
      try write(" 0 [PCH]: HDA-Intel - PCH\n 1 [Mic]: USB-Audio - Mic\n", file: "cards")
      try write("0a:0b\n", file: "card1/usbid")
    }

    private func write(_ text: String, file: String) throws {
      let url = folder.url("asound/\(file)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      // In one step, as in the kernel.
      try Data(text.utf8).write(to: url, options: .atomic)
    }

    /// Adds or removes the second card.
    private func plug(_ isThere: Bool) throws {
      let microphone = isThere ? "01-00: A : B : capture 1\n" : ""
      try write("00-00: A : B : playback 1 : capture 1\n" + microphone, file: "pcm")
      let device = folder.url("dev/snd/controlC1")
      if isThere {
        try Data().write(to: device)
      } else if FileManager.default.fileExists(atPath: device.path) {
        try FileManager.default.removeItem(at: device)
      }
    }

    /// A session without a server.
    private func session() -> ProcessSession {
      ProcessSession(
        DeviceChoice([
          .pulseAudio(server: "unix:" + folder.url("none").path), .alsa(), .null,
        ])
      ) {
        SoundCards(
          forcedPCM: $0, usualPCM: "studio", information: folder.url("asound").path,
          devices: folder.url("dev/snd").path)
      }
    }

    @Test func withoutAServerTheRouteIsTheCard() throws {
      try plug(true)
      let session = session()
      #expect(session.change { $0.category = .playAndRecord })
      #expect(session.route.outputs.map(\.device) == ["studio"])
      #expect(session.route.inputs.map(\.device) == ["studio"])
      #expect(session.route.outputs.map(\.kind) == [.lineOut])
      #expect(session.hardware.isInputAvailable && session.hardware.outputChannels == 2)
      #expect(session.hardware.sampleRate == 44_100)
      #expect(session.change { $0.sampleRate = 48_000 } && session.hardware.sampleRate == 48_000)
      session.setInput("plughw:CARD=Mic,DEV=0")
      #expect(session.route.inputs.map(\.kind) == [.usb])
      #expect(!session.setOverridden(true) && session.otherStreams.isEmpty)
      #expect(session.snapshot?.inputs.count == 3)
    }

    @Test func unpluggingACardChangesTheRoute() throws {
      try plug(true)
      let session = session()
      let events = Mutex<[SessionEvent]>([])
      session.observe { event in events.withLock { $0.append(event) } }
      #expect(session.change { $0.category = .playAndRecord })
      session.setInput("plughw:CARD=Mic,DEV=0")
      let route = session.route
      #expect(waitUntil { session.state.withLock { $0.route } == route })
      try plug(false)
      #expect(waitUntil { session.route.inputs.map(\.device) == ["studio"] })
      #expect(waitUntil { events.withLock { $0.last } == .route(.oldDeviceGone, previous: route) })
      let fallback = session.route
      try plug(true)
      #expect(waitUntil { events.withLock { $0.last } == .route(.newDevice, previous: fallback) })
      #expect(session.route == route)
      #expect(!events.withLock { $0.contains(.serverLost) })
    }
  }
#endif
