import AudioCodecs
import AudioDevices
import AudioModel
import AudioPlayback
import AudioProcessing
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

/// Recordings of a file in each format.
@Suite(.virtualTime) struct RecordingFormatTests {
  /// A file of Float32 at 44.1 kHz with samples that fit 16 bits exactly.
  private func file(_ folder: TemporaryFolder, frames: Int, channelCount: Int) throws -> InputChoice
  {
    let url = folder.url("sound.wav")
    let samples = (0..<frames * channelCount).map { (index: Int) -> Float in
      Float(index * 37 % 20_011 - 10_000) / 32768
    }
    let data = LittleEndian.bytes(samples)
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let width = 4 * channelCount
    let head =
      Array("RIFF".utf8) + number(36 + data.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + number(3, 2) + number(channelCount, 2) + number(44100, 4) + number(44100 * width, 4)
      + number(width, 2) + number(32, 2) + Array("data".utf8) + number(data.count, 4)
    try Tool.write(head + data, to: url)
    return InputChoice([.file(path: url.path)])
  }

  private func expected(_ count: Int) -> [Int] { (0..<count).map { $0 * 37 % 20_011 - 10_000 } }

  @Test(arguments: [1, 2]) func integersAreRecorded(channelCount: Int) throws {
    let folder = try TemporaryFolder()
    let test = try RecordingTest(
      RecordingTest.format(sampleRate: 44100, channelCount: channelCount, bits: 16),
      choice: try file(folder, frames: 30_000, channelCount: channelCount))
    for _ in 0..<30 { test.enqueue(1000 * 2 * channelCount) }
    try test.engine.start()
    try test.waitForBuffers(30)
    let samples = LittleEndian.int16(test.returned.flatMap(\.bytes)).map(Int.init)
    #expect(samples == expected(30_000 * channelCount))
  }

  @Test func silenceFollowsTheEndOfTheFile() throws {
    let folder = try TemporaryFolder()
    let test = try RecordingTest(
      RecordingTest.format(sampleRate: 44100, bits: 16),
      choice: try file(folder, frames: 1000, channelCount: 1))
    test.enqueue(2 * 3000)
    try test.engine.start()
    try test.waitForBuffers(1)
    let samples = LittleEndian.int16(test.returned[0].bytes).map(Int.init)
    #expect(samples == expected(1000) + [Int](repeating: 0, count: 2000))
  }

  @Test func doublesAreRecorded() throws {
    let folder = try TemporaryFolder()
    let test = try RecordingTest(
      RecordingTest.format(sampleRate: 44100, channelCount: 2, bits: 64),
      choice: try file(folder, frames: 500, channelCount: 2))
    test.enqueue(500 * 16)
    try test.engine.start()
    try test.waitForBuffers(1)
    let bytes = test.returned[0].bytes
    let samples = stride(from: 0, to: bytes.count, by: 8).map { (start: Int) -> Double in
      let pattern = (0..<8).reduce(0) { (pattern: UInt64, index: Int) -> UInt64 in
        pattern | UInt64(bytes[start + index]) << UInt64(8 * index)
      }
      return Double(bitPattern: pattern)
    }
    #expect(samples == expected(1000).map { Double($0) / 32768 })
  }

  private static let codecs: [FourCC] = [.aLaw, .muLaw, .appleIMA4, .appleLossless] + libAVCodecs
  #if LibAV
    private static let libAVCodecs: [FourCC] = [.mpeg4AAC]
  #else
    private static let libAVCodecs: [FourCC] = []
  #endif

  @Test(arguments: codecs, [1, 2])
  func encodedRecordingsCanBeDecoded(codec: FourCC, channelCount: Int) throws {
    let folder = try TemporaryFolder()
    let format = StreamFormat(sampleRate: 44100, formatID: codec, channelCount: channelCount)
    let test = try RecordingTest(
      format, choice: try file(folder, frames: 30_000, channelCount: channelCount))
    let complete = test.engine.format
    for _ in 0..<1000 {
      let size = max(1000, test.engine.maximumPacketSize)
      test.engine.enqueue(TestBuffer(size, packetCapacity: 2))
    }
    try test.engine.start()
    try waitUntil("enough is recorded") {
      (test.returned.last?.part.startFrame ?? 0) > 12_000
    }
    test.engine.stop()
    let decoder = try DecoderFactory.makeDecoder(
      format: complete, magicCookie: test.engine.magicCookie)
    var decoded: [Float] = []
    var frames = 0.0
    for returned in test.returned where !returned.isDiscarded {
      let part = returned.part
      #expect(part.startFrame == frames)
      let packets =
        complete.hasConstantPackets
        ? (0..<part.packetCount).map {
          $0 * complete.bytesPerPacket..<($0 + 1) * complete.bytesPerPacket
        } : part.packets.map { Int($0.offset)..<Int($0.offset) + Int($0.byteCount) }
      #expect(packets.count == part.packetCount)
      #expect(packets.last?.upperBound == part.byteCount)
      for packet in packets {
        let bytes = Array(returned.bytes[packet])
        try decoder.decode(bytes.span, into: &decoded)
      }
      frames +=
        complete.hasConstantPackets
        ? Double(part.packetCount * complete.framesPerPacket)
        : part.packets.reduce(0) { $0 + Double($1.frameCount) }
    }
    #expect(test.failures.isEmpty)
    // For noise, lossy codecs keep the shape: in phase with the original, at the same level.
    let original = expected(8000 * channelCount).map { Float($0) / 32768 }
    let priming = codec == .mpeg4AAC ? 1024 * channelCount : 0
    try #require(decoded.count >= priming + original.count)
    let played = decoded[priming..<priming + original.count]
    let product = zip(original, played).reduce(0) { $0 + $1.0 * $1.1 }
    let power = original.reduce(0) { $0 + $1 * $1 }
    #expect(abs(product / power - 1) < (codec == .mpeg4AAC || codec == .appleIMA4 ? 0.2 : 0.02))
    if codec == .appleLossless { #expect(Array(played) == original) }
  }

  @Test func aBufferTooSmallForAPacketIsReported() throws {
    let folder = try TemporaryFolder()
    let test = try RecordingTest(
      StreamFormat(sampleRate: 44100, formatID: .appleLossless, channelCount: 1),
      choice: try file(folder, frames: 30_000, channelCount: 1))
    test.enqueue(10)
    test.engine.enqueue(TestBuffer(20_000, packetCapacity: 1))
    try test.engine.start()
    try test.waitForBuffers(2)
    #expect(test.failures.first == .packetTooLarge)
    #expect(test.returned[0].part.packetCount == 0)
    #expect(test.returned[1].part.startFrame == 4096)
  }

  @Test func theNumberOfPacketsInABufferIsLimited() throws {
    let folder = try TemporaryFolder()
    let test = try RecordingTest(
      StreamFormat(sampleRate: 44100, formatID: .appleLossless, channelCount: 1),
      choice: try file(folder, frames: 60_000, channelCount: 1))
    test.engine.enqueue(TestBuffer(100_000, packetCapacity: 3))
    try test.engine.start()
    try test.waitForBuffers(1)
    #expect(test.returned[0].part.packetCount == 3)
  }
}
