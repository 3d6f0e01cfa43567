#if PulseAudio
  import AudioDevices
  import Conformance
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import AVFAudio
  @testable import AudioRouting

  /// Sessions on a sound server that adds and removes devices, and silences programs.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct SessionServerTests {
    private let server: PrivatePulseAudio
    private let session: AVAudioSession
    private let log: SessionLog
    /// The time on the session's clock since its start, in seconds.
    private let seconds: Seconds

    private final class Seconds: Sendable {
      let passed = Mutex(0)
    }

    init() throws {
      server = try PrivatePulseAudio(sink: .null, sampleRate: 48_000)
      let seconds = Seconds()
      self.seconds = seconds
      session = AVAudioSession(
        ProcessSession(
          DeviceChoice([.pulseAudio(server: server.server)]),
          clock: { seconds.passed.withLock { $0 * 1_000_000_000 } }))
      log = SessionLog(session)
    }

    /// Loads a device with a form factor; returns the number of its module.
    private func plugIn(_ name: String, form: String, isOutput: Bool = true) throws -> String {
      let kind = isOutput ? "sink" : "source"
      let module = try server.pactl(
        "load-module", "module-null-\(kind)", "\(kind)_name=\(name)", "rate=44100", "channels=2",
        isOutput
          ? "sink_properties='device.form_factor=\(form) device.description=\(name)'"
          : "description=\(name)")
      // So that it exists before the next step.
      #expect(
        waitUntil { session.session.snapshot?.devices.contains { $0.name == name } == true })
      return module.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Makes the server play on the first device, whichever it has selected since.
    private func chooseTheFirstDevice() throws {
      _ = try server.pactl("set-default-sink", "speaker")
      #expect(waitUntil { session.currentRoute.outputs.map(\.uid) == ["speaker"] })
    }

    /// Loads a device that no longer counts as new afterwards.
    private func plugInLongAgo(_ name: String, form: String) throws {
      _ = try plugIn(name, form: form)
      #expect(
        waitUntil {
          session.session.state.withLock { state in
            state.snapshot?.devices.contains { $0.name == name } == true
          }
        })
      seconds.passed.withLock { $0 += 10 }
    }

    private func player(seconds: Int = 60) throws -> AVAudioPlayer {
      let folder = try PlayerFolder()
      let url = try folder.write([[Float](repeating: 0.1, count: 44_100)])
      let player = try AVAudioPlayer(contentsOf: url)
      player.numberOfLoops = seconds
      player.currentDevice = "pulse:\(server.server)"
      return player
    }

    /// Starts another program that plays.
    private func otherProgram(role: String) throws -> ChildProcess {
      try ChildProcess(
        "pacat", ["--playback", "--raw", "--property=media.role=\(role)", "/dev/zero"],
        environment: server.environment)
    }

    @Test func portsComeFromTheServer() throws {
      #expect(session.currentRoute.outputs.map(\.portType) == [.virtual])
      let port = try #require(session.currentRoute.outputs.first)
      #expect(port.uid == "speaker")
      #expect(port.channels?.map(\.channelName) == ["Left", "Right"])
      #expect(port.channels?.map(\.channelNumber) == [1, 2])
      #expect(port.channels?.map(\.owningPortUID) == ["speaker", "speaker"])
      #expect(session.sampleRate == 48_000)
      #expect(session.outputNumberOfChannels == 2)
      #expect(session.outputVolume == 1)
      #expect(!session.isInputAvailable)
      #expect(session.outputLatency >= 0)
      _ = try server.pactl("set-sink-volume", "speaker", "50%")
      #expect(waitUntil { abs(session.outputVolume - 0.5) < 0.01 })
    }

    @Test func addedAndRemovedDevicesChangeTheRoute() throws {
      #expect(session.currentRoute.outputs.map(\.uid) == ["speaker"])
      // Moves streams to the device that was plugged in last, as desktops do.
      _ = try server.pactl("load-module", "module-switch-on-connect", "ignore_virtual=no")
      let module = try plugIn("phones", form: "headphone")
      #expect(waitUntil { log.lines == ["newDeviceAvailable after Virtual"] })
      #expect(session.currentRoute.outputs.map(\.portType) == [.headphones])
      #expect(session.currentRoute.outputs.map(\.portName) == ["phones"])
      #expect(session.sampleRate == 44_100)
      _ = try server.pactl("unload-module", module)
      #expect(
        waitUntil {
          log.lines == [
            "newDeviceAvailable after Virtual", "oldDeviceUnavailable after Headphones",
          ]
        })
      #expect(session.currentRoute.outputs.map(\.uid) == ["speaker"])
    }

    @Test func anotherSelectionByTheUserIsAnOverride() throws {
      #expect(session.currentRoute.outputs.map(\.uid) == ["speaker"])
      try plugInLongAgo("tv", form: "tv")
      _ = try server.pactl("set-default-sink", "tv")
      #expect(waitUntil { log.lines == ["override after Virtual"] })
      #expect(session.currentRoute.outputs.map(\.portType) == [.HDMI])
    }

    @Test func theRouteFollowsAMovedStream() throws {
      try plugInLongAgo("tv", form: "tv")
      let player = try player()
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0 })
      #expect(session.currentRoute.outputs.map(\.uid) == ["speaker"])
      let input = try server.pactl("list", "short", "sink-inputs").prefix { $0 != "\t" }
      _ = try server.pactl("move-sink-input", String(input), "tv")
      #expect(waitUntil { log.lines == ["override after Virtual"] }, "\(log.lines)")
      #expect(session.currentRoute.outputs.map(\.uid) == ["tv"])
      player.stop()
    }

    @Test func theLoudspeakerCanBeRequested() throws {
      _ = try plugIn("built-in", form: "speaker")
      _ = try plugIn("phones", form: "headphone")
      _ = try server.pactl("set-default-sink", "phones")
      #expect(waitUntil { session.currentRoute.outputs.map(\.uid) == ["phones"] })
      try session.setCategory(.playAndRecord)
      let player = try player()
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0 })
      try session.overrideOutputAudioPort(.speaker)
      #expect(waitUntil { session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker] })
      #expect(waitUntil { log.lines.last == "override after Headphones" })
      player.stop()
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0.1 })
      #expect(session.currentRoute.outputs.map(\.uid) == ["built-in"])
      try session.overrideOutputAudioPort(.none)
      #expect(waitUntil { session.currentRoute.outputs.map(\.uid) == ["phones"] })
      player.stop()
    }

    @Test func theLoudspeakerIsUsedUntilItIsGone() throws {
      let module = try plugIn("built-in", form: "speaker")
      try chooseTheFirstDevice()
      try session.setCategory(.playAndRecord)
      let player = try player()
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0 })
      try session.overrideOutputAudioPort(.speaker)
      #expect(waitUntil { session.currentRoute.outputs.map(\.uid) == ["built-in"] })
      // The server ends the stream, and the player must find another device.
      _ = try server.pactl("unload-module", module)
      #expect(waitUntil { session.session.streams.output == nil })
      #expect(waitUntil { log.lines.last == "oldDeviceUnavailable after Speaker" })
      let played = player.currentTime
      #expect(waitUntil { player.currentTime > played + 0.2 })
      #expect(session.currentRoute.outputs.map(\.uid) == ["speaker"])
      player.stop()
      #expect(player.play())
      #expect(waitUntil { session.currentRoute.outputs.map(\.uid) == ["speaker"] })
      player.stop()
    }

    @Test func theLoudspeakerIsUsedUntilAnotherCategory() throws {
      _ = try plugIn("built-in", form: "speaker")
      try chooseTheFirstDevice()
      try session.setCategory(.playAndRecord)
      let player = try player()
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0 })
      try session.overrideOutputAudioPort(.speaker)
      #expect(waitUntil { session.currentRoute.outputs.map(\.uid) == ["built-in"] })
      try session.setCategory(.playback)
      #expect(waitUntil { session.currentRoute.outputs.map(\.uid) == ["speaker"] })
      player.stop()
    }

    @Test func theInputCanBeSelected() throws {
      try session.setCategory(.playAndRecord)
      #expect(session.availableInputs == [])
      let first = try plugIn("one", form: "", isOutput: false)
      #expect(waitUntil { session.availableInputs?.map(\.uid) == ["one"] })
      #expect(session.isInputAvailable)
      #expect(session.inputNumberOfChannels == 2)
      _ = try plugIn("two", form: "", isOutput: false)
      #expect(waitUntil { session.availableInputs?.count == 2 })
      let two = try #require(session.availableInputs?.first { $0.uid == "two" })
      try session.setPreferredInput(two)
      #expect(session.preferredInput == two)
      #expect(session.currentRoute.inputs == [two])
      #expect(session.session.streams.input == "two")
      try session.setPreferredInput(nil)
      #expect(session.currentRoute.inputs.map(\.uid) == ["one"])
      _ = try server.pactl("unload-module", first)
      #expect(waitUntil { log.lines.last == "oldDeviceUnavailable after Virtual" })
    }

    @Test func theSelectedInputRecords() throws {
      try session.setCategory(.playAndRecord)
      _ = try plugIn("quiet", form: "", isOutput: false)
      let tone = try server.pactl("load-module", "module-sine-source", "source_name=tone")
        .trimmingCharacters(in: .whitespacesAndNewlines)
      _ = try server.pactl("set-default-source", "quiet")
      #expect(waitUntil { session.availableInputs?.count == 2 })
      #expect(try recordedPeak() == 0)
      let port = try #require(session.availableInputs?.first { $0.uid == "tone" })
      try session.setPreferredInput(port)
      #expect(try recordedPeak() > 0.1)
      // If the device is gone, the server selects one.
      _ = try server.pactl("unload-module", tone)
      #expect(try recordedPeak() == 0)
    }

    /// The greatest sample of a recording.
    private func recordedPeak() throws -> Float {
      let folder = try RecorderFolder()
      let listener = RecorderListener()
      let recorder = try AVAudioRecorder(
        url: folder.url("a.wav"), settings: [AVNumberOfChannelsKey: 1])
      recorder.delegate = listener
      let kind = InputKind.pulseAudio(server: server.server, source: nil)
      #expect(folder.recording(from: kind) { recorder.record(forDuration: 0.25) })
      listener.waitForEnd()
      return try folder.recorded("a.wav").map(abs).max() ?? -1
    }

    @Test func theGainOfTheInputDeviceIsSet() throws {
      #expect(!session.isInputGainSettable)
      #expect(sessionCode { try session.setInputGain(0.5) } == .resourceNotAvailable)
      try session.setCategory(.playAndRecord)
      _ = try plugIn("one", form: "", isOutput: false)
      _ = try plugIn("two", form: "", isOutput: false)
      #expect(session.isInputGainSettable)
      let two = try #require(session.availableInputs?.first { $0.uid == "two" })
      try session.setPreferredInput(two)
      try session.setInputGain(0.25)
      #expect(session.inputGain == 0.25)
      // No other device is affected.
      #expect(try server.pactl("get-source-volume", "two").contains(" 25%"))
      #expect(try server.pactl("get-source-volume", "one").contains(" 100%"))
      for gain in [-0.1, 1.1, .nan] as [Float] {
        #expect(sessionCode { try session.setInputGain(gain) } == .badParam)
      }
      #expect(session.inputGain == 0.25)
      try session.setInputGain(0)
      #expect(session.inputGain == 0)
    }

    @Test func theServerReceivesTheRoleOfTheSound() throws {
      let player = try player()
      #expect(player.play())
      func role() throws -> String? {
        try server.pactl("list", "sink-inputs").split(separator: "\n")
          .first { $0.contains("media.role") }
          .map { $0.split(separator: "\"").last.map(String.init) ?? "" }
      }
      #expect(try waitUntil { try role() == "music" })
      try session.setCategory(.ambient)
      #expect(try waitUntil { try role() == "game" })
      try session.setCategory(.playback, mode: .moviePlayback)
      player.stop()
      #expect(player.play())
      #expect(try waitUntil { try role() == "video" })
      player.stop()
      #expect(log.lines.isEmpty)
    }

    @Test func requestsAShortBufferFromTheServer() throws {
      try session.setPreferredIOBufferDuration(0.02)
      #expect(session.ioBufferDuration == 0.02)
      let player = try player()
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0.1 })
      let text = try server.pactl("list", "sink-inputs")
      let line = try #require(text.split(separator: "\n").first { $0.contains("Buffer Latency") })
      let microseconds = Double(line.filter { $0.isNumber })
      #expect(try #require(microseconds) <= 21_000, "\(line)")
      #expect(abs(session.ioBufferDuration - 0.02) < 0.002)
      player.stop()
    }

    @Test func theGrantedBufferIsReported() throws {
      // A pipe takes whole pages, which may be more than requested.
      let server = try PrivatePulseAudio(sink: .pipe)
      let session = AVAudioSession(
        ProcessSession(DeviceChoice([.pulseAudio(server: server.server)])))
      try session.setPreferredIOBufferDuration(0.01)
      #expect(session.ioBufferDuration == 0.01)
      let player = try player()
      player.currentDevice = "pulse:\(server.server)"
      #expect(player.play())
      #expect(session.preferredIOBufferDuration == 0.01)
      #expect(session.ioBufferDuration > 0.01, "\(session.ioBufferDuration)")
      player.stop()
      #expect(session.ioBufferDuration == 0.01)
    }

    @Test func otherProgramsAreDetected() throws {
      let player = try player()
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0 })
      #expect(!session.isOtherAudioPlaying)
      let bell = try otherProgram(role: "event")
      #expect(try waitUntil { try server.pactl("list", "short", "sink-inputs").contains("\n") })
      let music = try otherProgram(role: "music")
      #expect(waitUntil { session.isOtherAudioPlaying })
      #expect(session.secondaryAudioShouldBeSilencedHint)
      #expect(waitUntil { log.lines == ["silence begin"] })
      music.kill(SIGTERM)
      #expect(waitUntil { !session.isOtherAudioPlaying })
      #expect(waitUntil { log.lines == ["silence begin", "silence end"] })
      bell.kill(SIGTERM)
      player.stop()
    }

    @Test func unpluggingHeadphonesPausesThePublishedPlayer() throws {
      _ = try server.pactl("load-module", "module-switch-on-connect", "ignore_virtual=no")
      let module = try plugIn("phones", form: "headphone")
      #expect(waitUntil { session.currentRoute.outputs.map(\.portType) == [.headphones] })
      let player = try player()
      let program = PauseOnUnplug(player: player, session: session)
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0 })
      _ = try server.pactl("unload-module", module)
      #expect(waitUntil { program.pauseCount > 0 })
      #expect(!player.isPlaying)
      #expect(program.pauseCount == 1)
      #expect(player.play())
      let played = player.currentTime
      #expect(waitUntil { player.currentTime > played + 0.2 })
      player.stop()
    }
  }
#endif
