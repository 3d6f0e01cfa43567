import Testing

@testable import MIDISequencing

@Suite struct TempoTests {
  @Test("beats and seconds follow the integral of the tempo")
  func integral() {
    let map = TempoMap([(2, 60), (4, 240), (4, 30), (6, .nan), (8, -1)])
    let table: [(beat: Double, seconds: Double)] = [
      (-2, -1), (0, 0), (1, 0.5), (2, 1), (3, 2), (4, 3), (5, 5), (10, 15),
    ]
    for row in table {
      #expect(abs(map.seconds(atBeat: row.beat) - row.seconds) < 1e-12)
      #expect(abs(map.beat(atSeconds: row.seconds) - row.beat) < 1e-12)
    }
    #expect([-1, 1, 2, 3.9, 4, 99].map { map.tempo(atBeat: $0) } == [120, 120, 60, 60, 30, 30])
  }

  @Test("a thousand changes agree with their sum, and convert back")
  func manyChanges() {
    var numbers = SystemRandomNumberGenerator()
    var changes: [(beat: Double, tempo: Double)] = []
    var beat = 0.0
    for _ in 0..<1000 {
      beat += Double.random(in: 0.01...4, using: &numbers)
      changes.append((beat, Double.random(in: 20...400, using: &numbers)))
    }
    let map = TempoMap(changes)
    var (seconds, last, tempo) = (0.0, 0.0, 120.0)
    for change in changes {
      seconds += (change.beat - last) * 60 / tempo
      (last, tempo) = (change.beat, change.tempo)
      #expect(abs(map.seconds(atBeat: last) - seconds) < 1e-6)
      let middle = last + 0.005
      #expect(abs(map.beat(atSeconds: map.seconds(atBeat: middle)) - middle) < 1e-8)
    }
  }

  @Test("bars follow the time signatures")
  func bars() {
    func signature(_ beat: Double, _ bytes: [UInt8]) -> (beat: Double, content: EventContent) {
      (beat, .meta(MetaEvent(type: MetaEvent.timeSignature, bytes: bytes)))
    }
    var list = EventList()
    // Six eighths from the third bar on, then 3/4 in the middle of a bar, which starts another one.
    list.insert([signature(8, [6, 3, 24, 8]), signature(15.5, [3, 2, 24, 8])])
    list.insert([signature(9, [0, 2]), signature(10, [4])])
    let map = MeterMap(list.events)
    let table: [(beat: Double, bar: Int, inBar: Int, part: Int)] = [
      (-1, 0, 4, 0), (0, 1, 1, 0), (3.5, 1, 4, 240), (7.9999, 3, 1, 0), (8, 3, 1, 0),
      (8.75, 3, 2, 240), (10.5, 3, 6, 0), (11, 4, 1, 0), (15, 5, 3, 0), (15.5, 6, 1, 0),
      (18.5, 7, 1, 0),
    ]
    for row in table {
      let place = MeterMap.Place(bar: row.bar, beat: row.inBar, part: row.part, divisor: 480)
      #expect(map.place(atBeat: row.beat, divisor: 480) == place)
      #expect(abs(map.beat(at: place) - row.beat) < 0.001)
    }
    #expect(map.place(atBeat: 1e300, divisor: 480) == nil)
  }

  @Test("more bars than an integer can count do not overflow")
  func manyBars() {
    let signature = EventContent.meta(MetaEvent(type: MetaEvent.timeSignature, bytes: [1, 15]))
    var list = EventList()
    list.insert((1...10_000).map { (Double($0) * 1e12, signature) })
    let map = MeterMap(list.events)
    let place = map.place(atBeat: 1e16 + 2, divisor: 1)
    #expect(place?.bar ?? 0 > 1_000_000_000_000_000_000)
    #expect(place.map { map.beat(at: $0) } == 1e16 + 2)
  }
}
