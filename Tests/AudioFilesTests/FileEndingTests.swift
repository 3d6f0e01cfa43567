import AudioContainers
import AudioModel
import AudioTransport
import Testing

@testable import AudioFiles

/// Facts about a long file, without a scan of all frames.
@Suite struct FileEndingTests {
  /// Frames of 417 bytes: MPEG-1, layer III, 128 kbit/s, 44.1 kHz, stereo.
  private static let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
  private static let frameCount = 12_000
  private static let tag =
    Array("TAGA title".utf8) + [UInt8](repeating: 0, count: 118)

  /// A first frame that states the numbers of frames and bytes, including itself.
  private static func summary(frames: Int, bytes: Int) -> [UInt8] {
    var summary = frame
    let fields = [UInt32(3), UInt32(frames), UInt32(bytes)].flatMap { value in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
    summary.replaceSubrange(36..<52, with: Array("Xing".utf8) + fields)
    return summary
  }

  private static let frames = [UInt8](
    repeatElement(frame, count: frameCount).joined())

  private func open(_ bytes: [UInt8]) throws -> (file: PacketFile, source: TrickleSource) {
    let source = TrickleSource(bytes, longestRead: .max)
    let file = try PacketFile(source, reader: DetectingReader())
    file.counter.walkLimit = 4 << 20
    return (file, source)
  }

  private let seconds = Double(frameCount * 1152) / 44_100

  @Test func theEndIsFoundWithoutReadingTheWholeFile() throws {
    let (file, source) = try open(Self.frames + Self.tag)
    #expect(try file.dataByteCount() == UInt64(Self.frames.count))
    try file.readSurroundings()
    #expect(file.info.tags.values["title"] == "A title")
    #expect(abs(try file.duration() - seconds) < seconds / 1000)
    #expect(abs(Double(try file.bitRate()) - 127_706) < 200)
    #expect(try !file.endsWithAudio())
    #expect(source.bytesRead < 512 << 10)
    #expect(file.knownPacketCount < 2000)
  }

  @Test func countedPacketsMakeTheDurationExact() throws {
    let (file, _) = try open(Self.frames + Self.tag)
    _ = try file.duration()
    #expect(try file.packetCount() == UInt64(Self.frameCount))
    #expect(try file.duration() == seconds)
    #expect(try file.dataByteCount() == UInt64(Self.frames.count))
  }

  @Test func statedCountsAreUsedIfTheEndAgrees() throws {
    let summary = Self.summary(
      frames: Self.frameCount, bytes: Self.frames.count + Self.frame.count)
    let (file, source) = try open(summary + Self.frames)
    #expect(try file.duration() == seconds)
    #expect(try file.endsWithAudio())
    #expect(source.bytesRead < 512 << 10)
  }

  @Test func statedCountsOfATruncatedFileAreIgnored() throws {
    let summary = Self.summary(
      frames: Self.frameCount * 2, bytes: Self.frames.count * 2 + Self.frame.count)
    let (file, _) = try open(summary + Self.frames)
    #expect(abs(try file.duration() - seconds) < seconds / 1000)
    #expect(try file.packetCount() == UInt64(Self.frameCount))
    #expect(try file.duration() == seconds)
  }

  /// Other bytes at the end do not show where the frames end.
  @Test func packetsAreCountedIfOtherBytesEndTheFile() throws {
    let (file, _) = try open(Self.frames + [UInt8](repeating: 7, count: 200_000))
    #expect(try file.dataByteCount() == UInt64(Self.frames.count))
    #expect(try file.duration() == seconds)
  }

  @Test func packetsOfShortFilesAreCounted() throws {
    let (file, _) = try open(Array(Self.frames.prefix(417 * 2000)))
    #expect(try file.duration() == Double(2000 * 1152) / 44_100)
  }

  @Test("a wrong count in the header is ignored", arguments: [6000, 24_000, 0x7FFF_FFFF])
  func aWrongCountIsNoLength(stated: Int) throws {
    let summary = Self.summary(frames: stated, bytes: Self.frames.count + Self.frame.count)
    let (file, _) = try open(summary + Self.frames)
    file.counter.walkLimit = 64 << 20
    #expect(try file.duration() == seconds)
    #expect(try file.recordingFrameCount() == UInt64(Self.frameCount * 1152))
  }
}
