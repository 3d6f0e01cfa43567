import AudioToolbox
import TestSupport
import Testing

/// Edits damaged files: no change traps, and a refused change leaves the file unmodified.
@Suite struct AudioFileHostileEditingTests {
  static let names = ["WAVE", "AIFF", "CAF", "MP3", "FLAC", "M4A", "ADTS"]

  private func original(_ name: String) throws -> [UInt8] {
    let output: [String: [String]] = [
      "WAVE": ["-c:a", "pcm_s16le", "-f", "wav"], "AIFF": ["-c:a", "pcm_s16be", "-f", "aiff"],
      "CAF": ["-c:a", "alac", "-f", "caf"], "MP3": ["-c:a", "libmp3lame", "-f", "mp3"],
      "FLAC": ["-c:a", "flac", "-f", "flac"], "M4A": ["-c:a", "aac", "-f", "ipod"],
      "ADTS": ["-c:a", "aac", "-f", "adts"],
    ]
    let tags = [
      "-metadata", "title=Before", "-metadata", "comment=Long enough", "-write_id3v2", "1",
    ]
    let options = name == "AIFF" ? tags : Array(tags.prefix(4))
    return try FFmpeg.encode(
      options + (output[name] ?? []), sampleRate: 8000, channelCount: 1, seconds: 0.2)
  }

  @Test(arguments: names) func editingDamagedFilesNeverTraps(name: String) throws {
    let whole = try original(name)
    var state: UInt64 = 1
    func next() -> UInt64 {
      // Knuth's MMIX.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    var opened = 0
    #expect(change(whole))
    for round in 0..<400 {
      var bytes = whole
      if round % 4 == 0 { bytes.removeLast(Int(next() % UInt64(bytes.count))) }
      for _ in 0..<(round % 3 + 1) where !bytes.isEmpty {
        // Most of the parsed data is at the start and the end.
        let most = round % 2 == 0 ? bytes.count : min(bytes.count, 600)
        let place = Int(next() % UInt64(most))
        let fromEnd = round % 5 == 0
        bytes[fromEnd ? bytes.count - 1 - place : place] = UInt8(truncatingIfNeeded: next())
      }
      if change(bytes) { opened += 1 }
    }
    #expect(opened > 50)
  }

  /// Sets the title.
  ///
  /// - Returns: Whether the title was set and can be read back.
  private func change(_ bytes: [UInt8]) -> Bool {
    let sink = CallbackSink()
    sink.bytes = bytes
    guard let file = sink.open().file else { return false }
    let status = setInformation(["title": "After"], of: file)
    guard status == noErr else {
      withExtendedLifetime(sink) { _ = AudioFileClose(file) }
      #expect(sink.bytes == bytes, "\(status)")
      return false
    }
    guard withExtendedLifetime(sink, { AudioFileClose(file) }) == noErr else {
      #expect(sink.bytes == bytes)
      return false
    }
    guard let read = sink.open().file else {
      Issue.record("can no longer be opened")
      return false
    }
    let title = information(read)["title"]
    withExtendedLifetime(sink) { _ = AudioFileClose(read) }
    return title == "After"
  }
}
