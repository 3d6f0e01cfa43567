#if PulseAudio
  import AudioDevices
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// A server connection before the first frames, with the stream that they will probably use.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct PulseAudioPreparationTests {
    /// The buffer with which ``Playing`` opens a device, in frames.
    private static let format = DeviceFormat(sampleRate: 44100, channelCount: 2)
    private static let bufferFrames = 88_200

    private func prepare(
      _ device: PulseAudioDevice, for format: DeviceFormat = format,
      bufferFrames: Int = bufferFrames
    ) throws {
      let preparation = try #require(device.preparation(for: format, bufferFrames: bufferFrames))
      preparation()
    }

    private func clientCount(_ server: PrivatePulseAudio) throws -> Int {
      try server.pactl("list", "short", "clients").split(separator: "\n").count
    }

    /// The numbers of the streams that the server plays.
    private func streams(_ server: PrivatePulseAudio) throws -> [Substring] {
      try server.pactl("list", "short", "sink-inputs").split(separator: "\n")
        .compactMap { $0.split(separator: "\t").first }
    }

    @Test func thePreparedStreamPlays() throws {
      let server = try PrivatePulseAudio()
      let recording = try server.startRecording()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      try prepare(device)
      try waitUntil("there is a stream") { try streams(server).count == 1 }
      let (clients, expected) = (try clientCount(server), try streams(server))
      let samples = ramp(frames: 44100)
      let playing = try Playing(device, samples)
      #expect(try clientCount(server) == clients)
      #expect(try streams(server) == expected)
      try playing.waitUntilPlayed(44100)
      try recording.waitForSilence()
      device.stop()
      #expect(firstDifference(recording.sound, samples) == nil)
    }

    @Test(arguments: [
      (DeviceFormat(sampleRate: 48000, channelCount: 2), bufferFrames),
      (DeviceFormat(sampleRate: 44100, channelCount: 1), bufferFrames), (format, 4410),
    ])
    func aNewFormatReplacesThePreparedStream(format: DeviceFormat, bufferFrames: Int) throws {
      let server = try PrivatePulseAudio()
      let recording = try server.startRecording()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      try prepare(device, for: format, bufferFrames: bufferFrames)
      try waitUntil("there is a stream") { try streams(server).count == 1 }
      let expected = try streams(server)
      let samples = ramp(frames: 44100)
      let playing = try Playing(device, samples)
      try waitUntil("a second stream exists, and no third") {
        let now = try streams(server)
        return now.count == 1 && now != expected
      }
      try playing.waitUntilPlayed(44100)
      try recording.waitForSilence()
      device.stop()
      #expect(firstDifference(recording.sound, samples) == nil)
    }

    @Test func anUnsuitableStreamEndsBeforeTheServerCreatesIt() throws {
      let server = try PrivatePulseAudio()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      let preparation = try #require(
        device.preparation(
          for: DeviceFormat(sampleRate: 48000, channelCount: 1), bufferFrames: Self.bufferFrames))
      preparation()
      // The test has not waited for the server.
      let playing = try Playing(device, ramp(frames: 44100))
      try playing.waitUntilPlayed(44100)
      #expect(try streams(server).count == 1)
      device.stop()
    }

    @Test func theClockOfAWaitingStreamIsCorrect() throws {
      let server = try PrivatePulseAudio()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      try prepare(device)
      try waitUntil("there is a stream") { try streams(server).count == 1 }
      // Long enough for libpulse to notice that the stream's time has stopped.
      let start = Date()
      try waitUntil("two seconds have passed") { Date().timeIntervalSince(start) > 2 }
      let begun = Date()
      let playing = try Playing(device, ramp(frames: 88_200))
      try playing.waitUntilPlayed(44_100)
      // A second of sound, and the sink's buffer.
      #expect(Date().timeIntervalSince(begun) > 0.9)
      try playing.waitUntilPlayed(88_200)
      #expect(Date().timeIntervalSince(begun) > 1.9)
      device.stop()
    }

    @Test(arguments: [
      DeviceFormat(sampleRate: 0.5, channelCount: 2),
      DeviceFormat(sampleRate: 44100, channelCount: 1000),
    ])
    func anImpossibleFormatHasNoStream(format: DeviceFormat) throws {
      let server = try PrivatePulseAudio()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      try prepare(device, for: format)
      #expect(try streams(server).isEmpty)
      let playing = try Playing(device, ramp(frames: 1000))
      try playing.waitUntilPlayed(1000)
      device.stop()
    }

    @Test func aStreamThatEndsBeforeItsStartIsReplaced() throws {
      let server = try PrivatePulseAudio()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      try prepare(device)
      try waitUntil("there is a stream") { try streams(server).count == 1 }
      _ = try server.pactl("unload-module", "module-pipe-sink")
      try waitUntil("there is no stream") { try streams(server).isEmpty }
      _ = try server.pactl("load-module", "module-null-sink")
      let playing = try Playing(device, ramp(frames: 1000))
      try playing.waitUntilPlayed(1000)
      device.stop()
    }

    @Test func aStreamSilencedBeforeItsStartIsHeld() throws {
      let server = try PrivatePulseAudio()
      _ = try server.pactl("load-module", "module-role-cork")
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      try prepare(device)
      try waitUntil("there is a stream") { try streams(server).count == 1 }
      let call = try ChildProcess(
        "pacat", ["--playback", "--raw", "--property=media.role=phone", "/dev/zero"],
        environment: server.environment)
      try waitUntil("the stream is silent") {
        try server.pactl("list", "sink-inputs").contains("Corked: yes")
      }
      let held = ServerStreams.on(server.server)
      #expect(!held.isHeld)
      let playing = try Playing(device, ramp(frames: 1000))
      #expect(held.isHeld)
      call.kill(SIGTERM)
      try waitUntil("the stream continues") { !held.isHeld }
      try playing.waitUntilPlayed(1000)
      device.stop()
    }

    @Test func aCallThatEndsEarlyEndsTheHold() throws {
      let server = try PrivatePulseAudio()
      _ = try server.pactl("load-module", "module-role-cork")
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      // Long enough for a call that starts slowly: a silent stream cannot be held.
      let playing = try Playing(device, ramp(frames: 44_100 * 30))
      try playing.waitUntilPlayed(1000)
      let held = ServerStreams.on(server.server)
      let call = try ChildProcess(
        "pacat", ["--playback", "--raw", "--property=media.role=phone", "/dev/zero"],
        environment: server.environment)
      // The connection's thread sends the cork after the observer returns.
      let isOver = Mutex(false)
      held.setObserver(of: device) { event in
        guard event == .held else { return }
        call.kill(SIGTERM)
        isOver.withLock { isOver in
          isOver = (try? waitUntil("the call is over") { try streams(server).count == 1 }) != nil
        }
      }
      try waitUntil("the call has started and ended") { isOver.withLock { $0 } && !held.isHeld }
      let played = device.position.frames
      try playing.waitUntilPlayed(played + 44_100)
      held.setObserver(of: device, nil)
      device.stop()
    }

    @Test(arguments: [true, false])
    func anUnstartedDeviceReleasesItsServer(isReached: Bool) throws {
      let server = try PrivatePulseAudio()
      let clients = try clientCount(server)
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      let preparation = try #require(
        device.preparation(for: Self.format, bufferFrames: Self.bufferFrames))
      if isReached {
        preparation()
        #expect(try clientCount(server) == clients + 1)
      }
      device.stop()
      // If the stream stops first, later frames are useless.
      if !isReached { preparation() }
      try waitUntil("no client is connected, and playback has ended") {
        try clientCount(server) == clients && streams(server).isEmpty
      }
    }

    @Test func aLostServerIsSearchedForAgain() throws {
      let server = try PrivatePulseAudio()
      let device = PulseAudioDevice(server: server.server, isRetry: false)
      try prepare(device)
      server.stop()
      try server.start()
      let playing = try Playing(device, ramp(frames: 1000))
      try playing.waitUntilPlayed(1000)
      device.stop()
    }

    @Test func anUnreachableServerIsReportedAtTheStart() throws {
      let device = PulseAudioDevice(server: "unix:/nonexistent", isRetry: true)
      try prepare(device)
      #expect(throws: DeviceError.absent) { try Playing(device, ramp(frames: 1)) }
    }
  }
#endif
