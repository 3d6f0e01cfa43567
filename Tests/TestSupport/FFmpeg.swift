import Foundation

/// The tests' independent encoder and decoder.
package enum FFmpeg {
  private static let quiet = ["-nostdin", "-hide_banner", "-loglevel", "error"]

  /// Makes a file with a sweep and a beat that differ in each channel.
  ///
  /// - Parameters:
  ///   - output: FFmpeg's output options, the container last: `["-c:a", "aac", "-f", "adts"]`.
  ///   - sampleRate: The sample rate in hertz.
  ///   - channelCount: 1 to 6, or 8.
  ///   - seconds: The length in seconds.
  /// - Returns: The file.
  /// - Throws: ``Tool/Failure`` if the program fails.
  package static func encode(
    _ output: [String], sampleRate: Int, channelCount: Int, seconds: Double = 1
  ) throws -> [UInt8] {
    let expressions = (0..<channelCount).map { channel in
      let pitch = 300 + 170 * channel
      return "0.4*sin(2*PI*(\(pitch)*t+900*t*t))+0.3*sin(2*PI*5*t)*sin(2*PI*\(pitch * 3)*t)"
    }
    let layouts = [1: "mono", 2: "stereo", 3: "3.0", 4: "4.0", 5: "5.0", 6: "5.1", 8: "7.1"]
    let layout = layouts[channelCount] ?? "stereo"
    let source = "aevalsrc=\(expressions.joined(separator: "|")):c=\(layout):s=\(sampleRate)"
    let input = ["-f", "lavfi", "-i", "\(source):d=\(seconds)"]
    // The same bytes in every run: no version in the file, no random dither.
    let same = ["-fflags", "+bitexact", "-flags:a", "+bitexact"]
    let folder = try TemporaryFolder()
    let file = folder.url("made")
    _ = try Tool.run("ffmpeg", quiet + input + same + output + ["-y", file.path])
    return try Tool.read(file)
  }

  /// Makes a stereo M4A file at 22,050 Hz that signals band replication to 44,100 Hz.
  ///
  /// The packets contain no replication data, because no available encoder writes it. Decoders only
  /// double the rate.
  ///
  /// - Throws: ``Tool/Failure`` if the program fails; ``TestFailure`` if its file has another
  ///   configuration.
  package static func highEfficiency(seconds: Double) throws -> [UInt8] {
    let plain = try encode(
      ["-c:a", "aac", "-aac_pns", "0", "-f", "ipod"], sampleRate: 22_050, channelCount: 2,
      seconds: seconds)
    // ISO/IEC 14496-3, 1.6.2.1: object type 2 at 22,050 Hz without an extension becomes type 5
    // with both rates.
    let old = Data([0x13, 0x90, 0x56, 0xE5, 0])
    let new: [UInt8] = [0x2B, 0x92, 0x08, 0, 0]
    guard let place = Data(plain).range(of: old) else {
      throw TestFailure(description: "no such configuration")
    }
    return plain[..<place.lowerBound] + new + plain[place.upperBound...]
  }

  /// Decodes a whole file without trimming its priming and remainder.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - options: Input options, such as `["-f", "mp3"]`.
  /// - Returns: Interleaved samples with the stream's own rate and channels.
  /// - Throws: ``Tool/Failure`` if the program fails.
  package static func decodeFloat(_ file: [UInt8], _ options: [String]) throws -> [Float] {
    LittleEndian.float(try decode(file, options, ["-f", "f32le"]))
  }

  /// Decodes a file to 16 bits; otherwise like ``decodeFloat(_:_:)``.
  package static func decodeInt16(_ file: [UInt8], _ options: [String]) throws -> [Int16] {
    LittleEndian.int16(try decode(file, options, ["-f", "s16le"]))
  }

  /// Returns the input options that select libspeex for the output of its encoder.
  ///
  /// FFmpeg 7.1's own decoder gives twice the frames of wideband packets.
  package static func decoderOptions(_ output: [String]) -> [String] {
    output.contains("libspeex") ? ["-c:a", "libspeex"] : []
  }

  /// Decodes a file to the bytes of one of FFmpeg's raw formats.
  package static func decode(
    _ file: [UInt8], _ options: [String], _ output: [String]
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.url("input").path
    try Tool.write(file, to: folder.url("input"))
    let input = ["-flags2", "+skip_manual"] + options + ["-i", path, "-map", "0:a:0"]
    return try Tool.run("ffmpeg", quiet + input + output + ["-"])
  }
}
