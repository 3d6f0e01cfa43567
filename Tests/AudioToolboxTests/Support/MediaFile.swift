import AudioToolbox
import Testing

/// A small handmade audio file and its contents.
struct MediaFile: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var bytes: [UInt8]
  var type: AudioFileTypeID
  var formatID: AudioFormatID
  var sampleRate: Float64
  var channels: UInt32
  var framesPerPacket: UInt32
  /// The bytes of each packet, or 0 if they vary.
  var bytesPerPacket: UInt32
  var dataOffset: Int
  /// The bytes from the first packet's header to the end of the last packet.
  var dataByteCount: Int
  var packets: [[UInt8]]
  var title: String?

  static let all: [MediaFile] = [
    wave("WAVE", channels: 2, bits: 16, frames: 500),
    wave("WAVE of bytes, an odd number", channels: 1, bits: 8, frames: 501),
    wave("WAVE with a title behind", channels: 2, bits: 24, frames: 100, title: "Song"),
    wave("WAVE without audio", channels: 2, bits: 16, frames: 0),
    layer3("MP3 of one rate", rates: Array(repeating: 9, count: 60)),
    layer3("MP3 of many rates", rates: (0..<150).map { 1 + $0 * 5 % 14 }),
    layer3("MP3 behind a tag", rates: (0..<40).map { 5 + $0 % 6 }, title: "Tune"),
    adts("ADTS", sizes: (0..<200).map { 60 + $0 * 37 % 300 }),
    amr("AMR", types: (0..<300).map { $0 % 9 }),
    amr("AMR-WB", types: (0..<300).map { $0 % 10 }, isWide: true),
    ac3("AC-3", sizes: (0..<60).map { $0 * 5 % 7 }),
  ]

  /// Returns the file with this name.
  static func named(_ name: String) throws -> MediaFile {
    try #require(all.first { $0.testDescription == name })
  }

  var hasConstantPackets: Bool { bytesPerPacket > 0 }
  var frameCount: Int { packets.count * Int(framesPerPacket) }
  var largestPacket: Int { packets.map(\.count).max() ?? 0 }
}

extension MediaFile {
  /// Source: *Multimedia Programming Interface and Data Specifications 1.0*, "Waveform Audio File
  /// Format".
  static func wave(
    _ name: String, channels: Int, bits: Int, frames: Int, title: String? = nil
  ) -> MediaFile {
    let frame = channels * bits / 8
    let audio = (0..<frames * frame).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 5) }
    var chunks = chunk(
      "fmt ",
      little(1, 2) + little(channels, 2) + little(8000, 4) + little(8000 * frame, 4)
        + little(frame, 2) + little(bits, 2))
    chunks += chunk("data", audio)
    if let title {
      chunks += chunk("LIST", Array("INFO".utf8) + chunk("INAM", Array(title.utf8) + [0]))
    }
    return MediaFile(
      testDescription: name, bytes: chunk("RIFF", Array("WAVE".utf8) + chunks),
      type: kAudioFileWAVEType, formatID: kAudioFormatLinearPCM, sampleRate: 8000,
      channels: UInt32(channels), framesPerPacket: 1, bytesPerPacket: UInt32(frame),
      dataOffset: 44, dataByteCount: audio.count,
      packets: stride(from: 0, to: audio.count, by: frame).map { Array(audio[$0..<$0 + frame]) },
      title: title)
  }

  private static func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
    Array(tag.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  private static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Frames of MPEG-1 layer III, stereo, 44100 Hz, silent.
  ///
  /// Source: ISO/IEC 11172-3, 2.4.2.3: rates by index, and 144 bytes a bit rate over the sample
  /// rate.
  static func layer3(_ name: String, rates: [Int], title: String? = nil) -> MediaFile {
    let kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    let packets = rates.map { index in
      let count = 144_000 * kilobits[index] / 44100
      return [0xFF, 0xFB, UInt8(index << 4), 0] + [UInt8](repeating: 0, count: count - 4)
    }
    let tag = title.map(id3) ?? []
    let audio = packets.flatMap { $0 }
    return MediaFile(
      testDescription: name, bytes: tag + audio, type: kAudioFileMP3Type,
      formatID: kAudioFormatMPEGLayer3, sampleRate: 44100, channels: 2, framesPerPacket: 1152,
      bytesPerPacket: 0, dataOffset: tag.count, dataByteCount: audio.count, packets: packets,
      title: title)
  }

  /// Source: "ID3 tag version 2.3.0", 3.1 and 4.2.
  private static func id3(_ title: String) -> [UInt8] {
    let text = [0] + Array(title.utf8)
    let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
    return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }

  /// Frames of AAC LC, mono, 44100 Hz, with made-up contents.
  ///
  /// Source: ISO/IEC 13818-7, 6.2.
  static func adts(_ name: String, sizes: [Int]) -> MediaFile {
    // No byte of a packet is 0xFF, so its contents never look like a header.
    let packets = sizes.map { size in (0..<size).map { UInt8($0 * 7 % 251) } }
    let audio = packets.flatMap { packet in
      let length = packet.count + 7
      let header: [UInt8] = [
        0xFF, 0xF1, 0x50, 0x40 | UInt8(length >> 11), UInt8(truncatingIfNeeded: length >> 3),
        UInt8(length & 7) << 5 | 0x1F, 0xFC,
      ]
      return header + packet
    }
    return MediaFile(
      testDescription: name, bytes: audio, type: kAudioFileAAC_ADTSType,
      formatID: kAudioFormatMPEG4AAC, sampleRate: 44100, channels: 1, framesPerPacket: 1024,
      bytesPerPacket: 0, dataOffset: 0, dataByteCount: audio.count, packets: packets)
  }

  /// Frames of AMR with made-up contents.
  ///
  /// Source: RFC 4867, 5.1 and 5.3.
  static func amr(_ name: String, types: [Int], isWide: Bool = false) -> MediaFile {
    let magic = Array((isWide ? "#!AMR-WB\n" : "#!AMR\n").utf8)
    let sizes =
      isWide ? [17, 23, 32, 36, 40, 46, 50, 58, 60, 5] : [12, 13, 15, 17, 19, 20, 26, 31, 5]
    let packets = types.map { type in
      [UInt8(type << 3 | 4)] + (0..<sizes[type]).map { UInt8($0 * 11 % 251) }
    }
    let audio = packets.flatMap { $0 }
    return MediaFile(
      testDescription: name, bytes: magic + audio, type: kAudioFileAMRType,
      formatID: isWide ? kAudioFormatAMR_WB : kAudioFormatAMR, sampleRate: isWide ? 16000 : 8000,
      channels: 1, framesPerPacket: isWide ? 320 : 160, bytesPerPacket: 0,
      dataOffset: magic.count, dataByteCount: audio.count, packets: packets)
  }

  /// Frames of AC-3, stereo, 48,000 Hz, with made-up contents.
  ///
  /// Source: ETSI TS 102 366, 4.3 and table 4.13, whose first sizes are 128, 160, 192, 224, 256,
  /// 320 and 384 bytes.
  static func ac3(_ name: String, sizes: [Int]) -> MediaFile {
    let packets = sizes.map { size in
      let header: [UInt8] = [0x0B, 0x77, 1, 2, UInt8(size * 2), 0x40, 0x40]
      let count = [128, 160, 192, 224, 256, 320, 384][size]
      return header + (0..<count - header.count).map { UInt8(0x80 + $0 % 100) }
    }
    let audio = packets.flatMap { $0 }
    return MediaFile(
      testDescription: name, bytes: audio, type: kAudioFileAC3Type, formatID: kAudioFormatAC3,
      sampleRate: 48000, channels: 2, framesPerPacket: 1536, bytesPerPacket: 0, dataOffset: 0,
      dataByteCount: audio.count, packets: packets)
  }
}
