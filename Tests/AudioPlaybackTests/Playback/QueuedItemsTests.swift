import AudioCodecs
import AudioModel
import MediaTimeline
import Synchronization
import TestSupport
import Testing

@testable import AudioPlayback

/// The buffers of a queue as frames: trimmed, scheduled, and returned.
@Suite struct QueuedItemsTests {
  private static let trimmed = [0, 1, 100, 150, 999, 1000, 2000]

  @Test("a trimmed buffer has only the frames between its trims", arguments: trimmed, trimmed)
  func trims(start: Int, end: Int) throws {
    let first = min(start, 1000)
    let expected = marks(first..<max(first, 1000 - end))
    let coded = codecTest()
    coded.enqueue(packets: packets(0..<1000), frames: 100, trim: (start, end))
    #expect(try coded.readAll().samples == expected)
    #expect(coded.returned == [0])
    let plain = PlaybackTest()
    plain.enqueue(marks(0..<1000), trim: (start, end))
    #expect(try plain.readAll().samples == expected)
    #expect(plain.returned == [0])
  }

  @Test("trims apply across the blocks of a decoded buffer")
  func trimsInPieces() throws {
    let test = PlaybackTest()
    test.enqueue(marks(0..<10_000), trim: (5000, 4500))
    test.enqueue(marks(0..<10_000), trim: (1, 4097))
    #expect(try test.readAll().samples == marks(5000..<5500) + marks(1..<5903))
    #expect(test.returned == [0, 1])
  }

  @Test(
    "silence fills the time before a scheduled buffer",
    arguments: [
      (nil, 0), (0, 0), (99, 0), (100, 0), (101, 1), (250, 150), (20_000, 19_900),
    ] as [(Int?, Int)])
  func due(startFrame: Int?, missing: Int) throws {
    let test = PlaybackTest()
    test.engine.source.begin(at: 0)
    test.enqueue(marks(0..<100))
    test.enqueue(marks(100..<200), at: startFrame)
    #expect(try test.readAll().samples == marks(0..<100) + silence(missing) + marks(100..<200))
  }

  @Test("a scheduled frame counts from the start of the source")
  func dueAfterBegin() throws {
    let test = PlaybackTest()
    test.engine.source.begin(at: 5000)
    test.enqueue(marks(0..<10), at: 5003)
    #expect(try test.readAll().samples == silence(3) + marks(0..<10))
  }

  @Test("silence uses the decoder's rate and keeps its duration at the player's rate")
  func dueAtAnotherRate() throws {
    let test = PlaybackTest(FloatDecoder.format()) { (_, _) throws(CodecError) in
      FloatDecoder(sampleRate: 2000)
    }
    test.engine.source.begin(at: 0)
    test.enqueue(packets: packets(0..<100), frames: 100)
    test.enqueue(packets: packets(100..<200), frames: 100, at: 250)
    // The first hundred frames last as long as fifty of the player's frames.
    #expect(try test.readAll().samples == marks(0..<100) + silence(400) + marks(100..<200))
  }

  @Test("a flush returns the decoder's pending frames, and the next buffer starts fresh")
  func flushes() throws {
    let test = codecTest(holding: 30)
    test.enqueue(packets: packets(0..<100), frames: 100)
    test.engine.flush()
    test.enqueue(packets: packets(200..<300), frames: 100)
    var blocks: [FrameBlock] = []
    while case let (reading, block) = try test.read(), reading == .frames { blocks.append(block) }
    #expect(blocks.map(\.samples) == [marks(0..<70), marks(70..<100), marks(200..<270)])
    #expect(blocks.map(\.isFlush) == [false, true, false])
    #expect(try test.read().reading == .pending)
    // The end of the queue also flushes.
    test.engine.source.setEnding(true)
    let (reading, last) = try test.read()
    #expect(reading == .frames && last.isFlush && last.samples == marks(270..<300))
    #expect(try test.read().reading == .end)
  }

  @Test("parameters change once, at the first frames of their buffer")
  func changes() throws {
    let test = PlaybackTest()
    let change = PlaybackChange(.gain, 0.5)
    test.engine.source.begin(at: 0)
    test.enqueue(marks(0..<100))
    test.enqueue(marks(0..<9000), at: 200, [change])
    var changes: [(frames: Int, changes: [PlaybackChange])] = []
    while case let (reading, block) = try test.read(), reading == .frames {
      changes.append((block.frameCount, block.changes))
    }
    // The silence before the buffer belongs to no change.
    #expect(changes.map(\.frames) == [100, 100, 4096, 4096, 808])
    #expect(changes.map(\.changes) == [[], [], [change], [], []])
  }

  @Test("a bad packet becomes silence of its own length or the format's")
  func badPacket() throws {
    for (frames, missing) in [(0, 100), (70, 70)] {
      let test = codecTest()
      test.enqueue(
        packets: packets(0..<100) + [FloatDecoder.badPacket] + packets(100..<200), frames: frames)
      let (_, block) = try test.read()
      #expect(block.failure == .badPacket)
      #expect(block.samples == marks(0..<100) + silence(missing) + marks(100..<200))
      #expect(test.returned == [0])
    }
  }

  @Test("a permanent decoder failure repeats at the same packet until a discard returns it")
  func fatalPacket() throws {
    let test = codecTest()
    test.enqueue(packets: packets(0..<100) + [FloatDecoder.fatalPacket], frames: 100)
    test.enqueue(packets: packets(100..<200), frames: 100)
    for _ in 0..<3 { #expect(throws: CodecError.libraryMissing) { try test.read() } }
    #expect(test.events == [])
    test.engine.source.discard()
    #expect(test.events == [.discarded(0), .discarded(1)])
    #expect(try test.read().reading == .pending)
  }

  @Test("a buffer without a usable decoder stays queued; the next gets the new configuration")
  func configuration() throws {
    let test = PlaybackTest(FloatDecoder.format()) { (_, cookie) throws(CodecError) in
      guard cookie == [7] else { throw .badConfiguration }
      return FloatDecoder()
    }
    test.enqueue(packets: packets(0..<100), frames: 100)
    #expect(throws: CodecError.badConfiguration) { try test.read() }
    test.engine.setMagicCookie([7])
    #expect(try test.read().block.samples == marks(0..<100))
    // The decoder stays alive until its release.
    test.engine.setMagicCookie([8])
    test.enqueue(packets: packets(0..<100), frames: 100)
    #expect(try test.read().block.samples == marks(0..<100))
    test.engine.source.release()
    test.enqueue(packets: packets(0..<100), frames: 100)
    #expect(throws: CodecError.badConfiguration) { try test.read() }
  }

  @Test("a discard within a buffer drops its rest and the decoder's pending frames")
  func discards() throws {
    let test = codecTest(holding: 30)
    test.enqueue(packets: packets(0..<9000), frames: 100)
    test.enqueue(packets: packets(0..<100), frames: 100)
    #expect(try test.read().block.frameCount > 4000)
    test.engine.source.discard()
    #expect(test.discarded == [0, 1] && test.returned == [])
    test.enqueue(packets: packets(500..<600), frames: 100)
    #expect(try test.read().block.samples == marks(500..<570))
  }

  @Test("an empty buffer returns without another effect")
  func empty() throws {
    let test = PlaybackTest()
    test.enqueue([])
    test.enqueue(marks(0..<5))
    #expect(try test.readAll().samples == marks(0..<5))
    #expect(test.returned == [0, 1])
  }

  // MARK: Factories

  private func codecTest(holding held: Int = 0) -> PlaybackTest {
    PlaybackTest(FloatDecoder.format()) { (_, _) throws(CodecError) in FloatDecoder(holding: held) }
  }

  /// Marked frames in packets of a hundred frames.
  private func packets(_ frames: Range<Int>) -> [[UInt8]] {
    stride(from: frames.lowerBound, to: frames.upperBound, by: 100).map {
      LittleEndian.bytes(marks($0..<$0 + 100))
    }
  }
}
