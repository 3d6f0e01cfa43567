import AudioRealtime
import CAudioRealtime
import Testing

@Suite struct CapturerTests {
  private func frames(_ range: Range<Int>, _ channelCount: Int) -> [Float] {
    range.flatMap { frame in (0..<channelCount).map { Float(frame * channelCount + $0 + 1) } }
  }

  @Test(arguments: [1, 2, 3, 6], [1, 7, 64])
  func everyBlockIsReturnedOnceWithItsTime(channelCount: Int, step: Int) {
    let capturer = Capturer(
      channelCount: channelCount, capacityFrames: 200, recorder: Signal())
    for round in 0..<300 {
      let block = frames(round * step..<(round + 1) * step, channelCount)
      capturer.give(block.span, nanoseconds: round * 1000)
      #expect(
        capturer.take()
          == CapturedBlock(samples: block, nanoseconds: round * 1000, lostFrames: 0))
      #expect(capturer.take() == nil)
    }
    #expect(capturer.isEmpty)
  }

  @Test func framesWithoutRoomAreCounted() {
    let capturer = Capturer(channelCount: 2, capacityFrames: 100, recorder: Signal())
    let block = frames(0..<40, 2)
    for time in 0..<5 { capturer.give(block.span, nanoseconds: time) }
    #expect(!capturer.hasRoom(forFrames: 40))
    #expect(capturer.take()?.nanoseconds == 0)
    #expect(capturer.take()?.nanoseconds == 1)
    #expect(capturer.take() == nil)
    capturer.give(block.span, nanoseconds: 5)
    #expect(capturer.take() == CapturedBlock(samples: block, nanoseconds: 5, lostFrames: 120))
    capturer.give(block.span, nanoseconds: 6)
    #expect(capturer.take()?.lostFrames == 0)
  }

  @Test func missingSamplesAreSilence() {
    let capturer = Capturer(channelCount: 2, capacityFrames: 2000, recorder: Signal())
    capturer.setMetering(true)
    let loud = [Float](repeating: -0.5, count: 2 * 1024)
    capturer.give(loud.span, nanoseconds: 0)
    #expect(capturer.levels.map(\.peak) == [0.5, 0.5])
    #expect(capturer.levels.map(\.average) == [0.5, 0.5])
    #expect(capturer.take()?.samples == loud)
    // Safe: the capturer lives for the call.
    unsafe OCACapture(capturer.context, nil, 1700, 9)
    let zeros = [Float](repeating: 0, count: 2 * 1700)
    #expect(capturer.take() == CapturedBlock(samples: zeros, nanoseconds: 9, lostFrames: 0))
    unsafe OCACapture(capturer.context, nil, 1024, 9)
    #expect(capturer.levels == [.silence, .silence])
    #expect(capturer.take()?.samples.count == 2048)
  }

  @Test func mutedInputIsSilence() {
    let mute = InputMute()
    let capturer = Capturer(
      channelCount: 2, capacityFrames: 4000, recorder: Signal(), mute: mute)
    capturer.setMetering(true)
    let loud = [Float](repeating: 0.5, count: 2 * 1024)
    for (isMuted, isChange) in [(false, false), (true, true), (true, false), (false, true)] {
      #expect(mute.set(isMuted) == isChange)
      let samples = isMuted ? [Float](repeating: 0, count: loud.count) : loud
      // Meters show the block before the last one.
      for time in 0..<2 {
        capturer.give(loud.span, nanoseconds: time)
        #expect(
          capturer.take() == CapturedBlock(samples: samples, nanoseconds: time, lostFrames: 0))
      }
      #expect(capturer.levels.map(\.peak) == (isMuted ? [0, 0] : [0.5, 0.5]))
    }
  }

  @Test func aBlockWakesTheRecorder() {
    let signal = Signal()
    let capturer = Capturer(channelCount: 1, capacityFrames: 10, recorder: signal)
    let frame: [Float] = [1]
    capturer.give(frame.span, nanoseconds: 0)
    #expect(signal.wait(until: MonotonicClock.nanoseconds))
  }
}
