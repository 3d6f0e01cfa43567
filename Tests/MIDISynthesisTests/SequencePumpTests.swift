import MIDISequencing
import MIDISynthesis
import Synchronization
import Testing

/// Events of a sequence at their frames.
struct SequencePumpTests {
  /// A message and the frame at which it was sent.
  struct Sent: Hashable {
    var frame: Int
    var status: UInt8
    var data1: UInt8
    var destination = 0
  }

  /// Notes the messages with their frames.
  final class Recorder: MessageDestination {
    let place = Mutex((start: 0, sent: [Sent]()))
    let prepared = Mutex<[UInt8]>([])

    func prepare(_ messages: [SynthesizerMessage]) {
      prepared.withLock { $0 += messages.map(\.data1) }
    }

    func deliver(_ message: SynthesizerMessage) {
      place.withLock {
        $0.sent.append(
          Sent(
            frame: $0.start + message.offset, status: message.status, data1: message.data1))
      }
    }

    func deliver(systemExclusive bytes: Span<UInt8>, at offset: Int, isAhead: Bool) {
      let first = bytes[0]
      place.withLock {
        $0.sent.append(Sent(frame: $0.start + offset, status: 0xF0, data1: first))
      }
    }

    /// The messages, except those that release pedals.
    var sent: [Sent] { place.withLock { $0.sent.filter { $0.data1 != 64 } } }
  }

  static func sequence(
    _ events: [(beat: Double, content: EventContent)],
    tempo: [(beat: Double, tempo: Double)] = [], _ change: (inout EventTrack) -> Void = { _ in }
  ) -> EventSequence {
    var sequence = EventSequence()
    sequence.tempoTrack.list.insert(tempo.map { ($0.beat, .tempo($0.tempo)) })
    let number = sequence.addTrack()
    sequence.update(number) { track in
      track.list.insert(events)
      change(&track)
    }
    return sequence
  }

  static func note(
    _ beat: Double, _ key: UInt8, _ duration: Float
  ) -> (beat: Double, content: EventContent) {
    let note = Note(
      channel: 0, key: key, velocity: 100, releaseVelocity: 0, duration: duration)
    return (beat, .note(note))
  }

  static func play(
    _ pump: SequencePump, _ recorder: Recorder, _ blocks: [Int], sampleRate: Double = 48_000
  ) {
    for count in blocks {
      pump.advance(count, sampleRate: sampleRate)
      recorder.place.withLock { $0.start += count }
    }
  }

  @Test("events are sent at the frames of the tempo map, in any division into slices")
  func frames() throws {
    let sequence = Self.sequence(
      [
        Self.note(0, 60, 1), Self.note(1, 61, 0.5), (1.25, .raw([0xF0, 0x7E, 0xF7])),
        Self.note(2.5, 62, 1),
      ], tempo: [(0, 120), (1, 90), (2, 200)])
    let expected = [
      Sent(frame: 0, status: 0x90, data1: 60), Sent(frame: 24_000, status: 0x80, data1: 60),
      Sent(frame: 24_000, status: 0x90, data1: 61), Sent(frame: 32_000, status: 0xF0, data1: 0x7E),
      Sent(frame: 40_000, status: 0x80, data1: 61), Sent(frame: 63_200, status: 0x90, data1: 62),
      Sent(frame: 77_600, status: 0x80, data1: 62),
    ]
    for blocks in [[100_000], Array(repeating: 512, count: 200), [23_999, 1, 1, 40_000, 40_000]] {
      let (pump, recorder) = (SequencePump(), Recorder())
      try pump.set(SequenceSchedule(sequence, [recorder]))
      pump.start()
      #expect(!pump.isAtEnd)
      Self.play(pump, recorder, blocks)
      #expect(recorder.sent == expected)
      #expect(pump.isAtEnd)
    }
  }

  @Test("a loop repeats the end of a track, and an offset moves it")
  func loop() throws {
    let events = [Self.note(0, 60, 0.25), Self.note(1, 61, 0.25), Self.note(1.5, 62, 0.25)]
    let sequence = Self.sequence(events) { track in
      track.statedLength = 2
      track.loop = EventTrack.Loop(duration: 1, count: 3)
      track.offset = 1
    }
    let (pump, recorder) = (SequencePump(), Recorder())
    let schedule = SequenceSchedule(sequence, [recorder])
    #expect(schedule.length == 5)
    try pump.set(schedule)
    pump.start()
    Self.play(pump, recorder, [48_000 * 5])
    let starts = recorder.sent.filter { $0.status == 0x90 }.map { $0.frame / 12_000 }
    #expect(starts == [2, 4, 5, 6, 7, 8, 9])
    #expect(pump.isAtEnd)
  }

  @Test("an endless loop plays from any position")
  func endlessLoop() throws {
    let sequence = Self.sequence([Self.note(0, 60, 0.5)]) { track in
      track.statedLength = 1
      track.loop = EventTrack.Loop(duration: 1, count: 0)
    }
    let (pump, recorder) = (SequencePump(), Recorder())
    let schedule = SequenceSchedule(sequence, [recorder])
    #expect(schedule.length == nil)
    try pump.set(schedule)
    pump.position = 1_000.25
    pump.start()
    Self.play(pump, recorder, [48_000])
    #expect(
      recorder.sent.filter { $0.status == 0x90 }.map(\.frame) == [12_000, 36_000])
    #expect(!pump.isAtEnd)
  }

  @Test("a loop without events ends")
  func emptyLoop() throws {
    let sequence = Self.sequence([Self.note(0, 60, 0.5)]) { track in
      track.statedLength = 4
      track.loop = EventTrack.Loop(duration: 1, count: 0)
    }
    let (pump, recorder) = (SequencePump(), Recorder())
    try pump.set(SequenceSchedule(sequence, [recorder]))
    pump.start()
    Self.play(pump, recorder, [480_000])
    #expect(recorder.sent.count == 2)
  }

  @Test("a stop ends the notes, and a start continues with the state of the controllers")
  func stop() throws {
    let sequence = Self.sequence([
      (0, .channel(ChannelMessage(status: 0xC0, data1: 5, data2: 0))),
      (0.5, .channel(ChannelMessage(status: 0xC0, data1: 7, data2: 0))),
      (0.5, .channel(ChannelMessage(status: 0xB0, data1: 10, data2: 33))),
      Self.note(1, 60, 4), Self.note(3, 61, 1),
    ])
    let (pump, recorder) = (SequencePump(), Recorder())
    try pump.set(SequenceSchedule(sequence, [recorder]))
    #expect(recorder.prepared.withLock { $0 } == [5, 7])
    pump.start()
    Self.play(pump, recorder, [48_000])
    #expect(pump.position == 1)
    pump.stop()
    Self.play(pump, recorder, [1_000])
    #expect(recorder.sent.last == Sent(frame: 48_000, status: 0x80, data1: 60))
    #expect(pump.position == 1)
    let before = recorder.sent.count
    pump.start()
    Self.play(pump, recorder, [24_001])
    #expect(
      recorder.sent[before...].elementsEqual([
        Sent(frame: 49_000, status: 0xC0, data1: 7), Sent(frame: 49_000, status: 0xB0, data1: 10),
        Sent(frame: 73_000, status: 0x90, data1: 61),
      ]))
  }

  @Test("a rate applies from the next slice on, and sounding notes keep their ends")
  func rate() throws {
    let sequence = Self.sequence([Self.note(0, 60, 2), Self.note(2, 61, 2)])
    let (pump, recorder) = (SequencePump(), Recorder())
    try pump.set(SequenceSchedule(sequence, [recorder]))
    pump.start()
    Self.play(pump, recorder, [24_000])
    pump.tempoRate = 2
    Self.play(pump, recorder, [48_000])
    #expect(
      recorder.sent == [
        Sent(frame: 0, status: 0x90, data1: 60), Sent(frame: 36_000, status: 0x80, data1: 60),
        Sent(frame: 36_000, status: 0x90, data1: 61), Sent(frame: 60_000, status: 0x80, data1: 61),
      ])
  }

  @Test("muted tracks, and those beside a solo, are silent")
  func silentTracks() throws {
    var sequence = Self.sequence([Self.note(0, 60, 1)])
    sequence.update(sequence.addTrack()) { $0.list.insert([Self.note(0, 61, 1)]) }
    sequence.update(sequence.addTrack()) { $0.list.insert([Self.note(0, 62, 1)]) }
    func keys(_ sequence: EventSequence) throws -> [UInt8] {
      let (pump, recorder) = (SequencePump(), Recorder())
      try pump.set(SequenceSchedule(sequence, [recorder]))
      pump.start()
      Self.play(pump, recorder, [100])
      return recorder.sent.map(\.data1)
    }
    sequence.update(1) { $0.isMuted = true }
    #expect(try keys(sequence) == [61, 62])
    sequence.update(3) { $0.isSoloed = true }
    #expect(try keys(sequence) == [62])
  }

  @Test("more tracks and notes than usual are played")
  func manyNotes() throws {
    var sequence = EventSequence()
    for _ in 0..<200 {
      sequence.update(sequence.addTrack()) { track in
        track.list.insert((0..<20).map { Self.note(0, UInt8($0), 100) })
      }
    }
    let (pump, recorder) = (SequencePump(), Recorder())
    try pump.set(SequenceSchedule(sequence, [recorder]))
    pump.start()
    Self.play(pump, recorder, [48_000 * 60])
    #expect(recorder.sent.filter { $0.status == 0x90 }.count == 4_000)
    #expect(recorder.sent.filter { $0.status == 0x80 }.count == 4_000)
  }
}

#if FluidSynth
  import AudioGraph

  /// Songs with a synthesizer of their own.
  struct SongRendererTests {
    @Test("a song is heard at its frames, and ends in silence")
    func song() throws {
      var sequence = EventSequence()
      sequence.update(sequence.addTrack()) { track in
        let note = Note(
          channel: 0, key: 69, velocity: 100, releaseVelocity: 0, duration: 0.5)
        track.list.insert([(1, .note(note))])
      }
      let setup = SynthesizerSetup(
        bank: .sine, preset: SoundPreset(bank: 0, program: 0), hasEffects: false)
      let song = try SongRenderer(sequence, setup, SynthesisFixture.format)
      #expect(song.seconds == 0.75)
      song.pump.start()
      var samples: [Float] = []
      let planes = Planes(channelCount: 2, capacity: 1_000)
      while !song.isOver, samples.count < 200_000 {
        song.render(into: planes, count: 1_000)
        samples += (0..<1_000).map { planes[0, $0] }
      }
      #expect(samples[..<24_001].allSatisfy { $0 == 0 } && samples[24_001] != 0)
      #expect(samples.suffix(10).allSatisfy { $0 == 0 })
      #expect(samples.count < 60_000)
    }
  }
#endif
