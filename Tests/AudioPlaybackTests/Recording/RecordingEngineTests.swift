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

@Suite struct RecordingEngineTests {
  @Test(arguments: [7, 100, 333], [40, 44, 1000])
  func everyFrameIsInABuffer(step: Int, capacity: Int) throws {
    let test = try RecordingTest()
    try test.engine.start()
    #expect(test.running == [true])
    for start in stride(from: 0, to: 1000, by: step) {
      test.devices.give(marks(start..<min(start + step, 1000)), at: 5000 + start)
    }
    var frame = 0
    let frames = capacity / 4
    while frame + frames <= 1000 {
      test.enqueue(capacity)
      frame += frames
    }
    try test.waitForBuffers(1000 / frames)
    #expect(test.samples == marks(0..<1000 / frames * frames))
    for (index, returned) in test.returned.enumerated() {
      #expect(returned.part.packetCount == frames && returned.part.packets.isEmpty)
      #expect(returned.part.startFrame == Double(index * frames))
      #expect(returned.part.nanoseconds == (5000 + index * frames) * 1_000_000)
    }
  }

  @Test func stoppingReturnsRecordedFrames() throws {
    let test = try RecordingTest()
    test.enqueue(400, 400, 400)
    try test.engine.start()
    test.devices.give(marks(0..<150), at: 0)
    test.engine.stop()
    #expect(test.returned.map(\.part.byteCount) == [400, 200, 0])
    #expect(test.returned.map(\.isDiscarded) == [false, false, true])
    #expect(test.samples == marks(0..<150))
    #expect(test.running == [true, false])
    #expect(test.engine.time == nil)
    // A second start begins a new timeline.
    test.enqueue(40)
    try test.engine.start()
    test.devices.give(marks(0..<10), at: 9000)
    try test.waitForBuffers(4)
    #expect(test.returned[3].part.startFrame == 0)
    #expect(test.returned[3].part.nanoseconds == 9_000_000_000)
  }

  @Test func stoppingWhenDrainedFillsAllBuffers() throws {
    let test = try RecordingTest()
    test.enqueue(400, 400)
    try test.engine.start()
    #expect(test.engine.stopWhenFilled())
    test.devices.give(marks(0..<150), at: 0)
    try test.waitForBuffers(1)
    #expect(test.running == [true])
    test.devices.give(marks(150..<300), at: 150)
    try waitUntil("it stops") { test.running == [true, false] }
    #expect(test.samples == marks(0..<200))
    #expect(!test.engine.stopWhenFilled())
  }

  @Test func resetAndFlushReturnRecordedFrames() throws {
    let test = try RecordingTest()
    test.enqueue(400, 400, 400)
    try test.engine.start()
    test.devices.give(marks(0..<30), at: 0)
    test.engine.flush()
    try test.waitForBuffers(1)
    #expect(test.samples == marks(0..<30))
    test.devices.give(marks(30..<40), at: 30)
    try waitUntil("the captured block is taken") {
      test.devices.state.withLock { $0.capturer?.isEmpty ?? true }
    }
    test.engine.reset()
    #expect(test.returned.map(\.isDiscarded) == [false, false, true])
    #expect(test.samples == marks(0..<40))
    test.enqueue(40)
    test.devices.give(marks(40..<50), at: 40)
    try test.waitForBuffers(4)
    #expect(test.returned[3].part.startFrame == 40)
    #expect(test.running == [true])
  }

  @Test func aPauseIsNotRecorded() throws {
    let test = try RecordingTest()
    test.enqueue(40, 40)
    try test.engine.start()
    test.devices.give(marks(0..<15), at: 0)
    try test.waitForBuffers(1)
    test.engine.pause()
    #expect(test.devices.state.withLock { $0.isPaused })
    let time = test.engine.time?.frames
    #expect(test.engine.time?.frames == time)
    try test.engine.start()
    #expect(!test.devices.state.withLock { $0.isPaused })
    test.devices.give(marks(15..<20), at: 8000)
    try test.waitForBuffers(2)
    #expect(test.samples == marks(0..<20))
    #expect(test.returned.map(\.part.startFrame) == [0, 10])
  }

  @Test func startsAtTheRequestedTime() throws {
    let test = try RecordingTest()
    test.enqueue(40)
    try test.engine.start(nanoseconds: 5_024_500_000)
    for block in 0..<4 {
      test.devices.give(marks(block * 10..<block * 10 + 10), at: 5000 + block * 10)
    }
    try test.waitForBuffers(1)
    #expect(test.samples == marks(25..<35))
    #expect(test.returned[0].part.startFrame == 0)
    #expect(test.returned[0].part.nanoseconds == 5_025_000_000)
  }

  @Test func framesWithoutABufferAreAJump() throws {
    let test = try RecordingTest()
    try test.engine.start()
    // Two seconds can wait; later frames are lost.
    for block in 0..<50 {
      test.devices.give(marks(block * 100..<block * 100 + 100), at: block * 100)
    }
    for _ in 0..<30 { test.enqueue(400) }
    try waitUntil("all pending buffers are decoded") {
      test.devices.state.withLock { $0.capturer?.isEmpty ?? true }
    }
    test.devices.give(marks(5000..<5100), at: 5000)
    test.engine.flush()
    try waitUntil("the jump is reported") { test.returned.last?.part.startFrame == 5000 }
    #expect(test.failures == [.underrun])
    let returned = test.returned
    let kept = returned.count - 1
    let starts = returned.prefix(kept).map(\.part.startFrame)
    #expect(starts == (0..<kept).map { (index: Int) -> Double in Double(index * 100) })
    #expect(kept >= 18 && kept <= 20)
    #expect(LittleEndian.float(returned[kept].bytes) == marks(5000..<5100))
  }

  @Test func aGapBetweenDevicesIsSilence() throws {
    let test = try RecordingTest()
    test.enqueue(4 * 400)
    try test.engine.start()
    test.devices.give(marks(0..<100), at: 0)
    try test.devices.lose()
    test.devices.give(marks(200..<400), at: 200)
    try test.waitForBuffers(1)
    #expect(test.samples == marks(0..<100) + [Float](repeating: 0, count: 100) + marks(200..<400))
    #expect(test.engine.discontinuities == 1)
    #expect(test.devices.state.withLock { $0.opened } == [RecordingTest.kind, .null])
  }

  #if Soxr
    @Test func devicesOfDifferentRatesAreOneRecording() throws {
      let test = try RecordingTest(
        RecordingTest.format(sampleRate: 44100), deviceRate: 48000)
      for _ in 0..<100 { test.enqueue(4 * 441) }
      try test.engine.start()
      func tone(_ rate: Double, _ count: Int) -> [Float] {
        (0..<count).map { Float(0.5 * sin(2 * .pi * 1000 * Double($0) / rate)) }
      }
      test.devices.give(tone(48000, 24000), at: 0)
      try test.devices.lose(toRate: 32000)
      test.devices.give(tone(32000, 16000), at: 500)
      test.engine.stop()
      // Half a second at each rate, in a whole number of periods.
      #expect(test.samples.count == 44100)
      let difference = zip(test.samples, tone(44100, 44100)).enumerated()
        .filter { abs($0.offset - 22050) > 200 && $0.offset > 200 && $0.offset < 43900 }
        .map { abs($0.element.0 - $0.element.1) }.max()
      #expect(try #require(difference) < 1e-4)
    }
  #endif

  @Test(arguments: [(20.0, 5), (4.0, 1), (4000.0, 50)])
  func requestsBlocksAsShortAsItsBuffers(bytes: Double, frames: Int) throws {
    let test = try RecordingTest()
    test.enqueue(8000, Int(bytes))
    try test.engine.start()
    #expect(test.devices.state.withLock { $0.blockFrames } == frames)
  }

  @Test func noDeviceIsAnError() throws {
    let test = try RecordingTest(choice: InputChoice([.file(path: "/nonexistent")]))
    #expect(throws: PlaybackError.device(.absent)) { try test.engine.start() }
    #expect(test.running.isEmpty)
    #expect(throws: CodecError.unsupportedFormat) {
      try RecordingTest(
        StreamFormat(sampleRate: 44100, formatID: .mpegLayer2, channelCount: 2))
    }
  }
}
