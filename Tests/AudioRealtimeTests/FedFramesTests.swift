import AudioRealtime
import Testing

/// Frames that a feeder makes ahead of a device.
@Suite struct FedFramesTests {
  private let feeder = Signal()

  private func makeFrames(_ samples: [Float], aheadFrames: Int = 4) -> FedFrames {
    let frames = FedFrames(
      sampleRate: 1_000, channelCount: 1, aheadFrames: aheadFrames, feeder: feeder)
    frames.write(samples.span)
    return frames
  }

  @Test("silence replaces frames that a late feeder has not made, and is counted")
  func late() {
    let frames = makeFrames([1, 2, 3])
    #expect(frames.writableFrames == 1)
    #expect(rendered(PulledRenderer(frames), 5) == [1, 2, 3, 0, 0])
    #expect(frames.missingFrames == 2)
    #expect(feeder.wait(until: 0))
    #expect(frames.write([4, 5, 6, 7, 8].span) == 4)
    #expect(rendered(PulledRenderer(frames), 2) == [4, 5])
    #expect(frames.missingFrames == 2 && frames.writableFrames == 2)
  }

  @Test("a device without a clock runs out of frames instead")
  func waiting() {
    let frames = makeFrames([1, 2, 3])
    let renderer = PulledRenderer(frames, waits: true)
    #expect(rendered(renderer, 5) == [1, 2, 3])
    #expect(rendered(renderer, 5) == [])
    frames.write([4].span)
    #expect(rendered(renderer, 5) == [4] && renderer.renderedFrames == 4)
    #expect(frames.missingFrames == 0)
  }
}
