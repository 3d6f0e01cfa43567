import AVFAudio
import Foundation
import TestSupport
import Testing

@Suite struct AVAudioPlayerTests {
  private let files: PlayerFolder
  private let listener = PlayerListener()

  init() throws { files = try PlayerFolder() }

  @Test func describesItsSound() throws {
    let url = try files.write([numbered(0..<5000), numbered(5000..<10_000)])
    let player = try AVAudioPlayer(contentsOf: url, fileTypeHint: "com.microsoft.waveform-audio")
    #expect(player.url == url && player.data == nil)
    #expect(player.numberOfChannels == 2 && player.format.sampleRate == 44100)
    #expect(player.duration == 5000 / 44100.0 && player.currentTime == 0)
    #expect(player.settings[AVSampleRateKey] as? Double == 44100)
    #expect(!player.isPlaying && player.volume == 1 && player.pan == 0)
    #expect(player.numberOfLoops == 0 && !player.isMeteringEnabled)
    let data = try Data(contentsOf: url)
    let other = try AVAudioPlayer(data: data)
    #expect(other.url == nil && other.data == data && other.duration == player.duration)
  }

  @Test(arguments: [0, 1, 3])
  func everyPassPlaysToTheFrame(loops: Int) throws {
    // Longer than one decoding step, and shorter.
    for count in [70_001, 7] {
      let tracks = [numbered(0..<count), numbered(count..<2 * count)]
      let player = try files.offlinePlayer(files.write(tracks), listener)
      let ends = listener.finished.count
      player.numberOfLoops = loops
      #expect(player.play() && player.duration == Double(count) / 44100)
      try listener.waitForEnd(ends + 1)
      #expect(!player.isPlaying && player.currentTime == 0)
      for (track, played) in zip(tracks, try files.played()) {
        let expected = (0...loops).flatMap { _ in track }
        #expect(firstDifference(played, expected) == nil)
      }
    }
    #expect(listener.finished == [true, true])
  }

  @Test(arguments: ["ima4.mov", "a-law.wav", "lossless.m4a", "wav24.wav"])
  func everyFormatPlaysAsItIsRead(name: String) throws {
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    try expectPlayedAsRead(fixtures.appendingPathComponent("Fixtures/audio/" + name))
  }

  #if LibAV && MPG123
    @Test(arguments: [
      ("mp3", ["-c:a", "libmp3lame"]), ("adts", ["-c:a", "aac"]), ("ipod", ["-c:a", "aac"]),
      ("flac", ["-c:a", "flac"]), ("ogg", ["-c:a", "libvorbis"]), ("opus", ["-c:a", "libopus"]),
      ("ac3", ["-c:a", "ac3"]), ("asf", ["-c:a", "wmav2"]), ("matroska", ["-c:a", "libvorbis"]),
      ("matroska", ["-c:a", "flac"]), ("matroska", ["-c:a", "aac"]),
      ("wav", ["-c:a", "adpcm_ms"]),
    ])
    func everyCodecPlaysAsItIsRead(container: String, codec: [String]) throws {
      let url = files.folder.file("made")
      let bytes = try FFmpeg.encode(
        codec + ["-f", container], sampleRate: 48_000, channelCount: 2, seconds: 0.5)
      try Tool.write(bytes, to: url)
      try expectPlayedAsRead(url)
    }
  #endif

  /// Plays a file twice from memory, and from a position in it.
  private func expectPlayedAsRead(_ url: URL) throws {
    let expected = try PlayerFolder.samples(url)
    let player = try AVAudioPlayer(data: Data(contentsOf: url))
    player.currentDevice = "offline:\(files.output.path)"
    player.delegate = listener
    player.numberOfLoops = 1
    #expect(player.prepareToPlay() && player.play())
    try listener.waitForEnd()
    for (played, expected) in zip(try files.played(), expected) {
      #expect(firstDifference(played, expected + expected) == nil)
    }
    // Exact to the frame; decoders that start there may round differently.
    let frame = expected[0].count / 3
    let rate = player.format.sampleRate
    player.numberOfLoops = 0
    player.currentTime = Double(frame) / rate
    #expect(player.currentTime == Double(frame) / rate)
    #expect(player.play())
    try listener.waitForEnd(2)
    for (played, expected) in zip(try files.played(), expected) {
      let part = Array(played.dropFirst(2 * expected.count))
      let difference = SampleDifference(part, reference: Array(expected[frame...]))
      #expect(difference.missing == 0 && difference.signalToNoise >= 50)
    }
  }

  @Test func playsAgainFromAnyPosition() throws {
    let all = numbered(0..<20_000)
    let player = try files.offlinePlayer(files.write([all]), listener)
    #expect(player.play())
    try listener.waitForEnd(1)
    player.currentTime = 12_345 / 44100.0
    #expect(player.currentTime == 12_345 / 44100.0)
    #expect(player.play())
    try listener.waitForEnd(2)
    // The prepared frames are from another position.
    #expect(player.prepareToPlay())
    player.currentTime = 19_000 / 44100.0
    #expect(player.play())
    try listener.waitForEnd(3)
    player.currentTime = 77
    #expect(player.currentTime == player.duration)
    #expect(player.play())
    try listener.waitForEnd(4)
    player.currentTime = -1
    #expect(player.currentTime == 0)
    #expect(listener.finished == [true, true, true, true])
    let expected = all + all[12_345...] + all[19_000...]
    #expect(firstDifference(try files.played()[0], expected) == nil)
  }

  @Test func volumeAndBalanceAreExact() throws {
    let ones = [Float](repeating: 1, count: 5000)
    let player = try files.offlinePlayer(files.write([ones, ones]), listener)
    player.volume = 0.5
    player.pan = -0.25
    #expect(player.volume == 0.5 && player.pan == -0.25)
    #expect(player.play())
    try listener.waitForEnd()
    let played = try files.played()
    #expect(firstDifference(played[0], ones.map { $0 * 0.5 }) == nil)
    #expect(firstDifference(played[1], ones.map { $0 * 0.375 }) == nil)
    player.volume = -3
    player.pan = 9
    #expect(player.volume == 0 && player.pan == 1)
  }

  @Test func aFadeIsLinearOverItsDuration() throws {
    let ones = [Float](repeating: 1, count: 44100)
    let player = try files.offlinePlayer(files.write([ones]), listener)
    player.numberOfLoops = -1
    #expect(player.play())
    #expect(waitUntil { player.currentTime > 0.1 })
    player.setVolume(0.25, fadeDuration: 0.2)
    // Mono in the middle keeps its level.
    player.pan = 0
    #expect(player.volume == 0.25)
    #expect(try waitUntil { try lastSample() == 0.25 })
    player.numberOfLoops = 0
    try listener.waitForEnd()
    let played = try files.played()[0]
    let start = try #require(played.firstIndex { $0 != 1 }) - 1
    let ramp = played[start...].prefix(8821)
    try #require(ramp.count == 8821)
    for (offset, sample) in ramp.enumerated() where offset % 63 == 0 {
      #expect(abs(sample - (1 - 0.75 * Float(offset) / 8820)) < 1e-5)
    }
    #expect(played[(start + 8820)...].allSatisfy { $0 == 0.25 })
    #expect(played.count % 44100 == 0 && listener.finished == [true])
  }

  /// The last sample of a channel in the output so far.
  private func lastSample() throws -> Float? {
    let file = try FileHandle(forReadingFrom: files.output)
    defer { try? file.close() }
    let size = try file.seekToEnd()
    guard size >= 62 else { return nil }
    try file.seek(toOffset: 58 + (size - 62) / 4 * 4)
    return LittleEndian.float(Array(try file.read(upToCount: 4) ?? Data())).first
  }

  @Test func withoutEnableRateTheRateHasNoEffect() throws {
    let tone = Tone.samples(hertz: 440, seconds: 0.5)
    let player = try files.offlinePlayer(files.write([tone]), listener)
    #expect(player.rate == 1 && !player.enableRate)
    player.rate = 9
    #expect(player.rate == 2)
    #expect(player.play())
    try listener.waitForEnd()
    #expect(firstDifference(try files.played()[0], tone) == nil)
  }

  #if Sonic
    @Test(arguments: [0.5, 1.25, 2] as [Float]) func aRateKeepsThePitch(rate: Float) throws {
      let tone = Tone.samples(hertz: 440, seconds: 1)
      let player = try files.offlinePlayer(files.write([tone, tone]), listener)
      player.enableRate = true
      player.rate = rate
      #expect(player.play())
      // Too late for this playback.
      player.enableRate = false
      try listener.waitForEnd()
      let played = try files.played()
      #expect(abs(Double(played[0].count) - 44100 / Double(rate)) < 2048)
      #expect(abs(Tone.hertz(played[1]) / 440 - 1) < 0.005)
      #expect(player.currentTime == 0 && listener.finished == [true])
    }
  #endif

  @Test func aNewNumberOfLoopsAppliesAtOnce() throws {
    let all = numbered(0..<44100)
    let player = try files.offlinePlayer(files.write([all]), listener)
    player.numberOfLoops = -1
    #expect(player.play())
    #expect(waitUntil { ((try? Data(contentsOf: files.output).count) ?? 0) > 400_000 })
    player.numberOfLoops = 0
    try listener.waitForEnd()
    let played = try files.played()[0]
    #expect(played.count > 100_000 && played.count % 44100 == 0)
    let expected = (0..<played.count / 44100).flatMap { _ in all }
    #expect(firstDifference(played, expected) == nil)
    #expect(listener.finished == [true])
  }

  @Test func metersShowTheDecibelsOfPlayback() throws {
    let count = 10 * 44100
    let url = try files.write([
      [Float](repeating: 0.5, count: count), [Float](repeating: 0, count: count),
    ])
    let player = try AVAudioPlayer(contentsOf: url)
    player.currentDevice = "null"
    #expect(player.play())
    player.updateMeters()
    #expect(player.averagePower(forChannel: 0) == -160)
    player.isMeteringEnabled = true
    #expect(
      waitUntil {
        player.updateMeters()
        return player.peakPower(forChannel: 0) > -160
      })
    #expect(abs(player.peakPower(forChannel: 0) + 6.0206) < 0.001)
    #expect(abs(player.averagePower(forChannel: 0) + 6.0206) < 0.001)
    #expect(player.peakPower(forChannel: 1) == -160)
    #expect(player.averagePower(forChannel: 2) == -160)
    player.stop()
    #expect(abs(player.peakPower(forChannel: 0) + 6.0206) < 0.001)
    player.updateMeters()
    #expect(player.peakPower(forChannel: 0) == -160)
  }

  @Test func filesWithoutAudioThrow() throws {
    let missing = #expect(throws: NSError.self) {
      try AVAudioPlayer(contentsOf: files.folder.file("none.wav"))
    }
    #expect(missing?.code == Int(kAudioFileFileNotFoundError))
    #expect(missing?.domain == NSOSStatusErrorDomain)
    let text = #expect(throws: NSError.self) { try AVAudioPlayer(data: Data("no audio".utf8)) }
    #expect(text?.code == Int(kAudioFileUnsupportedFileTypeError))
    #expect(throws: NSError.self) { try AVAudioPlayer(data: Data()) }
  }

  @Test func withoutADevicePlaybackFails() throws {
    let player = try AVAudioPlayer(contentsOf: files.write([numbered(0..<100)]))
    player.delegate = listener
    player.currentDevice = "offline:/nowhere/at/all.wav"
    #expect(!player.play() && !player.isPlaying && player.currentTime == 0)
    player.currentDevice = "no such device"
    #expect(player.currentDevice == "offline:/nowhere/at/all.wav")
    player.currentDevice = "offline:\(files.output.path)"
    #expect(player.play())
    try listener.waitForEnd()
    #expect(firstDifference(try files.played()[0], numbered(0..<100)) == nil)
  }
}
