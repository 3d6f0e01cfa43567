import Foundation

/// The corpus of real files in the folder that the environment variable `OCA_CORPUS` names.
///
/// Its `MANIFEST.tsv` lists the files; `reference/<path>.json` has FFmpeg's results for each.
enum Corpus {
  static let path = ProcessInfo.processInfo.environment["OCA_CORPUS"]

  /// The files whose format starts with one of `prefixes`.
  static func files(_ prefixes: [String]) -> [CorpusFile] {
    guard let path, let table = try? String(contentsOfFile: path + "/MANIFEST.tsv", encoding: .utf8)
    else { return [] }
    let lines = table.split(whereSeparator: \.isNewline).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let names = lines.first else { return [] }
    return lines.dropFirst().compactMap { line -> CorpusFile? in
      let fields = Dictionary(zip(names, line), uniquingKeysWith: { first, _ in first })
      guard let file = fields["path"], let format = fields["format"],
        prefixes.contains(where: format.hasPrefix)
      else { return nil }
      return CorpusFile(path: file, format: format, isHostile: fields["hostile"] == "yes")
    }
  }
}

/// One file of the corpus.
struct CorpusFile: Sendable, CustomStringConvertible {
  var path: String
  var format: String
  var isHostile: Bool

  var description: String { path }

  func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: (Corpus.path ?? "") + "/" + path)))
  }

  func reference() throws -> CorpusReference {
    let file = URL(fileURLWithPath: (Corpus.path ?? "") + "/reference/" + path + ".json")
    return try JSONDecoder().decode(CorpusReference.self, from: Data(contentsOf: file))
  }
}

/// FFmpeg's results for a file.
struct CorpusReference: Decodable {
  struct Stream: Decodable {
    var codec_name: String?
    var codec_type: String?
    var sample_rate: String?
    var channels: Int?
    var index: Int?
    var tags: [String: String]?
    var time_base: String?
  }

  struct Format: Decodable {
    var tags: [String: String]?
  }

  /// A list of numbers, plain or as runs.
  struct List: Decodable {
    var list: [Int]?
    var rle: [[Int?]]?

    /// The numbers without unknown ones.
    var values: [Int] {
      list
        ?? (rle ?? []).flatMap { run -> [Int] in
          guard let number = run[0], let count = run[1] else { return [] }
          return [Int](repeating: number, count: count)
        }
    }
  }

  struct Times: Decodable {
    var first: [Int]?
    var delta: List?
  }

  struct Packets: Decodable {
    var stream: Int
    var count: Int
    var total_bytes: Int
    var size: List
    var pos: List?
    var pts: Times?
    var skip_samples: [[Int]]?
    /// The zlib checksum of each packet.
    var crc32: [String]?
  }

  struct Decoded: Decodable {
    var stream: Int
    var frames: Int?
    var frames_untrimmed: Int?
  }

  var format: Format?
  var streams: [Stream]?
  var packets: [Packets]?
  var packets_ignoring_edit_list: [Packets]?
  var decode: [Decoded]?

  var audio: Stream? { streams?.first { $0.codec_type == "audio" } }
  var audioPackets: Packets? { packets?.first { $0.stream == audio?.index } }
  var audioDecoded: Decoded? { decode?.first { $0.stream == audio?.index } }
}
