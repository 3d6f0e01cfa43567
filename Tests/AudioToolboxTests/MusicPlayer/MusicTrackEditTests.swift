import AudioToolbox
import Foundation
import Testing

/// Random edits of sequences, compared with plain arrays.
@Suite struct MusicTrackEditTests {
  /// A number for each seed, the same every time.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }

    /// A multiple of a quarter beat, so that sums are exact and times meet.
    mutating func beat(_ most: Int = 80) -> Double {
      Double(Int.random(in: 0...most, using: &self)) / 4
    }
  }

  /// A note of the model; copies have identities of their own.
  private struct ModelNote {
    var beat: Double
    var identity: Int
    var key: UInt8
    var velocity: UInt8
    var duration: Float
  }

  /// A track as a plain array, sorted by time.
  private struct Model {
    var notes: [ModelNote] = []
    var stated = 0.0
    /// The identity and time of the iterator's note, or `nil` after the last one.
    var position: (identity: Int, beat: Double)?

    var length: Double { max(stated, notes.map { $0.beat + Double($0.duration) }.max() ?? 0) }

    /// The index of the iterator.
    var index: Int {
      guard let position else { return notes.count }
      return notes.firstIndex { $0.identity == position.identity }
        ?? notes.firstIndex { $0.beat >= position.beat } ?? notes.count
    }

    mutating func place(at index: Int) {
      position = index < notes.count ? (notes[index].identity, notes[index].beat) : nil
    }

    /// Replaces the notes by some that are in order, and others after them at equal times.
    mutating func sort(_ kept: [ModelNote], _ added: [ModelNote]) {
      let index = self.index
      let current = index < notes.count ? notes[index] : nil
      notes = kept
      for note in added {
        notes.insert(note, at: notes.firstIndex { $0.beat > note.beat } ?? notes.count)
      }
      position = current.map { note in
        (note.identity, notes.first { $0.identity == note.identity }?.beat ?? note.beat)
      }
      place(at: self.index)
    }
  }

  /// A track, its iterator and its model.
  private final class Pair {
    let track: TestTrack
    let iterator: MusicEventIterator
    var model = Model()

    init(_ track: MusicTrack) throws {
      self.track = TestTrack(track)
      var made: MusicEventIterator?
      NewMusicEventIterator(track, &made)
      iterator = try #require(made)
    }

    deinit { DisposeMusicEventIterator(iterator) }

    func matches() throws -> Bool {
      let events = try track.events()
      guard events.count == model.notes.count, track.length == model.length else { return false }
      let isEqual = zip(events, model.notes).allSatisfy { event, note in
        event.beat == note.beat && event.bytes[1] == note.key && event.bytes[2] == note.velocity
      }
      let current = TestTrack.event(iterator)
      let expected = model.index < model.notes.count ? model.notes[model.index] : nil
      return isEqual && current?.beat == expected?.beat && current?.bytes[1] == expected?.key
        && current?.bytes[2] == expected?.velocity
    }
  }

  @Test("ten thousand edits give what plain arrays give", arguments: 1...10)
  func edits(_ seed: Int) throws {
    let test = try TestSequence()
    let other = try TestSequence()
    let pairs = try [test.newTrack(), test.newTrack(), other.newTrack()].map { try Pair($0) }
    var numbers = Numbers(state: UInt64(seed))
    var editor = Editor(numbers: numbers)
    for step in 0..<1000 {
      let pair = pairs[Int.random(in: 0..<3, using: &numbers)]
      let source = pairs[Int.random(in: 0..<3, using: &numbers)]
      // The tracks must not grow without end.
      let kind = pair.model.notes.count > 200 ? 9 : Int.random(in: 0..<14, using: &numbers)
      try editor.edit(kind, pair, source)
      for pair in pairs { try #require(try pair.matches(), "step \(step), kind \(kind)") }
    }
  }

  /// Applies one edit to a track and to its model.
  private struct Editor {
    var numbers: Numbers
    private var identity = 0

    init(numbers: Numbers) { self.numbers = numbers }

    mutating func edit(_ kind: Int, _ pair: Pair, _ source: Pair) throws {
      switch kind {
      case 0...3: add(pair)
      case 4: move(pair)
      case 5: clear(pair)
      case 6: cut(pair)
      case 7, 8: copy(pair, source, isInserting: kind == 7)
      case 9: MusicTrackClear(pair.track.track, 5, 1000); remove(pair, 5, 1000)
      case 10: setTime(pair)
      case 11: delete(pair)
      case 12: seek(pair)
      default: setLength(pair)
      }
    }

    private mutating func new(_ note: ModelNote, at beat: Double) -> ModelNote {
      identity += 1
      var copy = note
      copy.beat = beat
      copy.identity = identity
      return copy
    }

    private mutating func add(_ pair: Pair) {
      let note = new(
        ModelNote(
          beat: 0, identity: 0, key: .random(in: 0...127, using: &numbers),
          velocity: .random(in: 1...127, using: &numbers), duration: Float(numbers.beat(20))),
        at: numbers.beat())
      #expect(
        pair.track.add(
          note.key, at: note.beat, duration: note.duration, velocity: note.velocity) == noErr)
      pair.model.sort(pair.model.notes, [note])
    }

    private mutating func range() -> (Double, Double) {
      let (one, other) = (numbers.beat(), numbers.beat())
      return (min(one, other), max(one, other))
    }

    private mutating func move(_ pair: Pair) {
      let (start, end) = range()
      let beats = numbers.beat() - 10
      let moved = pair.model.notes.filter { $0.beat >= start && $0.beat < end }
      let isPossible = moved.allSatisfy { $0.beat + beats >= 0 }
      #expect(
        MusicTrackMoveEvents(pair.track.track, start, end, beats)
          == (isPossible ? noErr : kAudio_ParamError))
      guard isPossible else { return }
      pair.model.sort(
        pair.model.notes.filter { $0.beat < start || $0.beat >= end },
        moved.map { note in
          var note = note
          note.beat += beats
          return note
        })
    }

    private func remove(_ pair: Pair, _ start: Double, _ end: Double) {
      pair.model.sort(pair.model.notes.filter { $0.beat < start || $0.beat >= end }, [])
    }

    private mutating func clear(_ pair: Pair) {
      let (start, end) = range()
      #expect(MusicTrackClear(pair.track.track, start, end) == noErr)
      remove(pair, start, end)
    }

    private mutating func cut(_ pair: Pair) {
      let (start, end) = range()
      #expect(MusicTrackCut(pair.track.track, start, end) == noErr)
      let moved = pair.model.notes.filter { $0.beat >= end }
      pair.model.sort(
        pair.model.notes.filter { $0.beat < start },
        moved.map { note in
          var note = note
          note.beat += start - end
          return note
        })
    }

    private func shift(_ pair: Pair, from start: Double, by beats: Double) {
      let moved = pair.model.notes.filter { $0.beat >= start }
      pair.model.sort(
        pair.model.notes.filter { $0.beat < start },
        moved.map { note in
          var note = note
          note.beat += beats
          return note
        })
    }

    private mutating func copy(_ pair: Pair, _ source: Pair, isInserting: Bool) {
      var (start, end) = range()
      let target = numbers.beat()
      let isWhole = Int.random(in: 0..<4, using: &numbers) == 0
      let stated = isWhole ? kMusicTimeStamp_EndOfTrack : end
      if isWhole { end = max(source.model.length, start) }
      let found = source.model.notes.filter { $0.beat >= start && $0.beat < stated }
      let function = isInserting ? MusicTrackCopyInsert : MusicTrackMerge
      #expect(function(source.track.track, start, stated, pair.track.track, target) == noErr)
      if isInserting { shift(pair, from: target, by: end - start) }
      let copies = found.map { new($0, at: $0.beat - start + target) }
      pair.model.sort(pair.model.notes, copies)
    }

    private mutating func setTime(_ pair: Pair) {
      let (index, beat) = (pair.model.index, numbers.beat())
      let status = MusicEventIteratorSetEventTime(pair.iterator, beat)
      guard index < pair.model.notes.count else {
        #expect(status == kAudioToolboxErr_EndOfTrack)
        return
      }
      var rest = pair.model.notes
      var note = rest.remove(at: index)
      note.beat = beat
      pair.model.sort(rest, [note])
    }

    private func delete(_ pair: Pair) {
      let index = pair.model.index
      let status = MusicEventIteratorDeleteEvent(pair.iterator)
      guard index < pair.model.notes.count else {
        #expect(status == kAudioToolboxErr_EndOfTrack)
        return
      }
      pair.model.notes.remove(at: index)
      pair.model.place(at: index)
    }

    private mutating func seek(_ pair: Pair) {
      let beat = numbers.beat()
      #expect(MusicEventIteratorSeek(pair.iterator, beat) == noErr)
      pair.model.place(
        at: pair.model.notes.firstIndex { $0.beat >= beat } ?? pair.model.notes.count)
      let index = pair.model.index
      let status = MusicEventIteratorPreviousEvent(pair.iterator)
      #expect(status == (index > 0 ? noErr : kAudioToolboxErr_StartOfTrack))
      pair.model.place(at: max(index - 1, 0))
    }

    private mutating func setLength(_ pair: Pair) {
      var length = numbers.beat(160)
      #expect(
        MusicTrackSetProperty(pair.track.track, kSequenceTrackProperty_TrackLength, &length, 8)
          == noErr)
      pair.model.stated = length
    }
  }
}
