import AVFoundation
import Foundation
import TestSupport
import Testing

/// Linear PCM in QuickTime movies.
@Suite struct MoviePCMTests {
  struct Format: Sendable, CustomTestStringConvertible {
    var name: String
    var bits: Int
    var isFloat = false
    var isBigEndian = false
    var channels = 1
    /// What ffprobe calls the codec, and the tag of the sample entry.
    var codec: String
    var tag: String

    var testDescription: String { name }

    var settings: [String: Any] {
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: WrittenMovie.rate,
        AVNumberOfChannelsKey: channels, AVLinearPCMBitDepthKey: bits,
        AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBigEndian,
        AVLinearPCMIsNonInterleaved: false,
      ]
    }
  }

  static let cases: [Format] = [
    .init(name: "16 little", bits: 16, codec: "pcm_s16le", tag: "sowt"),
    .init(name: "16 big", bits: 16, isBigEndian: true, codec: "pcm_s16be", tag: "twos"),
    .init(name: "24 little", bits: 24, codec: "pcm_s24le", tag: "in24"),
    .init(name: "24 big", bits: 24, isBigEndian: true, codec: "pcm_s24be", tag: "in24"),
    .init(name: "32 little", bits: 32, codec: "pcm_s32le", tag: "in32"),
    .init(name: "32 big", bits: 32, isBigEndian: true, codec: "pcm_s32be", tag: "in32"),
    .init(name: "f32 little", bits: 32, isFloat: true, codec: "pcm_f32le", tag: "fl32"),
    .init(
      name: "f32 big", bits: 32, isFloat: true, isBigEndian: true, codec: "pcm_f32be",
      tag: "fl32"),
    .init(name: "f64 little", bits: 64, isFloat: true, codec: "pcm_f64le", tag: "fl64"),
    .init(
      name: "f64 big", bits: 64, isFloat: true, isBigEndian: true, codec: "pcm_f64be",
      tag: "fl64"),
    .init(name: "stereo", bits: 16, channels: 2, codec: "pcm_s16le", tag: "sowt"),
  ]

  /// The samples of the first channel, as 16-bit integers.
  private func samples(_ url: URL) throws -> [Int16] {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: asset.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    reader.add(output)
    try #require(reader.startReading())
    var samples: [Int16] = []
    let format = try #require(asset.tracks[0].formatDescriptions.first as? CMFormatDescription)
    let channels = Int(format.audioStreamBasicDescription?.mChannelsPerFrame ?? 1)
    while let buffer = output.copyNextSampleBuffer() {
      let bytes = Array(try #require(buffer.dataBuffer).dataBytes())
      for index in stride(from: 0, to: bytes.count, by: 2 * channels) {
        samples.append(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8))
      }
    }
    #expect(reader.status == .completed, "\(String(describing: reader.error))")
    return samples
  }

  private static let expected = (0..<16_000).map { Int16(truncatingIfNeeded: $0 &* 7) }

  @Test(
    "every width and byte order is read as written, also in fragments",
    arguments: cases)
  func widths(format: Format) async throws {
    for (isFragmented, isForNetwork) in [(false, false), (false, true), (true, false)] {
      let movie = try WrittenMovie(settings: format.settings) { writer, _ in
        writer.shouldOptimizeForNetworkUse = isForNetwork
        if isFragmented { writer.movieFragmentInterval = CMTime(value: 3, timescale: 10) }
      }
      movie.start()
      try await movie.finish(seconds: 2)
      let asset = AVURLAsset(url: movie.url)
      #expect(asset.duration == CMTime(value: 16_000, timescale: WrittenMovie.rate))
      let track = try #require(asset.tracks.first)
      let description = try #require(track.formatDescriptions.first as? CMFormatDescription)
      let found = try #require(description.audioStreamBasicDescription)
      #expect(found.mFormatID == kAudioFormatLinearPCM && found.mBitsPerChannel == format.bits)
      #expect(
        (found.mFormatFlags & kAudioFormatFlagIsBigEndian != 0) == format.isBigEndian
          && (found.mFormatFlags & kAudioFormatFlagIsFloat != 0) == format.isFloat)
      #expect(found.mChannelsPerFrame == format.channels)
      let name = "fragments: \(isFragmented), network: \(isForNetwork)"
      #expect(try samples(movie.url) == Self.expected, "\(name)")
      #if LibAV
        if isForNetwork { continue }
        #expect(
          try probed(movie.url) == [format.codec, format.tag, "\(format.channels)"], "\(name)")
        #expect(try decoded(movie.url, format.channels) == Self.expected, "\(name)")
      #endif
    }
  }

  #if LibAV
    /// The codec, the tag of the sample entry, and the channels that ffprobe finds.
    private func probed(_ url: URL) throws -> [String] {
      let output = try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=codec_name,codec_tag_string,channels"]
          + ["-of", "csv=p=0", "-f", "mov", url.path])
      return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        .flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// The first channel as ffmpeg decodes it.
    private func decoded(_ url: URL, _ channels: Int) throws -> [Int16] {
      let output = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-loglevel", "error", "-f", "mov", "-i", url.path, "-f", "s16le", "-"])
      return stride(from: 0, to: output.count, by: 2 * channels).map {
        Int16(bitPattern: UInt16(output[$0]) | UInt16(output[$0 + 1]) << 8)
      }
    }
  #endif

  @Test("samples in any pieces make the same movie")
  func pieces() async throws {
    var bytes: [Data] = []
    for size in [16_000, 1_000, 333] {
      let movie = try WrittenMovie()
      movie.start()
      var frame = 0
      let whole = try WrittenMovie.samples(16_000)
      while frame < 16_000 {
        let range = frame..<min(16_000, frame + size)
        #expect(movie.sound.append(try CMSampleBuffer(copying: whole, forRange: range)))
        frame = range.upperBound
      }
      await movie.writer.finishWriting()
      #expect(movie.writer.status == .completed)
      bytes.append(try Data(contentsOf: movie.url))
    }
    #expect(bytes[0] == bytes[1] && bytes[0] == bytes[2])
  }
}
