#if ALSA
  import AudioDevices
  import AudioRealtime
  import Foundation
  import TestSupport
  import Testing

  /// ALSA's plug-ins, which need no sound card.
  @Suite(
    .serialized, .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/alsa/alsa.conf")))
  struct ALSADeviceTests {
    /// Makes `definition` the PCM "default" of this process.
    func configure(_ definition: String, in folder: TemporaryFolder) throws {
      try configure("default", definition, in: folder)
    }

    /// Makes `definition` a PCM of this process.
    func configure(
      _ name: String, _ definition: String, in folder: TemporaryFolder
    ) throws {
      let file = folder.url("asound.conf")
      let text = "</usr/share/alsa/alsa.conf>\npcm.!\(name) { \(definition) }\n"
      try Data(text.utf8).write(to: file)
      // Safe: both strings are copied.
      unsafe setenv("ALSA_CONFIG_PATH", file.path, 1)
    }

    /// A PCM that accepts all frames at once and writes them to a file.
    func definition(file: String) -> String {
      "type file slave.pcm { type null } file \"\(file)\" format raw"
    }

    @Test func everySampleReachesThePCM() throws {
      let folder = try TemporaryFolder()
      let file = folder.url("played")
      try configure(definition(file: file.path), in: folder)
      let device = ALSADevice()
      let samples = ramp(frames: 30_000)
      let playing = try Playing(device, samples)
      try playing.waitUntilPlayed(30_000)
      device.stop()
      #expect(device.position.frames == 30_000)
      let played = LittleEndian.float(try Tool.read(file))
      #expect(firstDifference(Array(played.prefix(samples.count)), samples) == nil)
      #expect(playing.lossCount == 0)
    }

    @Test func theNamedPCMPlays() throws {
      let folder = try TemporaryFolder()
      let file = folder.url("played")
      try configure("studio", definition(file: file.path), in: folder)
      let device = ALSADevice(name: "studio")
      let samples = ramp(frames: 1000)
      let playing = try Playing(device, samples)
      try playing.waitUntilPlayed(1000)
      device.stop()
      let played = LittleEndian.float(try Tool.read(file))
      #expect(firstDifference(Array(played.prefix(samples.count)), samples) == nil)
      #expect(throws: DeviceError.absent) { try Playing(ALSADevice(name: "none"), samples) }
    }

    @Test(arguments: [0.01, 0.1, nil] as [Double?])
    func requestsTheBufferOfTheSession(seconds: Double?) throws {
      let folder = try TemporaryFolder()
      try configure("type null", in: folder)
      let streams = ServerStreams.on(nil)
      streams.setBufferSeconds(seconds)
      defer { streams.setBufferSeconds(nil) }
      let device = ALSADevice()
      _ = try Playing(device, ramp(frames: 1000))
      let granted = try #require(device.bufferSeconds)
      device.stop()
      #expect(abs(granted - (seconds ?? 0.15)) < 0.005)
    }

    @Test(arguments: [
      "type hw card 31", "type plug slave.pcm \"hw:31\"", "type nonexistent", "type hw",
    ])
    func outputsThatDoNotOpenAreAbsent(definition: String) throws {
      let folder = try TemporaryFolder()
      try configure(definition, in: folder)
      #expect(throws: DeviceError.absent) { try Playing(ALSADevice(), ramp(frames: 10)) }
    }

    @Test(arguments: [(0.5, 2), (1e9, 2), (44100.5, 2)])
    func refusesImpossibleFormats(sampleRate: Double, channelCount: Int) throws {
      let folder = try TemporaryFolder()
      try configure("type null", in: folder)
      #expect(throws: DeviceError.absent) {
        try Playing(
          ALSADevice(), [], sampleRate: sampleRate, channelCount: channelCount, bufferSeconds: 0)
      }
    }

    @Test func aFailingPCMIsReportedWithoutAHang() throws {
      let folder = try TemporaryFolder()
      // Every write to this file fails for lack of space.
      try configure(definition(file: "/dev/full"), in: folder)
      let device = ALSADevice()
      let playing = try Playing(device, ramp(frames: 200_000))
      try waitUntil("the loss is reported") { playing.lossCount == 1 }
      device.stop()
      #expect(device.position.frames < 200_000)
    }

    /// Records from a PCM "default" with a number of frames.
    private func expectEverySampleCaptured(frames: Int) throws {
      let folder = try TemporaryFolder()
      let file = folder.url("sound")
      let samples = ramp(frames: frames)
      try Tool.write(LittleEndian.bytes(samples), to: file)
      try configure(
        "type file slave.pcm { type null } file \"/dev/null\" infile \"\(file.path)\" format raw",
        in: folder)
      let capturing = try Capturing(ALSAInput())
      try capturing.waitForSamples(samples.count)
      capturing.device.stop()
      #expect(firstDifference(Array(capturing.samples.prefix(samples.count)), samples) == nil)
      #expect(capturing.lossCount == 0)
    }

    @Test func everySampleIsCaptured() throws {
      try expectEverySampleCaptured(frames: 20_000)
    }

    @Test func capturesTheCardOfTheSession() throws {
      let folder = try TemporaryFolder()
      let file = folder.url("sound")
      let samples = ramp(frames: 1000)
      try Tool.write(LittleEndian.bytes(samples), to: file)
      try configure(
        "plughw",
        """
        @args [CARD DEV] @args.CARD { type string } @args.DEV { type integer }
        type file slave.pcm { type null } file "/dev/null" infile "\(file.path)" format raw
        """, in: folder)
      let streams = ServerStreams.on(nil)
      streams.input = "plughw:CARD=EVOLVE,DEV=0"
      defer { streams.input = nil }
      let capturing = try Capturing(ALSAInput())
      try capturing.waitForSamples(samples.count)
      capturing.device.stop()
      #expect(firstDifference(Array(capturing.samples.prefix(samples.count)), samples) == nil)
    }

    @Test func capturesTheDefaultPCMIfTheSelectedCardIsGone() throws {
      let streams = ServerStreams.on(nil)
      streams.input = "plughw:CARD=GONE,DEV=0"
      defer { streams.input = nil }
      try expectEverySampleCaptured(frames: 1000)
    }

    @Test func aForcedPCMIsTheOnlyPort() throws {
      let folder = try TemporaryFolder()
      try Data(" 0 [A]: B - C\n".utf8).write(to: folder.url("cards"))
      try Data("00-00: A : B : playback 1 : capture 1\n".utf8).write(to: folder.url("pcm"))
      try configure("studio", "type null", in: folder)
      let (path, devices) = (folder.url(".").path, folder.url("snd").path)
      let snapshot = SoundCards(forcedPCM: "studio", information: path, devices: devices).snapshot
      #expect(snapshot.devices.map(\.name) == ["studio", "studio"])
      #expect((snapshot.defaultOutput, snapshot.defaultInput) == ("studio", "studio"))
      #expect(!snapshot.devices.contains { $0.isHardware })
      let none = SoundCards(forcedPCM: "none", information: path, devices: devices)
      #expect(none.snapshot == ServerSnapshot())
      #expect(SoundCards(information: path, devices: devices).snapshot.devices.count == 4)
    }

    @Test(arguments: ["type hw card 31", "type nonexistent"])
    func inputsThatDoNotOpenAreAbsent(definition: String) throws {
      let folder = try TemporaryFolder()
      try configure(definition, in: folder)
      #expect(throws: DeviceError.absent) { try Capturing(ALSAInput()) }
    }
  }
#endif
