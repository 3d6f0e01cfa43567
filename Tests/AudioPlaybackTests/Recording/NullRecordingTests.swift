import AudioDevices
import AudioRealtime
import Testing

@testable import AudioPlayback

/// Recorders on the null device and a virtual clock, at one frame per millisecond.
@Suite struct NullRecordingTests {
  @Test("ten minutes fill the buffers, frame by frame, the same each time")
  func tenMinutes() throws {
    var parts: [[RecordedPart]] = []
    for _ in 0..<2 {
      try VirtualClock().run {
        let test = try nullTest()
        enqueue(610, frames: 1000, test)
        try test.engine.start()
        sleep(600_501)
        #expect(test.engine.recordedFrames == 600_500 && test.engine.time?.frames == 600_501)
        test.engine.stop()
        let returned = test.returned
        try #require(returned.count == 610)
        #expect(returned.allSatisfy { $0.bytes.allSatisfy { $0 == 0 } })
        #expect(returned.map(\.isDiscarded) == (0..<610).map { $0 > 600 })
        let full = returned[..<600].map(\.part)
        #expect(full.allSatisfy { $0.packetCount == 1000 && $0.byteCount == 4000 })
        let starts = (0..<600).map { (index: Int) -> Double in Double(index * 1000) }
        #expect(full.map(\.startFrame) == starts)
        #expect(full.map(\.nanoseconds) == (0..<600).map { $0 * 1_000_000_000 })
        #expect(returned[600].part.packetCount == 500)
        #expect(test.failures.isEmpty && test.running == [true, false])
        parts.append(returned.map(\.part))
      }
    }
    #expect(parts[0] == parts[1])
  }

  @Test("frames that wait more than two seconds for a buffer are lost, but count as time")
  func losses() throws {
    try VirtualClock().run {
      let test = try nullTest()
      try test.engine.start()
      var enqueued = 0
      for milliseconds in [1000, 7000, 500, 2500] {
        sleep(milliseconds)
        enqueue(50, frames: 100, test)
        enqueued += 50
        // Long enough to fill all buffers.
        sleep(5500)
        #expect(test.returned.count == enqueued)
      }
      let parts = test.returned.map(\.part)
      #expect(parts.allSatisfy { $0.packetCount == 100 })
      // The buffers after each loss have the times of their own frames.
      #expect(parts.allSatisfy { $0.nanoseconds == Int($0.startFrame) * 1_000_000 })
      let jumps = zip(parts, parts.dropFirst()).map { $1.startFrame - $0.startFrame - 100 }
      #expect(jumps.allSatisfy { $0 >= 0 })
      #expect(jumps.filter { $0 > 0 }.count == test.failures.count)
      #expect(test.failures.allSatisfy { $0 == .underrun } && test.failures.count >= 1)
    }
  }

  @Test("frames before the start time are dropped", arguments: [1, 19, 20, 5024, 600_000])
  func startsAtAMoment(milliseconds: Int) throws {
    try VirtualClock().run {
      let test = try nullTest()
      enqueue(3, frames: 100, test)
      try test.engine.start(nanoseconds: milliseconds * 1_000_000 - 400_000)
      sleep(milliseconds - 1)
      #expect(test.engine.time?.frames ?? -1 < 1 && test.returned.isEmpty)
      sleep(400)
      let parts = test.returned.map(\.part)
      #expect(parts.map(\.startFrame) == [0, 100, 200])
      #expect(
        parts.map(\.nanoseconds) == (0..<3).map { (milliseconds + $0 * 100) * 1_000_000 })
    }
  }

  @Test("a pause is not recorded: frame numbers continue, host times jump")
  func pauses() throws {
    try VirtualClock().run {
      let test = try nullTest()
      enqueue(20, frames: 100, test)
      try test.engine.start()
      sleep(1001)
      test.engine.pause()
      #expect(test.engine.time?.frames == 1001)
      sleep(100_000)
      #expect(test.engine.time?.frames == 1001 && test.returned.count == 10)
      try test.engine.start()
      sleep(1001)
      #expect(test.engine.time?.frames == 2001)
      let parts = test.returned.map(\.part)
      let frames = (0..<20).map { (index: Int) -> Double in Double(index * 100) }
      #expect(parts.map(\.startFrame) == frames)
      let nanoseconds = (0..<20).map { (index: Int) -> Int in
        let milliseconds = index < 10 ? index * 100 : index * 100 + 100_001
        return milliseconds * 1_000_000
      }
      #expect(parts.map(\.nanoseconds) == nanoseconds)
      #expect(test.failures.isEmpty && test.engine.discontinuities == 0)
    }
  }

  @Test("a pause at any time loses and repeats no frame")
  func manyPauses() throws {
    try VirtualClock().run {
      let test = try nullTest()
      enqueue(100, frames: 10, test)
      try test.engine.start()
      for milliseconds in [3, 10, 17, 1, 40, 99] {
        sleep(milliseconds)
        test.engine.pause()
        sleep(1000)
        try test.engine.start()
      }
      sleep(100)
      let parts = test.returned.map(\.part)
      #expect(parts.count >= 20)
      #expect(parts.map(\.startFrame) == parts.indices.map { Double($0 * 10) })
      #expect(parts.allSatisfy { $0.packetCount == 10 } && test.failures.isEmpty)
    }
  }

  @Test("a recorder that stops when its buffers are full ends with the last one")
  func stopsWhenFilled() throws {
    try VirtualClock().run {
      let test = try nullTest()
      enqueue(3, frames: 1000, test)
      try test.engine.start()
      #expect(test.engine.stopWhenFilled())
      sleep(2999)
      #expect(test.running == [true] && test.returned.count == 2)
      sleep(2)
      #expect(test.running == [true, false])
      #expect(test.returned.map(\.part.packetCount) == [1000, 1000, 1000])
      #expect(test.engine.time == nil && test.engine.recordedFrames == 0)
    }
  }

  // MARK: Factories

  private func nullTest() throws -> RecordingTest {
    try RecordingTest(choice: InputChoice([.null]))
  }

  private func enqueue(_ count: Int, frames: Int, _ test: RecordingTest) {
    for _ in 0..<count { test.enqueue(4 * frames) }
  }

  private func sleep(_ milliseconds: Int) {
    VirtualClock.sleep(nanoseconds: milliseconds * 1_000_000)
  }
}
