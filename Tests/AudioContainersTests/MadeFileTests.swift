import AudioModel
import Foundation
import Testing

@testable import AudioContainers

/// Compares files that FFmpeg makes with the results of FFmpeg's probe.
@Suite(.enabled(if: MadeFile.isPossible)) struct MadeFileTests {
  @Test(arguments: MadeFile.all)
  func hasTheSamePackets(file: MadeFile) throws {
    let made = try file.make()
    let result = try readAll(made.bytes, with: DetectingReader(), mayGoBack: true)
    #expect(result.error == nil)
    let info = try #require(result.info)
    #expect(info.fileType == file.fileType)
    #expect(info.format.formatID == file.codec)
    #expect(info.format.channelCount == 2)
    #expect(info.format.sampleRate == file.rate)
    if let run = result.constant {
      let left = UInt64(made.bytes.count) - run.offset
      let width = UInt64(info.format.bytesPerPacket)
      // The probe treats Wave64's padding as audio.
      let total = made.packets.reduce(0) { $0 + $1.byteCount } / Int(width) * Int(width)
      #expect(min(run.byteCount ?? left, left) / width * width == UInt64(total))
      if let first = made.packets.first?.offset { #expect(run.offset == UInt64(first)) }
    } else {
      let packets = result.tablePackets ?? result.packets
      #expect(packets.map { Int($0.byteCount) } == made.packets.map(\.byteCount))
      #expect(packets.map { Int($0.offset) } == made.packets.compactMap(\.offset))
    }
  }

  /// FFmpeg reads AAC in CAF but does not write it.
  @Test(arguments: [true, false])
  func readsAACAsFFmpegDoes(tableIsFirst: Bool) throws {
    let source = try MadeFile.encoded("aac", "aac", FourCC("a", "d", "t", "s"), .mpeg4AAC).make()
    let stream = try readAll(source.bytes, with: DetectingReader())
    let cookie = try #require(stream.info).magicCookie
    let table = cafTable(
      stream.packets.flatMap { cafInteger($0.byteCount) }, packets: Int64(stream.packets.count),
      valid: Int64(stream.packets.count * 1024 - 1024), priming: 1000, remainder: 24)
    let audio = cafData(
      stream.packets.flatMap { source.bytes[Int($0.offset)..<Int($0.offset) + Int($0.byteCount)] })
    let bytes = caf(
      cafDescription("aac ", flags: 2, frames: 1024, channels: 2), cafChunk("kuki", cookie),
      tableIsFirst ? table + audio : audio + table)
    let probed = try MadeFile.probe(bytes, type: "caf")
    let result = try readAll(bytes, with: DetectingReader())
    let packets = try #require(result.tablePackets)
    #expect(packets.count > 20)
    #expect(packets.map { Int($0.byteCount) } == probed.map(\.byteCount))
    #expect(packets.map { Int($0.offset) } == probed.compactMap(\.offset))
    #expect(result.info?.magicCookie == cookie)
    #expect(result.info?.trim?.primingFrames == 1000)
  }

  /// AAC from an MP4 file, copied into LATM frames.
  @Test func readsLATMLikeItsSourceFile() throws {
    let source = try MadeFile.encoded("aac", "m4a", FourCC("m", "4", "a", "f"), .mpeg4AAC).make()
    let movie = try readAll(source.bytes, with: DetectingReader(), mayGoBack: true)
    let table = try #require(movie.tablePackets)
    let bytes = try MadeFile.copy(source.bytes, type: "m4a", arguments: ["-f", "latm"])
    let result = try readAll(bytes, with: DetectingReader())
    #expect(result.error == nil)
    let packets = table.map {
      Array(source.bytes[Int($0.offset)..<Int($0.offset) + Int($0.byteCount)])
    }
    #expect(packets.count > 20)
    #expect(result.gathered == packets)
    let info = try #require(result.info)
    #expect(info.format == movie.info?.format)
    #expect(info.channelLayout == movie.info?.channelLayout)
    try ReaderLaws { DetectingReader() }.checkCuts(bytes, sizes: [1, 7, 1000])
  }

  /// A stopped recorder wrote neither the size of the audio nor the packet table after it.
  @Test(arguments: MadeFile.all.filter(\.hasSelfDelimitedPackets))
  func recoversPacketsOfAStoppedRecorder(file: MadeFile) throws {
    let made = try file.make()
    let whole = try readAll(made.bytes, with: CAFReader())
    let table = try #require(whole.tablePackets)
    let start = Int(try #require(whole.info).dataOffset)
    let end = try #require(table.last.map { Int($0.offset) + Int($0.byteCount) })
    var stopped = Array(made.bytes[..<end])
    for index in start - 12..<start - 4 { stopped[index] = 0xFF }
    for count in [end, end - 1, end - Int(table.last?.byteCount ?? 0), start + 10, start] {
      let result = try readAll(Array(stopped.prefix(count)), with: CAFReader())
      #expect(result.error == nil)
      #expect(
        result.packets == table.filter { Int($0.offset) + Int($0.byteCount) <= count })
    }
  }
}

/// A file that one of the tools makes from half a second of two tones.
struct MadeFile: Sendable, CustomTestStringConvertible {
  /// One packet as reported by the probe.
  struct ProbedPacket {
    var offset: Int?
    var byteCount: Int
  }

  var testDescription: String
  var arguments: [String]
  var name: String
  var fileType: FourCC
  var codec: FourCC
  var rate = 44_100.0

  private static let tools = ["/usr/bin/ffmpeg", "/usr/bin/ffprobe"]
  static let isPossible = tools.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether its packets can be found without their table.
  var hasSelfDelimitedPackets: Bool {
    fileType == .caff && [.mpegLayer3, .mpegLayer2, .ac3].contains(codec)
  }

  static let all: [MadeFile] = compressed + linear + companded + piped

  private static let compressed: [MadeFile] = [
    encoded("alac", "caf", .caff, .appleLossless), encoded("libmp3lame", "caf", .caff, .mpegLayer3),
    encoded("mp2", "caf", .caff, .mpegLayer2), encoded("ac3", "caf", .caff, .ac3),
    encoded("adpcm_ima_qt", "caf", .caff, .appleIMA4),
    encoded("adpcm_ima_qt", "aif", .aifc, .appleIMA4),
    encoded("libopus", "caf", .caff, .opus, rate: 48_000),
    encoded("ac3", "ac3", FourCC("a", "c", "-", "3"), .ac3),
    encoded("eac3", "eac3", FourCC("a", "c", "-", "3"), .enhancedAC3, rate: 48_000),
  ]

  private static let linear: [MadeFile] = [
    ("caf", .caff, ["s8", "s16be", "s16le", "s24be", "s24le", "s32be", "f32be", "f32le", "f64be"]),
    ("aif", .aiff, ["s16be", "s24be", "s32be"]), ("aif", .aifc, ["s16le", "f32be", "f64be"]),
    ("au", .au, ["s8", "s16be", "s24be", "s32be", "f32be", "f64be"]),
    ("w64", .wave64, ["u8", "s16le", "s24le", "s32le", "f32le", "f64le"]),
  ].flatMap { (type: String, fileType: FourCC, kinds: [String]) -> [MadeFile] in
    kinds.map { encoded("pcm_" + $0, type, fileType, .linearPCM) }
  }

  private static let companded: [MadeFile] = [
    ("caf", .caff), ("aif", .aifc), ("au", .au), ("w64", .wave64),
  ].flatMap { (type: String, fileType: FourCC) -> [MadeFile] in
    [
      encoded("pcm_alaw", type, fileType, .aLaw), encoded("pcm_mulaw", type, fileType, .muLaw),
    ]
  }

  /// Files whose writer cannot go back to fill in the sizes.
  private static let piped: [MadeFile] = [("aiff", .aiff), ("au", .au), ("w64", .wave64)].map {
    (format: String, fileType: FourCC) -> MadeFile in
    MadeFile(
      testDescription: "\(format) through a pipe", arguments: ["-f", format], name: "",
      fileType: fileType, codec: .linearPCM)
  }

  static func encoded(
    _ encoder: String, _ type: String, _ fileType: FourCC, _ codec: FourCC, rate: Double = 44_100
  ) -> MadeFile {
    MadeFile(
      testDescription: "\(encoder) in \(type)", arguments: ["-c:a", encoder], name: "made." + type,
      fileType: fileType, codec: codec, rate: rate)
  }

  func make() throws -> (bytes: [UInt8], packets: [ProbedPacket]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let isPiped = name.isEmpty
    let path = folder.appending(path: name).path
    let source = "sine=duration=0.5:sample_rate=\(Int(rate)),aformat=channel_layouts=stereo"
    let output = try Self.run(
      "ffmpeg",
      ["-v", "error", "-bitexact", "-f", "lavfi", "-i", source] + arguments
        + [isPiped ? "pipe:1" : path])
    // The probe does not read files that FFmpeg itself pipes.
    guard !isPiped else {
      return (Array(output), [ProbedPacket(offset: nil, byteCount: Int(rate) / 2 * 4)])
    }
    return (Array(try Data(contentsOf: URL(fileURLWithPath: path))), try Self.probe(path))
  }

  /// Returns the probe's results for a file of these bytes.
  static func probe(_ bytes: [UInt8], type: String) throws -> [ProbedPacket] {
    let file = FileManager.default.temporaryDirectory.appending(
      path: UUID().uuidString + "." + type)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try probe(file.path)
  }

  /// Returns the bytes of a file with its packets in another container.
  static func copy(_ bytes: [UInt8], type: String, arguments: [String]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(
      path: UUID().uuidString + "." + type)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return Array(
      try run(
        "ffmpeg", ["-v", "error", "-i", file.path, "-c", "copy"] + arguments + ["pipe:1"]))
  }

  private static func probe(_ path: String) throws -> [ProbedPacket] {
    let list = try run(
      "ffprobe", ["-v", "error", "-show_entries", "packet=size,pos", "-of", "csv=p=0", path])
    return String(decoding: list, as: UTF8.self).split(separator: "\n").map { line in
      let fields = line.split(separator: ",")
      return ProbedPacket(offset: Int(fields[1]), byteCount: Int(fields[0]) ?? -1)
    }
  }

  /// Runs a tool to its end.
  ///
  /// - Returns: Its output.
  private static func run(_ tool: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/" + tool)
    process.arguments = arguments
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ToolFailed(tool: tool) }
    return data
  }

  private struct ToolFailed: Error {
    var tool: String
  }
}
