#if PulseAudio
  import AudioDevices
  import AudioRouting
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioToolbox

  /// The notifications of C listeners about a sound server.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AudioSessionServerTests {
    /// The notifications, one per line.
    private final class Lines: @unchecked Sendable {
      // Sendable: `lock` guards all mutable state.
      private let lock = NSLock()
      private var all: [String] = []
      var lines: [String] { lock.withLock { all } }
      func add(_ line: String) { lock.withLock { all.append(line) } }

      static func from(_ data: UnsafeMutableRawPointer?) -> Lines? {
        data.map { Unmanaged<Lines>.fromOpaque($0).takeUnretainedValue() }
      }
    }

    private let server: PrivatePulseAudio
    private let object: AudioSessionObject
    private let lines = Lines()
    private let thread = RunLoopThread()

    init() throws {
      server = try PrivatePulseAudio(sink: .null)
      object = AudioSessionObject(
        ProcessSession(DeviceChoice([.pulseAudio(server: server.server)])))
      let data = Unmanaged.passUnretained(lines).toOpaque()
      try object.initialize(
        try #require(thread.runLoop), .defaultMode,
        AudioSessionObject.InterruptionListener(
          function: { data, state in Lines.from(data)?.add("interruption \(state)") },
          clientData: data))
    }

    private func listen(_ property: Int, _ function: AudioSessionPropertyListener) {
      object.add(
        AudioSessionObject.Listener(
          property: AudioSessionPropertyID(property), function: function,
          clientData: Unmanaged.passUnretained(lines).toOpaque()))
    }

    @Test func listenersAreNotifiedOfRoutesVolumesAndTheServer() throws {
      #expect(AudioSessionRoute.name(object.session.route) == "Virtual")
      listen(kAudioSessionProperty_AudioRouteChange) { data, _, size, value in
        guard size == 8, let value else { return }
        let change = Unmanaged<NSDictionary>.fromOpaque(value).takeUnretainedValue()
        let key = NSString(string: kAudioSession_AudioRouteChangeKey_Reason)
        let reason = (change[key] as? NSNumber)?.intValue ?? -1
        let old = change[NSString(string: kAudioSession_AudioRouteChangeKey_OldRoute)]
        Lines.from(data)?.add("route \(reason) \(old as? String ?? "?")")
      }
      listen(kAudioSessionProperty_CurrentHardwareOutputVolume) { data, _, size, value in
        guard size == 4, let value else { return }
        Lines.from(data)?.add("volume \(value.load(as: Float32.self))")
      }
      listen(kAudioSessionProperty_AudioInputAvailable) { data, _, size, value in
        guard size == 4, let value else { return }
        Lines.from(data)?.add("input \(value.load(as: UInt32.self))")
      }
      listen(kAudioSessionProperty_ServerDied) { data, _, _, _ in Lines.from(data)?.add("died") }
      _ = try server.pactl("set-sink-volume", "speaker", "65536")
      _ = try server.pactl("set-sink-volume", "speaker", "16384")
      #expect(waitUntil { lines.lines == ["volume 0.25"] })
      _ = try server.pactl(
        "load-module", "module-null-sink", "sink_name=phones",
        "sink_properties=device.form_factor=headphone")
      // The server prefers headphones to devices without a form.
      #expect(waitUntil { lines.lines.contains("route 1 Virtual") }, "\(lines.lines)")
      #expect(AudioSessionRoute.name(object.session.route) == "Headphone")
      _ = try server.pactl("load-module", "module-null-source", "source_name=microphone")
      #expect(waitUntil { lines.lines.last == "input 1" })
      server.stop()
      #expect(waitUntil { lines.lines.last == "died" })
      thread.stop()
    }

    @Test func theGainOfARecordingDeviceIsSetAndReported() throws {
      let gain = AudioSessionPropertyID(kAudioSessionProperty_InputGainScalar)
      let isSettable = AudioSessionPropertyID(kAudioSessionProperty_InputGainAvailable)
      listen(kAudioSessionProperty_AudioInputAvailable) { data, _, _, _ in
        Lines.from(data)?.add("input")
      }
      listen(kAudioSessionProperty_InputGainScalar) { data, _, size, value in
        guard size == 4, let value else { return }
        Lines.from(data)?.add("gain \(value.load(as: Float32.self))")
      }
      #expect(try value(isSettable) == [0, 0, 0, 0])
      #expect(throws: StatusError(OSStatus(kAudioServicesNoHardwareError))) {
        try object.set(gain, Self.bytes(0.5))
      }
      _ = try server.pactl("load-module", "module-null-source", "source_name=microphone")
      #expect(waitUntil { lines.lines == ["input"] })
      #expect(try value(isSettable) == [1, 0, 0, 0])
      try object.set(gain, Self.bytes(0.25))
      #expect(try value(gain) == Self.bytes(0.25))
      #expect(waitUntil { lines.lines == ["input", "gain 0.25"] })
      #expect(throws: StatusError(kAudio_ParamError)) { try object.set(gain, Self.bytes(1.5)) }
      thread.stop()
    }

    private func value(_ property: AudioSessionPropertyID) throws -> [UInt8]? {
      guard case .bytes(let bytes) = try object.value(of: property) else { return nil }
      return bytes
    }

    private static func bytes(_ value: Float32) -> [UInt8] {
      withUnsafeBytes(of: value) { Array($0) }
    }

    @Test func interruptionsAreReported() throws {
      _ = try server.pactl("load-module", "module-role-cork")
      let queue = try TestQueue(.pulseAudio(server: server.server))
      try queue.enqueue(samples(0..<2_000_000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      #expect(waitUntil { (queue.time ?? 0) > 4000 })
      let call = try ChildProcess(
        "pacat", ["--playback", "--raw", "--property=media.role=phone", "/dev/zero"],
        environment: server.environment)
      #expect(waitUntil { lines.lines == ["interruption 1"] })
      #expect(throws: StatusError(561_017_449)) { try object.setActive(true) }
      call.kill(SIGTERM)
      #expect(waitUntil { lines.lines == ["interruption 1", "interruption 0"] })
      #expect(object.interruptionType == UInt32(kAudioSessionInterruptionType_ShouldResume))
      // The queue was not paused, so it continues.
      let played = queue.time ?? 0
      #expect(waitUntil { (queue.time ?? 0) > played + 4000 })
      AudioQueueDispose(queue.queue, true)
      thread.stop()
    }
  }
#endif
