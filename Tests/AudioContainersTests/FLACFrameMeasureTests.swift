import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// FLAC frames whose end is found by reading them.
@Suite(.enabled(if: MadeFile.isPossible)) struct FLACFrameMeasureTests {
  private static func made(_ name: String, _ arguments: String...) -> MadeFile {
    MadeFile(
      testDescription: name, arguments: ["-c:a", "flac"] + arguments, name: "made.flac",
      fileType: .flac, codec: .flac)
  }

  private static let noise = "aeval=random(0)*2-1|random(1)*2-1"

  static let files = [
    made("tones"), made("noise", "-af", noise), made("silence", "-af", "volume=0"),
    made("fixed predictors", "-lpc_type", "fixed"), made("no predictor", "-lpc_type", "none"),
    made("24 bits", "-sample_fmt", "s32", "-bits_per_raw_sample", "24"),
    made("noise of 24 bits", "-af", noise, "-sample_fmt", "s32", "-bits_per_raw_sample", "24"),
    made("one channel", "-ac", "1"), made("six channels", "-ac", "6"),
    made("left and side", "-ch_mode", "left_side"),
    made("side and right", "-ch_mode", "right_side"),
    made("middle and side", "-ch_mode", "mid_side"), made("short blocks", "-frame_size", "100"),
    made("the best compression", "-compression_level", "12"),
    made("the least compression", "-compression_level", "0"),
    made("wasted bits", "-af", "volume=0.5,aformat=s16,aeval=floor(val(0)*128)/128|0"),
  ]

  /// The frames of a file, each with its header.
  private func frames(_ file: MadeFile) throws -> [(FLACFrameHeader, [UInt8])] {
    let bytes = try file.make().bytes
    let stated = FLACFormat(body: bytes.span.extracting(8..<42))
    let format = try #require(stated)
    let packets = try readAll(bytes, with: FLACReader()).packets
    return try packets.map { packet in
      let frame = Array(bytes[Int(packet.offset)...].prefix(Int(packet.byteCount)))
      let header = FLACFrameHeader(frame.span, at: 0, streamBits: format.bitsPerSample)
      return (try #require(header), frame)
    }
  }

  @Test("every frame ends where the next one begins", arguments: files)
  func findsTheEnd(file: MadeFile) throws {
    let frames = try frames(file)
    #expect(frames.count > 4)
    for (header, frame) in frames {
      var whole = FLACFrameMeasure(header)
      let followed = frame + [0, 0xFF, 0]
      let end = FLACFrameMeasure.Outcome.end(byteCount: frame.count)
      let outcome = whole.read(followed.span)
      #expect(outcome == end)
      var pieces = FLACFrameMeasure(header)
      for count in stride(from: header.byteCount, to: frame.count, by: 97) {
        let outcome = pieces.read(frame.span.extracting(first: count))
        #expect(outcome == .missing)
      }
      let last = pieces.read(frame.span)
      #expect(last == end)
    }
  }

  @Test("invalid frames are rejected or measured, and never trap")
  func readsAnyBytes() throws {
    let (header, frame) = try #require(try frames(Self.files[0]).first)
    var random = SplitMix(state: 9)
    for _ in 0..<300 {
      var changed = frame
      for _ in 0..<4 {
        let index = header.byteCount + Int(random.next() % UInt64(frame.count - header.byteCount))
        changed[index] = UInt8(truncatingIfNeeded: random.next())
      }
      var measure = FLACFrameMeasure(header)
      if case .end(let count) = measure.read(changed.span) { #expect(count <= changed.count) }
    }
  }

  @Test("the frame with the last stated sample does not wait for another")
  func givesTheLastFrame() throws {
    for file in Self.files {
      let bytes = try file.make().bytes
      let packets = try readAll(bytes, with: FLACReader()).packets
      for size in [1 << 20, 1000, 17] {
        #expect(try given(bytes, pieces: size) == packets, "\(file), pieces of \(size)")
      }
      // With one byte less, the frame is not whole.
      #expect(try given(Array(bytes.dropLast()), pieces: 1000) == Array(packets.dropLast()))
    }
  }

  /// The packets delivered before the reader sees an end.
  private func given(_ bytes: [UInt8], pieces size: Int) throws -> [Packet] {
    var reader = FLACReader()
    var packets: [Packet] = []
    var end = 0
    while true {
      let start = min(Int(reader.position), end)
      let step = try reader.next(bytes.span.extracting(start..<end), isEnd: false, into: &packets)
      guard case .needs = step else { continue }
      guard end < bytes.count else { return packets }
      end = min(end + size, bytes.count)
    }
  }

  @Test("a last frame with a wrong checksum is dropped")
  func wrongChecksum() throws {
    var bytes = try Self.files[0].make().bytes
    let packets = try readAll(bytes, with: FLACReader()).packets
    bytes[bytes.count - 1] ^= 1
    #expect(try readAll(bytes, with: FLACReader()).packets == Array(packets.dropLast()))
    #expect(try given(bytes, pieces: 500) == Array(packets.dropLast()))
  }

  @Test("frames after the stated end are found in any pieces")
  func stateTooFew() throws {
    var bytes = try Self.files[0].make().bytes
    let packets = try readAll(bytes, with: FLACReader()).packets
    // The total of STREAMINFO, of 36 bits, ends with the first three frames.
    let count = UInt32(3 * (try #require(packets.first).frameCount))
    bytes[21] &= 0xF0
    bytes.replaceSubrange(22..<26, with: bigEndian(count))
    for size in [Int.max, 1000, 13] {
      #expect(try readAll(bytes, inPiecesOf: size, with: FLACReader()).packets == packets)
    }
  }
}
