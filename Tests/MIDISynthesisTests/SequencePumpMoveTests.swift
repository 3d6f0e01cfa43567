import MIDISequencing
import MIDISynthesis
import Testing

/// Moves, edits, and extreme values of a pump.
struct SequencePumpMoveTests {
  private typealias Fixture = SequencePumpTests
  private typealias Sent = SequencePumpTests.Sent

  private static func started(
    _ sequence: EventSequence
  ) throws -> (SequencePump, SequencePumpTests.Recorder) {
    let (pump, recorder) = (SequencePump(), SequencePumpTests.Recorder())
    try pump.set(SequenceSchedule(sequence, [recorder]))
    pump.start()
    return (pump, recorder)
  }

  private static func starts(_ recorder: SequencePumpTests.Recorder) -> [Sent] {
    recorder.sent.filter { $0.status == 0x90 }
  }

  @Test("a change of the rate or of the events keeps a move that has not been rendered")
  func pendingMove() throws {
    let sequence = Fixture.sequence([Fixture.note(0, 60, 1), Fixture.note(8, 61, 1)])
    let changes: [(SequencePump, SequencePumpTests.Recorder) throws -> Void] = [
      { pump, _ in pump.tempoRate = 2 },
      { pump, recorder in try pump.set(SequenceSchedule(sequence, [recorder])) },
    ]
    for change in changes {
      let (pump, recorder) = try Self.started(sequence)
      Fixture.play(pump, recorder, [100])
      pump.position = 4
      try change(pump, recorder)
      #expect(pump.position == 4 && pump.beat == 8)
      Fixture.play(pump, recorder, [100])
      #expect(Self.starts(recorder).last == Sent(frame: 100, status: 0x90, data1: 61))
      #expect(abs(pump.position - 4) < 0.01)
    }
  }

  @Test("a move before the first slice, and a later rate, play from the position of the move")
  func moveBeforeStart() throws {
    let sequence = Fixture.sequence([Fixture.note(0, 60, 1), Fixture.note(8, 61, 1)])
    let (pump, recorder) = (SequencePump(), SequencePumpTests.Recorder())
    try pump.set(SequenceSchedule(sequence, [recorder]))
    pump.position = 4
    pump.start()
    pump.tempoRate = 0.5
    Fixture.play(pump, recorder, [100])
    #expect(Self.starts(recorder) == [Sent(frame: 0, status: 0x90, data1: 61)])
  }

  @Test("changes of the rate neither lose nor repeat an event")
  func frequentRates() throws {
    // Notes at fractions of a frame.
    let notes = (0..<60).map { Fixture.note(Double($0) * 0.0317, UInt8($0), 0.01) }
    let (pump, recorder) = try Self.started(Fixture.sequence(notes))
    for slice in 0..<2_000 {
      pump.tempoRate = slice % 2 == 0 ? 1 : 1.01
      Fixture.play(pump, recorder, [31])
    }
    #expect(Self.starts(recorder).map(\.data1) == (0..<60).map { UInt8($0) })
  }

  @Test("edits with the same tempo neither lose nor repeat an event")
  func frequentEdits() throws {
    let notes = (0..<60).map { Fixture.note(Double($0) * 0.0317, UInt8($0), 0.01) }
    let sequence = Fixture.sequence(notes)
    let (pump, recorder) = try Self.started(sequence)
    for _ in 0..<6_600 {
      try pump.set(SequenceSchedule(sequence, [recorder]))
      Fixture.play(pump, recorder, [7])
    }
    #expect(Self.starts(recorder).map(\.data1) == (0..<60).map { UInt8($0) })
  }

  @Test("an edit of the tempo keeps the beat")
  func tempoEdit() throws {
    let notes = [Fixture.note(1, 60, 0.25), Fixture.note(3, 61, 0.25)]
    let (pump, recorder) = try Self.started(Fixture.sequence(notes))
    Fixture.play(pump, recorder, [48_000])
    #expect(pump.beat == 2 && pump.position == 1)
    let slow = Fixture.sequence(notes, tempo: [(0, 60)])
    try pump.set(SequenceSchedule(slow, [recorder]))
    #expect(pump.beat == 2 && pump.position == 2)
    Fixture.play(pump, recorder, [48_000])
    #expect(pump.beat == 3 && pump.position == 3)
    Fixture.play(pump, recorder, [1])
    #expect(
      Self.starts(recorder) == [
        Sent(frame: 24_000, status: 0x90, data1: 60), Sent(frame: 96_000, status: 0x90, data1: 61),
      ])
    pump.stop()
    let beat = pump.beat
    try pump.set(SequenceSchedule(Fixture.sequence(notes), [recorder]))
    #expect(abs(pump.beat - beat) < 1e-9 && abs(pump.position - beat / 2) < 1e-9)
  }

  @Test("a look finds each played beat once, and no beat that a move skips")
  func looks() throws {
    let (pump, recorder) = try Self.started(Fixture.sequence([Fixture.note(0, 60, 1)]))
    var look = PumpLook()
    let first = look.next(pump)
    #expect(first?.start == 0.0.nextDown && first?.end == 0)
    #expect(look.next(pump) == nil)
    Fixture.play(pump, recorder, [24_000])
    let second = look.next(pump)
    #expect(second?.start == 0 && second?.end == 1)
    pump.move(toBeat: 8, TempoMap([]))
    Fixture.play(pump, recorder, [24_000])
    let third = look.next(pump)
    #expect(third?.start == 8.0.nextDown && third?.end == 9)
    pump.move(toBeat: 2, TempoMap([]))
    Fixture.play(pump, recorder, [24_000])
    let fourth = look.next(pump)
    #expect(fourth?.start == 2.0.nextDown && fourth?.end == 3)
  }

  @Test("a move of a stopped pump is not at the end")
  func moveAfterEnd() throws {
    let (pump, recorder) = try Self.started(Fixture.sequence([Fixture.note(0, 60, 1)]))
    Fixture.play(pump, recorder, [48_000])
    #expect(pump.isAtEnd && pump.renderedPosition == 1)
    pump.stop()
    pump.position = 0.25
    #expect(!pump.isAtEnd)
  }

  @Test(
    "extreme positions, rates, tempos, and loops neither trap nor hang",
    arguments: [
      -1e300, -1, 0, .leastNonzeroMagnitude, 1e-300, 1e9, 1e300, .greatestFiniteMagnitude,
      .infinity,
    ])
  func extremes(_ value: Double) throws {
    let notes = [Fixture.note(0, 60, 1), Fixture.note(1, 61, .greatestFiniteMagnitude)]
    for part in 0..<4 {
      var sequence = Fixture.sequence(notes, tempo: part == 0 ? [(0, 100), (0.5, value)] : [])
      sequence.update(1) { track in
        guard part == 1, value >= 0 else { return }
        track.loop = EventTrack.Loop(duration: value, count: 0)
        track.loop.start = 0
      }
      let (pump, recorder) = try Self.started(sequence)
      if part == 2 { pump.tempoRate = value }
      if part == 3 { pump.position = value }
      Fixture.play(pump, recorder, [512, 512, 1])
      _ = pump.nanoseconds(at: value)
      _ = pump.position(atNanoseconds: .max)
      pump.tempoRate = 1.5
      pump.move(toBeat: value, sequence.tempoMap())
      Fixture.play(pump, recorder, [512, 512, 1])
      pump.advance(64, sampleRate: 44_100, at: .max)
      pump.stop()
      Fixture.play(pump, recorder, [0])
      #expect(pump.position.isFinite && !pump.beat.isNaN)
      // Each of seven slices sends at most as many messages as a synthesizer has room for.
      #expect(recorder.sent.count < 10 * 4_096)
    }
  }

  @Test("a loop without events takes its time")
  func emptyLoop() throws {
    let sequence = Fixture.sequence([Fixture.note(0, 60, 0.25), Fixture.note(3, 61, 0.25)]) {
      track in
      track.loop = EventTrack.Loop(duration: 1, count: 3)
      track.loop.start = 1
    }
    let (pump, recorder) = try Self.started(sequence)
    Fixture.play(pump, recorder, [480_000])
    #expect(Self.starts(recorder).map(\.frame) == [0, 120_000])
    #expect(pump.isAtEnd)
  }

  @Test("events of one time are sent in the order of their tracks")
  func trackOrder() throws {
    var sequence = EventSequence()
    for key in 0..<60 {
      sequence.update(sequence.addTrack()) { track in
        track.list.insert((0..<5).map { Fixture.note(Double($0 * (key % 3 + 1)), UInt8(key), 0.5) })
      }
    }
    let (pump, recorder) = try Self.started(sequence)
    Fixture.play(pump, recorder, Array(repeating: 24_000, count: 14))
    let sent = Self.starts(recorder)
    #expect(
      sent.count == 300 && sent == sent.sorted { ($0.frame, $0.data1) < ($1.frame, $1.data1) })
  }

  @Test("as many tracks as a file can have are played")
  func manyTracks() throws {
    var sequence = EventSequence()
    for _ in 0..<65_535 {
      let volume = ChannelMessage(status: 0xB0, data1: 7, data2: 100)
      sequence.update(sequence.addTrack()) { $0.list.insert([(1, .channel(volume))]) }
    }
    let (pump, recorder) = try Self.started(sequence)
    // The messages of one frame take several slices.
    Fixture.play(pump, recorder, [24_000] + Array(repeating: 4_096, count: 40))
    #expect(recorder.sent.count == 65_535)
  }
}
