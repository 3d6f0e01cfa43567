internal import Foundation

/// A presentation of HTTP Live Streaming that FFmpeg makes, in memory.
package struct SegmentedSound: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case adts
    case mp3
    case transportStream
    case fragments

    fileprivate var options: [String] {
      switch self {
      case .adts: ["-c:a", "aac", "-f", "segment", "-segment_format", "adts"]
      case .mp3:
        [
          "-c:a", "libmp3lame", "-f", "segment", "-segment_format", "mp3",
          "-segment_format_options", "write_xing=0:id3v2_version=0",
        ]
      case .transportStream: ["-c:a", "aac", "-f", "hls", "-hls_playlist_type", "vod"]
      case .fragments:
        [
          "-c:a", "aac", "-f", "hls", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4",
          "-hls_fmp4_init_filename", "init.mp4",
        ]
      }
    }

    fileprivate var suffix: String {
      switch self {
      case .adts: "aac"
      case .mp3: "mp3"
      case .transportStream: "ts"
      case .fragments: "m4s"
      }
    }

    /// FFmpeg's name of the format of all segments together.
    package var format: String {
      switch self {
      case .adts: "aac"
      case .mp3: "mp3"
      case .transportStream: "mpegts"
      case .fragments: "mp4"
      }
    }
  }

  package let kind: Kind
  /// The playlist.
  package var list: String
  /// The segments in playback order, with their names.
  package var segments: [(name: String, bytes: [UInt8])]
  /// The initialization section, if the kind has one.
  package var map: [UInt8]?

  /// Makes segments of a sweep and a beat that differ in each channel.
  ///
  /// - Parameters:
  ///   - kind: The kind of the segments.
  ///   - seconds: The length.
  ///   - options: More output options, such as `["-b:a", "64k"]`.
  ///   - sampleRate: The sample rate in hertz.
  ///   - channelCount: 1 or 2.
  /// - Throws: ``Tool/Failure`` if the program fails.
  package init(
    _ kind: Kind, seconds: Double, options: [String] = [], sampleRate: Int = 44_100,
    channelCount: Int = 2
  ) throws {
    self.kind = kind
    let folder = try TemporaryFolder()
    let expressions = (0..<channelCount).map { channel in
      let pitch = 300 + 170 * channel
      return "0.4*sin(2*PI*(\(pitch)*t+300*t*t))+0.3*sin(2*PI*5*t)*sin(2*PI*\(pitch * 3)*t)"
    }
    let layout = channelCount == 1 ? "mono" : "stereo"
    let source = "aevalsrc=\(expressions.joined(separator: "|")):c=\(layout):s=\(sampleRate)"
    let pattern = folder.url("%d.\(kind.suffix)").path
    let lists: [String] =
      kind.options.contains("hls")
      ? ["-hls_time", "2", "-hls_segment_filename", pattern, folder.url("list.m3u8").path]
      : ["-segment_time", "2", "-segment_list", folder.url("list.m3u8").path, pattern]
    _ = try Tool.run(
      "ffmpeg",
      ["-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "lavfi", "-i"]
        + ["\(source):d=\(seconds)"] + kind.options + options + lists)
    list = String(decoding: try Tool.read(folder.url("list.m3u8")), as: UTF8.self)
    let names = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    segments = try names.map { ($0, try Tool.read(folder.url($0))) }
    map = kind == .fragments ? try Tool.read(folder.url("init.mp4")) : nil
  }

  /// All segments as one file.
  package var whole: [UInt8] { (map ?? []) + segments.flatMap(\.bytes) }

  /// The samples of all segments, as FFmpeg decodes them.
  package func decoded() throws -> [Float] { try FFmpeg.decodeFloat(whole, ["-f", kind.format]) }

  /// Seconds of each segment according to the playlist.
  package var durations: [Double] {
    list.split(separator: "\n").compactMap { line in
      line.hasPrefix("#EXTINF:") ? Double(line.dropFirst(8).prefix { $0 != "," }) : nil
    }
  }

  /// The files of the presentation.
  package var files: [(name: String, bytes: [UInt8])] {
    segments + [("list.m3u8", Array(list.utf8))] + (map.map { [("init.mp4", $0)] } ?? [])
  }

  /// A media playlist of some of the segments, with lines before each.
  ///
  /// - Parameters:
  ///   - range: The segments.
  ///   - header: Lines before the first segment, without those that every playlist has.
  ///   - isWhole: Whether the playlist has ended.
  ///   - lines: The lines before the segment with an index, apart from its duration.
  /// - Returns: The text.
  package func list(
    of range: Range<Int>? = nil, header: String = "", isWhole: Bool = true,
    lines: (Int) -> String = { _ in "" }
  ) -> String {
    let range = range ?? segments.indices
    let start = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n"
    let body = range.map { index in
      let extra = lines(index)
      let line = extra.isEmpty ? "" : extra + "\n"
      return line + "#EXTINF:\(durations[index]),\n\(segments[index].name)\n"
    }
    let sequence = "#EXT-X-MEDIA-SEQUENCE:\(range.lowerBound)\n"
    return start + sequence + header + body.joined() + (isWhole ? "#EXT-X-ENDLIST\n" : "")
  }

  /// Writes the files to a folder.
  package func write(to folder: TemporaryFolder) throws {
    for (name, bytes) in files { try Tool.write(bytes, to: folder.url(name)) }
  }
}
