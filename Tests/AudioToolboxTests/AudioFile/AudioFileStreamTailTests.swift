import AudioToolbox
import TestSupport
import Testing

/// The packets of a stream without the final empty call, which published players omit.
@Suite struct AudioFileStreamTailTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var options: [String]
    var sampleRate = 44_100
    var channelCount = 2
    var seconds = 1.0

    static let all = [
      Kind(testDescription: "FLAC", options: ["-c:a", "flac", "-f", "flac"]),
      Kind(
        testDescription: "FLAC of whole blocks",
        options: ["-c:a", "flac", "-frame_size", "4410", "-f", "flac"]),
      Kind(
        testDescription: "FLAC of one block", options: ["-c:a", "flac", "-f", "flac"],
        seconds: 0.02),
      Kind(testDescription: "FLAC in Ogg", options: ["-c:a", "flac", "-f", "ogg"]),
      Kind(testDescription: "AAC in ADTS", options: ["-c:a", "aac", "-f", "adts"]),
      Kind(testDescription: "AAC in LATM", options: ["-c:a", "aac", "-f", "latm"]),
      Kind(
        testDescription: "MP3 without a header",
        options: ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3"]),
      Kind(
        testDescription: "MP3 behind a tag",
        options: ["-c:a", "libmp3lame", "-metadata", "title=a", "-write_xing", "0", "-f", "mp3"]),
      Kind(testDescription: "MP3", options: ["-c:a", "libmp3lame", "-f", "mp3"]),
      Kind(testDescription: "MP2", options: ["-c:a", "mp2", "-f", "mp2"]),
      Kind(testDescription: "AC-3", options: ["-c:a", "ac3", "-f", "ac3"], sampleRate: 48_000),
      Kind(
        testDescription: "Enhanced AC-3", options: ["-c:a", "eac3", "-f", "eac3"],
        sampleRate: 48_000, channelCount: 6),
      Kind(testDescription: "Opus", options: ["-c:a", "libopus", "-f", "ogg"], sampleRate: 48_000),
      Kind(testDescription: "Vorbis", options: ["-c:a", "libvorbis", "-f", "ogg"]),
    ]

    func make() throws -> [UInt8] {
      try FFmpeg.encode(
        options, sampleRate: sampleRate, channelCount: channelCount, seconds: seconds)
    }
  }

  @Test(
    "every packet comes with its last byte, for any division of the stream", arguments: Kind.all)
  func lastPacketComes(kind: Kind) throws {
    let bytes = try kind.make()
    let whole = try StreamRecorder()
    #expect(whole.parse(bytes, flush: true) == noErr)
    #expect(whole.packets.count >= 1)
    for cut in [[Int.max], [65_536], [1000], [1, 100, 3, 4096, 17, 2]] {
      let recorder = try StreamRecorder()
      #expect(recorder.parse(bytes, pieces: cut) == noErr)
      #expect(recorder.packets == whole.packets, "pieces of \(cut)")
      // No more packets come after the end.
      #expect(recorder.parse([], flush: true) == noErr)
      #expect(recorder.packets == whole.packets)
    }
  }

  @Test(
    "AMR frames come with their last byte", arguments: ["AMR", "AMR-WB", "MP3 of many rates"])
  func framesComeAtOnce(name: String) throws {
    let media = try MediaFile.named(name)
    let recorder = try StreamRecorder()
    #expect(recorder.parse(media.bytes, pieces: [100]) == noErr)
    #expect(recorder.packets == media.packets)
  }

  @Test("a frame that contains a tag's name waits for the tag's end")
  func tagInAFrame() throws {
    let bytes = try Kind.all[6].make()
    let whole = try StreamRecorder()
    #expect(whole.parse(bytes, flush: true) == noErr)
    let tag = Array("TAG".utf8) + [UInt8](repeating: 0x41, count: 125)
    for overlap in [1, 2, 3, 50, 127] {
      // The tag replaces the last bytes of the frame.
      let recorder = try StreamRecorder()
      #expect(recorder.parse(bytes.dropLast(overlap) + tag, pieces: [1000], flush: true) == noErr)
      let isSeen = overlap >= 3
      let expected = isSeen ? Array(whole.packets.dropLast()) : whole.packets
      #expect(recorder.packets.count == expected.count, "an overlap of \(overlap)")
      #expect(recorder.packets.dropLast() == expected.dropLast())
    }
    // The same letters in a frame before another frame are sound.
    let size = try #require(whole.packets.last).count
    var sound = bytes
    sound.replaceSubrange(bytes.count - size - 60..<bytes.count - size - 57, with: tag.prefix(3))
    let recorder = try StreamRecorder()
    #expect(recorder.parse(sound, pieces: [1000]) == noErr)
    #expect(recorder.packets.count == whole.packets.count)
  }

  @Test("the packet table of Opus exists before the first packet, and is complete before the last")
  func packetTableOfOpus() throws {
    let bytes = try Kind.all[12].make()
    for cut in [[Int.max], [1000], [1]] {
      var table = AudioFilePacketTableInfo()
      var tables: [AudioFilePacketTableInfo] = []
      let recorder = try StreamRecorder()
      recorder.duringListener = { [unowned recorder] _, property in
        guard property == kAudioFileStreamProperty_PacketTableInfo else { return }
        tables.append(recorder.value(property, AudioFilePacketTableInfo()).1)
      }
      recorder.duringPackets = { recorder in
        table = recorder.value(kAudioFileStreamProperty_PacketTableInfo, table).1
        #expect(table.mPrimingFrames == 312)
      }
      #expect(recorder.parse(bytes, pieces: cut) == noErr)
      #expect(tables.map(\.mPrimingFrames) == [312, 312])
      #expect(tables.map(\.mNumberValidFrames) == [0, 48_000])
      #expect(table.mNumberValidFrames == 48_000)
      #expect(Int(table.mRemainderFrames) == recorder.packets.count * 960 - 48_312)
    }
  }

  @Test("the end of Vorbis is reported before the last packet")
  func packetTableOfVorbis() throws {
    let bytes = try Kind.all[13].make()
    var table = AudioFilePacketTableInfo()
    let recorder = try StreamRecorder()
    recorder.duringPackets = { recorder in
      table = recorder.value(kAudioFileStreamProperty_PacketTableInfo, table).1
    }
    #expect(recorder.parse(bytes, pieces: [100]) == noErr)
    #expect(table.mNumberValidFrames == 44_100)
    #expect(table.mRemainderFrames > 0)
  }
}
