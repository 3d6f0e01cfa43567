import AudioToolbox
import TestSupport
import Testing

/// Fragmented movies, as servers send them live.
@Suite struct AudioFileStreamFragmentTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var flags: String
    var codec = "aac"
    var sampleRate = 44_100
    var brand = "mp4"

    static let all = [
      Kind(testDescription: "fragments", flags: "frag_keyframe+empty_moov+default_base_moof"),
      Kind(testDescription: "offsets from the start", flags: "frag_keyframe+empty_moov"),
      Kind(testDescription: "CMAF", flags: "cmaf"),
      Kind(testDescription: "DASH", flags: "dash+global_sidx"),
      Kind(testDescription: "packets in the movie, too", flags: "frag_keyframe"),
      Kind(testDescription: "an edit list", flags: "empty_moov+delay_moov"),
      Kind(testDescription: "QuickTime", flags: "frag_keyframe+empty_moov", brand: "mov"),
      Kind(
        testDescription: "Opus", flags: "empty_moov+delay_moov", codec: "libopus",
        sampleRate: 48_000),
      Kind(testDescription: "FLAC", flags: "frag_keyframe+empty_moov", codec: "flac"),
      Kind(testDescription: "Apple Lossless", flags: "frag_keyframe+empty_moov", codec: "alac"),
    ]

    func make(_ more: [String] = []) throws -> [UInt8] {
      try FFmpeg.encode(
        ["-c:a", codec, "-strict", "-2", "-movflags", flags, "-frag_duration", "400000"] + more
          + ["-f", brand], sampleRate: sampleRate, channelCount: 2, seconds: 4)
    }
  }

  private static let cuts = [[Int.max], [65_536], [1000], [1, 100, 3, 4096, 17, 2]]

  /// The packets as read from a file.
  private func packets(ofFile bytes: [UInt8]) throws -> [[UInt8]] {
    let source = CallbackFile(bytes)
    let (status, opened) = source.open()
    try #require(status == noErr)
    let file = try #require(opened)
    defer { AudioFileClose(file) }
    return withExtendedLifetime(source) { readAllPackets(file, constant: 0) }
  }

  @Test("any division of the stream gives every packet of every fragment", arguments: Kind.all)
  func allPackets(kind: Kind) throws {
    let bytes = try kind.make()
    #expect(bytes.split(separator: Array("moof".utf8)).count > 5, "one fragment only")
    let packets = try packets(ofFile: bytes)
    for cut in Self.cuts {
      let recorder = try StreamRecorder()
      #expect(recorder.parse(bytes, pieces: cut) == noErr)
      #expect(recorder.packets == packets, "pieces of \(cut)")
      #expect(recorder.parse([], flush: true) == noErr)
    }
  }

  @Test("boxes between a fragment and its audio are skipped")
  func boxesBetween() throws {
    let bytes = try Kind.all[0].make()
    // A box that players may ignore precedes every fragment.
    var changed: [UInt8] = []
    var rest = bytes[...]
    while rest.count >= 8 {
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      if rest.dropFirst(4).starts(with: "moof".utf8) {
        changed += [0, 0, 0, 12] + Array("free".utf8) + [1, 2, 3, 4]
      }
      changed += rest.prefix(size)
      rest = rest.dropFirst(size)
    }
    let packets = try packets(ofFile: bytes)
    for cut in Self.cuts {
      let recorder = try StreamRecorder()
      #expect(recorder.parse(changed, pieces: cut) == noErr)
      #expect(recorder.packets == packets)
    }
  }

  @Test("fragments with audio before them are not streamed, but earlier packets are")
  func goesBack() throws {
    var bytes = try Kind.all[1].make()
    let whole = try packets(ofFile: bytes)
    // The second fragment's audio would lie at the start of the file.
    let headers = bytes.indices.dropLast(4).filter { bytes[$0...].starts(with: "tfhd".utf8) }
    let second = try #require(headers.dropFirst().first)
    try #require(bytes[second + 7] & 1 == 1)
    bytes.replaceSubrange(second + 12..<second + 20, with: [UInt8](repeating: 0, count: 8))
    for cut in [[1000], [1, 100, 3, 4096, 17, 2]] {
      let recorder = try StreamRecorder()
      #expect(
        recorder.parse(bytes, pieces: cut, flush: true) == kAudioFileStreamError_NotOptimized)
      #expect(recorder.packets.count > 10)
      #expect(recorder.packets == Array(whole.prefix(recorder.packets.count)))
    }
  }

  @Test("the offset of a packet in a later fragment is exact")
  func seeksInALaterFragment() throws {
    let bytes = try Kind.all[0].make()
    let recorder = try StreamRecorder()
    #expect(recorder.parse(bytes) == noErr)
    let last = Int64(recorder.packets.count - 1)
    let stream = try #require(recorder.stream)
    var offset: Int64 = 0
    var flags: AudioFileStreamSeekFlags = []
    #expect(AudioFileStreamSeek(stream, last, &offset, &flags) == noErr)
    #expect(flags == [])
    let start = Int(recorder.value(kAudioFileStreamProperty_DataOffset, Int64(0)).1 + offset)
    let packet = try #require(recorder.packets.last)
    #expect(Array(bytes[start...].prefix(packet.count)) == packet)
  }
}
