import AudioCodecs
import AudioDevices
import AudioRealtime
import MediaTimeline
import Synchronization
import TestSupport
import Testing

@testable import AudioPlayback

/// The feeding thread of a player, on a device that the test drains.
@Suite struct FeederTests {
  /// A sequence of player calls, each with the state after it.
  struct Case: Sendable, CustomTestStringConvertible {
    enum Call: Sendable {
      case start, pause, stop, reset, prime, fill
      /// Whether playback continues.
      case stopWhenPlayed(Bool)
    }

    var testDescription: String
    var calls: [(call: Call, phase: PlaybackPhase)]
  }

  static let cases = [
    Case(
      testDescription: "start, pause, start, stop",
      calls: [(.start, .running), (.pause, .paused), (.start, .running), (.stop, .stopped)]),
    Case(
      testDescription: "the same call twice",
      calls: [
        (.start, .running), (.start, .running), (.pause, .paused), (.pause, .paused),
        (.stop, .stopped), (.stop, .stopped),
      ]),
    Case(
      testDescription: "nothing that has not started pauses",
      calls: [(.pause, .stopped), (.prime, .primed), (.pause, .primed), (.start, .running)]),
    Case(
      testDescription: "a primed feeder does not end by itself, but stops",
      calls: [
        (.prime, .primed), (.prime, .primed), (.stopWhenPlayed(false), .primed), (.stop, .stopped),
      ]),
    Case(
      testDescription: "a feeder that has not started has nothing to end",
      calls: [(.stopWhenPlayed(false), .stopped), (.start, .running)]),
    Case(
      testDescription: "a paused feeder stops at once",
      calls: [(.start, .running), (.pause, .paused), (.stopWhenPlayed(false), .stopped)]),
    Case(
      testDescription: "a playing feeder ends later",
      calls: [(.start, .running), (.stopWhenPlayed(true), .running), (.stop, .stopped)]),
    Case(
      testDescription: "a reset and a fill change no state",
      calls: [
        (.reset, .stopped), (.fill, .stopped), (.prime, .primed), (.reset, .primed),
        (.start, .running), (.fill, .running), (.reset, .running), (.pause, .paused),
        (.reset, .paused), (.fill, .paused), (.start, .running),
      ]),
  ]

  @Test("each call leads to its state", arguments: cases)
  func phases(sample: Case) throws {
    try VirtualClock().run {
      let test = PlaybackTest()
      test.enqueue(marks(0..<1000))
      for (index, (call, phase)) in sample.calls.enumerated() {
        switch call {
        case .start: try test.engine.start()
        case .pause: test.engine.pause()
        case .stop: test.engine.stop()
        case .reset: test.engine.reset()
        case .prime: _ = try test.engine.prime(frames: 0)
        case .fill: test.engine.fill(frames: 100)
        case .stopWhenPlayed(let playsOn): #expect(test.engine.stopWhenPlayed() == playsOn)
        }
        #expect(test.engine.phase == phase, "call \(index)")
      }
    }
  }

  @Test("each buffer comes back once and in order, and no frame is lost", arguments: [1, 99, 6000])
  func buffersInOrder(size: Int) throws {
    try VirtualClock().run {
      let test = PlaybackTest()
      let count = 6000 / size
      for index in 0..<count { test.enqueue(marks(index * size..<(index + 1) * size)) }
      try test.engine.start()
      #expect(test.take(7000) == marks(0..<count * size))
      #expect(test.returned == Array(0..<count) && test.discarded == [])
      #expect(test.engine.phase == .running)
    }
  }

  @Test("late frames follow without a gap")
  func lateBuffers() throws {
    try VirtualClock().run {
      let test = PlaybackTest()
      try test.engine.start()
      #expect(test.take(100) == [])
      for index in 0..<5 {
        test.enqueue(marks(index * 100..<(index + 1) * 100))
        #expect(test.take(101) == marks(index * 100..<(index + 1) * 100))
        #expect(test.returned == Array(0...index))
        #expect(test.engine.time?.frames == Double(index + 1) * 100)
      }
    }
  }

  @Test("a player that stops when drained ends with the last frame", arguments: [1, 500, 1500])
  func endsWhenPlayed(frames: Int) throws {
    try VirtualClock().run {
      let test = PlaybackTest(choice: DeviceChoice([.null]))
      test.enqueue(marks(0..<frames))
      try test.engine.start()
      #expect(test.engine.stopWhenPlayed())
      VirtualClock.sleep(nanoseconds: 10_000_000_000)
      #expect(
        test.events == [.returned(0), .deviceChanged, .running(true), .ends, .running(false)])
      let end = try #require(test.moment(of: .ends))
      #expect((0...10_000_000).contains(end - frames * 1_000_000))
      #expect(test.engine.phase == .stopped && test.engine.time == nil)
    }
  }

  @Test("a stop returns all buffers, and a new start resets the time")
  func stops() throws {
    try VirtualClock().run {
      let test = PlaybackTest()
      for index in 0..<4 { test.enqueue(marks(index * 1500..<(index + 1) * 1500)) }
      try test.engine.start()
      #expect(test.take(100) == marks(0..<100))
      test.engine.stop()
      // The ring has room for one and a half seconds.
      #expect(test.returned + test.discarded == [0, 1, 2, 3])
      #expect(test.discarded.count >= 1)
      #expect(test.events.last == .running(false) && !test.events.contains(.ends))
      #expect(test.engine.time == nil)
      test.enqueue(marks(0..<10))
      try test.engine.start()
      #expect(test.take(100) == marks(0..<10))
      #expect(test.engine.time?.frames == 10)
    }
  }

  @Test("a reset drops unplayed frames, and time continues")
  func resets() throws {
    try VirtualClock().run {
      let test = PlaybackTest()
      test.enqueue(marks(0..<5000))
      try test.engine.start()
      #expect(test.take(300) == marks(0..<300))
      test.engine.reset()
      #expect(test.returned + test.discarded == [0])
      #expect(test.take(10) == [])
      test.enqueue(marks(7000..<7100))
      #expect(test.take(200) == marks(7000..<7100))
      #expect(test.engine.time?.frames == 400 && test.engine.phase == .running)
    }
  }

  @Test(
    "priming decodes complete buffers up to the requested frames, once",
    arguments: [(1, 100), (100, 100), (101, 200), (0, 300), (5000, 600)])
  func primes(frames: Int, expected: Int) throws {
    try VirtualClock().run {
      let test = PlaybackTest()
      for index in 0..<6 { test.enqueue(marks(index * 100..<(index + 1) * 100)) }
      #expect(try test.engine.prime(frames: frames) == expected)
      #expect(try test.engine.prime(frames: 10_000) == expected)
      #expect(test.engine.deviceFormat == nil && test.returned.count == expected / 100)
      try test.engine.start()
      #expect(test.take(1000) == marks(0..<600))
    }
  }

  @Test("after a fill, frames are pending")
  func fills() throws {
    try VirtualClock().run {
      let test = PlaybackTest()
      try test.engine.start()
      for index in 0..<6 { test.enqueue(marks(index * 100..<(index + 1) * 100)) }
      #expect(test.device.take(600) == [])
      test.engine.fill(frames: 250)
      #expect(LittleEndian.float(test.device.take(250)) == marks(0..<250))
      // Asks for more frames than the source has.
      test.engine.fill(frames: 5000)
      #expect(LittleEndian.float(test.device.take(1000)) == marks(250..<600))
    }
  }

  @Test("a bad packet becomes silence of its length, and is reported")
  func badPacket() throws {
    try VirtualClock().run {
      let test = PlaybackTest(FloatDecoder.format()) { (_, _) throws(CodecError) in FloatDecoder() }
      let sound = LittleEndian.bytes(marks(0..<100))
      test.enqueue(packets: [sound, FloatDecoder.badPacket, sound], frames: 100)
      try test.engine.start()
      #expect(test.take(1000) == marks(0..<100) + silence(100) + marks(0..<100))
      #expect(test.events.contains(.failed(.badPacket)) && test.engine.phase == .running)
    }
  }

  @Test("a permanent decoder failure ends playback and returns all buffers")
  func fatalPacket() throws {
    try VirtualClock().run {
      let test = PlaybackTest(FloatDecoder.format()) { (_, _) throws(CodecError) in FloatDecoder() }
      test.enqueue(packets: [LittleEndian.bytes(marks(0..<300))], frames: 300)
      test.enqueue(packets: [FloatDecoder.fatalPacket], frames: 100)
      test.enqueue(packets: [LittleEndian.bytes(marks(0..<100))], frames: 100)
      try test.engine.start()
      test.settle()
      #expect(
        test.events == [
          .returned(0), .deviceChanged, .running(true), .failed(.libraryMissing), .discarded(1),
          .discarded(2), .ends, .running(false),
        ])
      #expect(test.engine.phase == .stopped)
    }
  }

  @Test("an undecodable start fails, and a later start begins with the first frame")
  func decoderIsMissing() throws {
    try VirtualClock().run {
      let tries = Mutex(0)
      let test = PlaybackTest(FloatDecoder.format()) { (_, _) throws(CodecError) in
        guard
          tries.withLock({ tries in
            tries += 1
            return tries > 2
          })
        else { throw .libraryMissing }
        return FloatDecoder()
      }
      test.enqueue(packets: [LittleEndian.bytes(marks(0..<100))], frames: 100)
      for _ in 0..<2 {
        #expect(throws: PlaybackError.codec(.libraryMissing)) { try test.engine.start() }
      }
      #expect(test.events == [.failed(.libraryMissing), .failed(.libraryMissing)])
      try test.engine.start()
      #expect(test.take(1000) == marks(0..<100))
      #expect(test.returned == [0])
    }
  }

  @Test("without a device no frame is lost: a later start begins with the first frame")
  func deviceIsMissing() throws {
    try VirtualClock().run {
      let test = PlaybackTest(choice: DeviceChoice([.offline(path: "/nonexistent/a.wav")]))
      test.enqueue(marks(0..<400))
      #expect(throws: PlaybackError.device(.notWritable)) { try test.engine.start() }
      #expect(test.engine.phase == .primed && test.engine.time != nil)
      test.engine.setChoice(DeviceChoice([.pulled(test.device)]))
      try test.engine.start()
      #expect(test.take(1000) == marks(0..<400))
    }
  }

  @Test("a source failing before its first frames prevents the start; later, it ends playback")
  func failingSource() throws {
    for (steps, failsAtStart) in [([.failure], true), ([.frames, .failure], false)]
      as [([ScriptedSource.Step], Bool)]
    {
      try VirtualClock().run {
        let test = PlaybackTest(source: ScriptedSource(steps))
        if failsAtStart {
          #expect(throws: PlaybackError.codec(.badPacket)) { try test.engine.start() }
          #expect(test.events == [.failed(.badPacket)])
        } else {
          try test.engine.start()
          test.engine.stopWhenPlayed()
          #expect(test.take(1000) == marks(0..<300))
          VirtualClock.sleep(nanoseconds: 1_000_000_000)
          #expect(test.events.suffix(3) == [.failed(.badPacket), .ends, .running(false)])
        }
      }
    }
  }

  @Test("a buffer's volume applies from its first frame")
  func changes() throws {
    try VirtualClock().run {
      let test = PlaybackTest()
      test.enqueue(marks(0..<1000))
      test.enqueue(marks(1000..<2000), [PlaybackChange(.gain, 0.5)])
      try test.engine.start()
      #expect(test.take(900) == marks(0..<900))
      #expect(test.engine.value(of: .gain) == 1)
      let rest = test.take(2000)
      try #require(rest.count == 1100)
      #expect(Array(rest[..<100]) == marks(900..<1000))
      // The frames after the ramp, which lasts a few frames.
      #expect(Array(rest[200...]) == marks(1100..<2000).map { $0 / 2 })
      #expect(test.engine.value(of: .gain) == 0.5)
    }
  }

  @Test("a shut-down player answers calls but does not play")
  func shutDown() throws {
    try VirtualClock().run {
      let test = PlaybackTest()
      test.enqueue(marks(0..<1000))
      try test.engine.start()
      test.engine.shutDown()
      let events = test.events
      #expect(throws: PlaybackError.device(.refused)) { try test.engine.start() }
      test.engine.pause()
      test.engine.stop()
      test.engine.reset()
      test.engine.fill(frames: 100)
      #expect(!test.engine.stopWhenPlayed())
      #expect(try test.engine.prime(frames: 100) == 0)
      #expect(test.take(100) == [] && test.events == events)
    }
  }
}

/// Silence with the given number of samples.
func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

/// A source with scripted answers before its end.
private final class ScriptedSource: PlaybackSource {
  enum Step: Sendable {
    /// 300 marked frames.
    case frames
    case failure
  }

  private let steps: Mutex<[Step]>

  init(_ steps: [Step]) { self.steps = Mutex(steps) }

  func setSignal(_ signal: @escaping @Sendable () -> Void) {}
  func begin(at playerFrame: Double) {}

  func read(into block: inout FrameBlock) throws(CodecError) -> SourceReading {
    (block.sampleRate, block.channelCount) = (1000, 1)
    switch steps.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
    case .frames:
      block.samples += marks(0..<300)
      return .frames
    case .failure: throw .badPacket
    case nil: return .end
    }
  }
}
