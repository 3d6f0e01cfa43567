import AudioRealtime
import Testing

@Suite struct RendererTests {
  @Test(arguments: [1, 2, 3, 5, 8])
  func volumeScalesEverySample(channelCount: Int) {
    let renderer = makeRenderer(channelCount: channelCount)
    renderer.setGain(0.25, rampFrames: 50)
    let samples = (0..<33 * channelCount).map { Float($0) }
    write(samples, to: renderer)
    #expect(rendered(renderer, 33) == samples.map { $0 * 0.25 })
  }

  @Test func aLaterVolumeIsReachedInItsRamp() {
    let renderer = makeRenderer()
    write([Float](repeating: 1, count: 100), to: renderer)
    #expect(rendered(renderer, 10) == [Float](repeating: 1, count: 10))
    renderer.setGain(0, rampFrames: 4)
    #expect(rendered(renderer, 6) == [1, 0.75, 0.5, 0.25, 0, 0])
  }

  @Test func aNewVolumeContinuesFromAnUnfinishedRamp() {
    let renderer = makeRenderer()
    write([Float](repeating: 1, count: 100), to: renderer)
    _ = rendered(renderer, 1)
    renderer.setGain(0, rampFrames: 4)
    #expect(rendered(renderer, 2) == [1, 0.75])
    renderer.setGain(1, rampFrames: 2)
    #expect(rendered(renderer, 4) == [0.5, 0.75, 1, 1])
  }

  @Test func aNewVolumeAppliesToRewoundFrames() {
    let renderer = makeRenderer()
    write([Float](repeating: 1, count: 100), to: renderer)
    _ = rendered(renderer, 20)
    renderer.setGain(0.5, rampFrames: 0)
    #expect(renderer.rewind(5) == 5)
    #expect(rendered(renderer, 6) == [Float](repeating: 0.5, count: 6))
  }

  @Test func everyPlaybackStartsAtItsVolume() {
    let renderer = makeRenderer()
    write([Float](repeating: 1, count: 100), to: renderer)
    renderer.setGain(0.5, rampFrames: 4)
    #expect(rendered(renderer, 10) == [Float](repeating: 0.5, count: 10))
    // The next playback begins within the ramp to a new volume.
    renderer.setGain(0, rampFrames: 1000)
    _ = rendered(renderer, 90)
    renderer.begin()
    write([Float](repeating: 1, count: 4), to: renderer)
    #expect(rendered(renderer, 2) == [0, 0])
    renderer.setGain(1, rampFrames: 2)
    #expect(rendered(renderer, 2) == [0, 0.5])
  }

  @Test func aVolumeSetAfterAStartRampsFromTheFirstOne() {
    let renderer = makeRenderer()
    renderer.setGain(0, rampFrames: 0)
    renderer.begin()
    renderer.setGain(1, rampFrames: 2000)
    write([Float](repeating: 1, count: 4), to: renderer)
    #expect(rendered(renderer, 4) == [0, 0.0005, 0.001, 0.0015])
  }

  @Test func aSetVolumeLastsUntilTheNextScheduledOne() {
    let renderer = makeRenderer()
    write([Float](repeating: 1, count: 100), to: renderer)
    renderer.schedule(20, gain: (0.5, 0), balance: nil)
    let half = [Float](repeating: 0.5, count: 20)
    #expect(rendered(renderer, 40) == [Float](repeating: 1, count: 20) + half)
    // The change came at frame 10, and the device can go back to frame 12.
    renderer.setGain(0.25, rampFrames: 0, playedFrame: 10)
    #expect(renderer.rewind(28) == 28)
    #expect(rendered(renderer, 28) == [Float](repeating: 0.25, count: 8) + half)
    // A device that cannot go back has passed it.
    renderer.setGain(0.125, rampFrames: 0, playedFrame: 10)
    #expect(rendered(renderer, 2) == [0.5, 0.5])
    renderer.setGain(0.125, rampFrames: 0, playedFrame: 30)
    #expect(rendered(renderer, 2) == [0.125, 0.125])
  }

  @Test func rewindingUndoesScheduledChanges() {
    let renderer = makeRenderer(channelCount: 2)
    write([Float](repeating: 1, count: 200), to: renderer)
    renderer.setBalance(-0.5)
    renderer.schedule(10, gain: (0.5, 0), balance: 0.5)
    renderer.schedule(20, gain: nil, balance: 1)
    renderer.schedule(30, gain: (0.25, 0), balance: nil)
    func expected(_ gain: Float, _ right: Float, _ left: Float, _ count: Int) -> [Float] {
      (0..<count).flatMap { _ in [gain * left, gain * right] }
    }
    let all =
      expected(1, 0.5, 1, 10) + expected(0.5, 1, 0.5, 10) + expected(0.5, 1, 0, 10)
      + expected(0.25, 1, 0, 10)
    #expect(rendered(renderer, 40) == all)
    #expect(renderer.rewind(35) == 35)
    #expect(rendered(renderer, 35) == Array(all[10...]))
    // Changes at dropped frames do not apply.
    #expect(renderer.rewind(25) == 25)
    renderer.ring.dropUnread()
    renderer.unschedule()
    write([Float](repeating: 1, count: 60), to: renderer)
    #expect(rendered(renderer, 30) == expected(0.5, 1, 0.5, 30))
  }

  @Test(arguments: zip([Float(-1), 0, 0.5, 1], [[Float(1), 0], [1, 1], [0.5, 1], [0, 1]]))
  func balanceAttenuatesTheOtherSide(balance: Float, expected: [Float]) {
    let renderer = makeRenderer(channelCount: 2)
    renderer.setBalance(balance)
    write([1, 1], to: renderer)
    #expect(rendered(renderer, 1) == expected)
  }

  @Test func leadingSilenceIsRendered() {
    let renderer = makeRenderer()
    renderer.beginDevice(leadInFrames: 3)
    write([1, 2], to: renderer)
    #expect(rendered(renderer, 2) == [0, 0])
    #expect(rendered(renderer, 2) == [0, 1])
    #expect(renderer.ring.readIndex == 1)
  }

  @Test func starvationIsReportedOnce() {
    let renderer = makeRenderer()
    write([1], to: renderer)
    _ = rendered(renderer, 1)
    #expect(!renderer.takeStarvation())
    _ = rendered(renderer, 1)
    #expect(renderer.isDeviceStarved)
    #expect(renderer.takeStarvation())
    #expect(!renderer.takeStarvation())
  }

  @Test func theFeederIsWokenWhenTheRingIsHalfEmpty() {
    let feeder = Signal()
    let ring = FrameRing(channelCount: 1, unreadFrames: 100, historyFrames: 0)
    let renderer = Renderer(sampleRate: 1000, ring: ring, feeder: feeder)
    write([Float](repeating: 0, count: 100), to: renderer)
    #expect(renderer.requestFrames())
    _ = rendered(renderer, 49)
    #expect(!feeder.wait(until: 0))
    _ = rendered(renderer, 1)
    #expect(feeder.wait(until: 0))
    #expect(!renderer.requestFrames())
  }

  @Test(arguments: [1, 2, 3, 4])
  func metersShowPeakAndRootMeanSquare(channelCount: Int) throws {
    let renderer = makeRenderer(channelCount: channelCount, aheadFrames: 4096)
    let sample: (Int) -> Float = { $0 % channelCount == 0 ? ($0 % 2 == 0 ? -0.5 : 0.5) : 0.25 }
    write((0..<4096 * channelCount).map(sample), to: renderer)
    #expect(renderer.levels(at: 2048).allSatisfy { $0 == .silence })
    renderer.setMetering(true)
    for _ in 0..<8 { _ = rendered(renderer, 512) }
    let levels = renderer.levels(at: 3000)
    #expect(levels.count == channelCount)
    #expect(abs(levels[0].peak - 0.5) < 1e-6)
    #expect(abs(levels[0].average - 0.5) < 1e-5)
    for level in levels.dropFirst() {
      #expect(abs(level.peak - 0.25) < 1e-6)
      #expect(abs(level.average - 0.25) < 1e-5)
    }
  }

  @Test func metersStartedWithinABlockCoverItsRest() {
    let renderer = makeRenderer(channelCount: 1, aheadFrames: 4096)
    write([Float](repeating: 0.5, count: 1024), to: renderer)
    _ = rendered(renderer, 100)
    renderer.setMetering(true)
    _ = rendered(renderer, 924)
    for frame in [300, 700] {
      #expect(abs(renderer.levels(at: frame)[0].average - 0.5) < 1e-5)
    }
  }
}
