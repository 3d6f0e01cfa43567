import AVFAudio
import Foundation
import TestSupport
import Testing

/// Asset writers that are killed, or whose disk is full.
@Suite struct KilledMovieTests {
  /// Frames of a fragment, and those of a call.
  private static let (fragment, piece) = (4_000, 800)

  @Test("a killed writer leaves all fragments, and no file under the final name without them")
  func killed() throws {
    let folder = try TemporaryFolder()
    let url = folder.url("movie.mov")
    let written = try run(url, "fragments") { count in count >= 30_000 }
    let frames = try frames(url)
    // The last fragment is not complete.
    #expect(frames.count >= written - Self.fragment - Self.piece)
    #expect(frames == (0..<frames.count).map { Int16(truncatingIfNeeded: $0) })
    #expect(try names(folder) == ["movie.mov"])

    let whole = try TemporaryFolder()
    _ = try run(whole.url("movie.mov"), "whole") { count in count >= 30_000 }
    #expect(try names(whole).allSatisfy { $0.hasPrefix(".") })
  }

  @Test("a writer on a full disk fails with its code", arguments: ["fragments", "whole"])
  func full(kind: String) throws {
    let folder = try TemporaryFolder()
    let url = folder.url("movie.mov")
    let written = try run(url, kind, limit: 200_000)
    #expect(written > 40_000)
    if kind == "fragments" {
      let frames = try frames(url)
      #expect(frames.count > written - Self.fragment - Self.piece)
      #expect(frames == (0..<frames.count).map { Int16(truncatingIfNeeded: $0) })
    } else {
      #expect(try names(folder) == [])
    }
  }

  /// Runs a writer until it ends, or until a number of frames is enough.
  ///
  /// - Returns: The frames that it reported as written.
  private func run(
    _ url: URL, _ kind: String, limit: Int? = nil, until isEnough: (Int) -> Bool = { _ in false }
  ) throws -> Int {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: Programs.path("Recorder"))
    process.arguments = ["movie", url.path, kind] + (limit.map { ["\($0)"] } ?? [])
    process.standardOutput = pipe
    try process.run()
    var said = Data()
    func counts() -> [Int] {
      let whole = said.lastIndex(of: 10).map { said.prefix(through: $0) } ?? Data()
      return String(decoding: whole, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
    }
    while !isEnough(counts().last ?? 0) {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      said += more
    }
    if limit == nil { kill(process.processIdentifier, SIGKILL) }
    said += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if limit == nil {
      try #require(process.terminationReason == .uncaughtSignal)
    } else {
      // AVError.diskFull.
      #expect(String(decoding: said, as: UTF8.self).hasSuffix("failed -11807\n"))
    }
    return try #require(counts().last)
  }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url("").path)
  }

  private func frames(_ url: URL) throws -> [Int16] {
    let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt16, interleaved: true)
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
    try file.read(into: buffer)
    let samples = try #require(buffer.int16ChannelData)
    return Array(UnsafeBufferPointer(start: samples[0], count: Int(buffer.frameLength)))
  }
}
