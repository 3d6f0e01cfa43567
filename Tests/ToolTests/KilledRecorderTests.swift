import AudioToolbox
import Foundation
import TestSupport
import Testing

/// A recorder that is killed leaves a file with all packets written so far.
@Suite struct KilledRecorderTests {
  @Test(arguments: ["caff", "alac", "m4af", "WAVE"])
  func aKilledRecorderLosesNoWrittenPacket(type: String) throws {
    let isVarying = type != "WAVE"
    let folder = try TemporaryFolder()
    for round in 0..<(isVarying ? 50 : 100) {
      let url = folder.url("\(round)")
      let said = try killedRecorder(type, url, after: Int.random(in: 1...8000))
      var reference: AudioFileID?
      try #require(
        AudioFileOpenURL(url as CFURL, .readPermission, 0, &reference) == noErr, "round \(round)")
      let file = try #require(reference)
      defer { AudioFileClose(file) }
      var count: UInt64 = 0
      var size: UInt32 = 8
      try #require(
        AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr)
      #expect(count >= UInt64(said), "round \(round)")
      // If the last packets are correct, so are the positions of all packets before them.
      let first = max(Int(count) - 50, 0)
      let expected = (first..<Int(count)).flatMap { packet($0, isVarying) }
      #expect(try read(file, from: first, count: Int(count) - first) == expected)
      if type == "m4af", round < 5 { try expectSameDuration(file, url) }
    }
  }

  /// FFmpeg takes the duration of a track from its header if that is shorter.
  private func expectSameDuration(_ file: AudioFileID, _ url: URL) throws {
    var seconds = Float64(0)
    var size: UInt32 = 8
    #expect(
      AudioFileGetProperty(file, kAudioFilePropertyEstimatedDuration, &size, &seconds) == noErr)
    let said = try Tool.run(
      "ffprobe",
      ["-v", "quiet", "-show_entries", "stream=duration", "-of", "csv=p=0", url.path])
    let duration = Double(
      String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(abs((duration ?? 0) - seconds) < 0.001)
  }

  @Test(
    arguments: ["caff", "m4af", "WAVE"], [5_000, 80_000, 120_001, 300_000])
  func aFullDiskIsReported(type: String, limit: Int) throws {
    let isVarying = type != "WAVE"
    let folder = try TemporaryFolder()
    let url = folder.url("full")
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: Programs.path("Recorder"))
    process.arguments = [type, url.path, "\(limit)"]
    process.standardOutput = pipe
    try process.run()
    let said = String(
      decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = said.split(separator: "\n")
    guard process.terminationStatus == 4 else {
      // Even the header did not fit.
      #expect(process.terminationStatus == 3 && isVarying && limit == 5000)
      return
    }
    let full = try #require(lines.first { $0.hasPrefix("full") }).split(separator: " ")
    #expect(full[1] == "-34")
    let written = try #require(Int(full[2]))
    let before = lines.compactMap { Int($0) }.last ?? 0
    #expect((before...before + 7).contains(written))
    #expect(lines.last?.hasPrefix("closed") == true)
    #expect(try Tool.read(url).count <= limit)
    var reference: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &reference) == noErr)
    let file = try #require(reference)
    defer { AudioFileClose(file) }
    var count: UInt64 = 0
    var size: UInt32 = 8
    try #require(
      AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr)
    #expect(Int(count) == written)
    guard written > 0 else { return }
    let first = max(written - 50, 0)
    let expected = (first..<written).flatMap { packet($0, isVarying) }
    #expect(try read(file, from: first, count: written - first) == expected)
  }

  /// Kills a recorder after it has reported a number of bytes.
  ///
  /// - Returns: The packets that it reported as written.
  private func killedRecorder(_ type: String, _ url: URL, after byteCount: Int) throws -> Int {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: Programs.path("Recorder"))
    process.arguments = [type, url.path]
    process.standardOutput = pipe
    try process.run()
    var said = Data()
    while said.count < byteCount {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      said += more
    }
    kill(process.processIdentifier, SIGKILL)
    said += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationReason == .uncaughtSignal)
    // The last line may be incomplete.
    let whole = said.prefix(upTo: try #require(said.lastIndex(of: 10)))
    return try #require(
      String(decoding: whole, as: UTF8.self).split(separator: "\n").last.flatMap { Int($0) })
  }

  private func read(_ file: AudioFileID, from first: Int, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 500 * max(count, 1))
    var byteCount = UInt32(bytes.count)
    var packetCount = UInt32(count)
    var descriptions = [AudioStreamPacketDescription](
      repeating: AudioStreamPacketDescription(), count: count)
    let status = AudioFileReadPacketData(
      file, false, &byteCount, &descriptions, Int64(first), &packetCount, &bytes)
    #expect(status == noErr && packetCount == UInt32(count))
    return Array(bytes.prefix(Int(byteCount)))
  }

  /// A packet that the recorder wrote.
  private func packet(_ index: Int, _ isVarying: Bool) -> [UInt8] {
    let count = isVarying ? 20 + index * 37 % 400 : 4
    return (0..<count).map { UInt8(($0 * 7 + index * 3) % 251) }
  }
}
