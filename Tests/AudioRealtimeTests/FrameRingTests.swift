import AudioRealtime
import CAudioRealtime
import Testing

/// Renders up to `count` frames of a renderer, as a device does.
func rendered(_ renderer: RenderEntry, _ count: Int) -> [Float] {
  var samples = [Float](repeating: .nan, count: count * renderer.channelCount)
  // Safe: the array has room for `count` frames.
  let got = unsafe samples.withUnsafeMutableBufferPointer { buffer -> Int in
    guard let base = buffer.baseAddress else { return 0 }
    return unsafe Int(OCARender(renderer.context, base, Int64(count)))
  }
  samples.removeLast((count - got) * renderer.channelCount)
  return samples
}

/// Writes frames, as the feeding thread does.
func write(_ samples: [Float], to renderer: Renderer) {
  _ = renderer.ring.write(samples.span)
}

func makeRenderer(
  channelCount: Int = 1, aheadFrames: Int = 1000, deviceFrames: Int = 1000
) -> Renderer {
  let ring = FrameRing(
    channelCount: channelCount, unreadFrames: aheadFrames, historyFrames: deviceFrames)
  return Renderer(sampleRate: 1000, ring: ring, feeder: Signal())
}

@Suite struct FrameRingTests {
  @Test func roomForTheDevicesFramesIsNotUsedForPendingFrames() {
    let ring = FrameRing(
      channelCount: 1, unreadFrames: 10, historyFrames: 100, mostUnreadFrames: 10)
    let renderer = Renderer(sampleRate: 1000, ring: ring, feeder: Signal())
    #expect(renderer.ring.write([Float](repeating: 1, count: 50).span) == 10)
    #expect(rendered(renderer, 4).count == 4)
    #expect(renderer.ring.write([Float](repeating: 1, count: 50).span) == 4)
    #expect(renderer.rewind(2) == 2)
    #expect(renderer.ring.write([Float](repeating: 1, count: 50).span) == 0)
    #expect(rendered(renderer, 50).count == 12)
  }

  @Test(arguments: [1, 2, 3, 6], [1, 7, 64, 1000])
  func everyFrameIsReadOnceInOrder(channelCount: Int, step: Int) {
    let renderer = makeRenderer(channelCount: channelCount, aheadFrames: 64, deviceFrames: 32)
    var written = 0
    var next: Float = 0
    for _ in 0..<400 {
      let samples = (0..<step * channelCount).map { Float(written * channelCount + $0) }
      written += renderer.ring.write(samples.span)
      for sample in rendered(renderer, step) {
        #expect(sample == next)
        next += 1
      }
    }
    while case let rest = rendered(renderer, step), !rest.isEmpty { next += Float(rest.count) }
    #expect(Int(next) == written * channelCount)
    #expect(renderer.ring.readIndex == written)
  }

  @Test func aFullRingRefusesFrames() {
    let ring = FrameRing(channelCount: 1, unreadFrames: 8, historyFrames: 8)
    let samples = [Float](repeating: 1, count: 100)
    #expect(ring.write(samples.span) == 16)
    #expect(ring.write(samples.span) == 0)
    #expect(ring.writableFrames == 0)
  }

  @Test func framesCanBeReadAgain() {
    let renderer = makeRenderer(aheadFrames: 8, deviceFrames: 8)
    write([0, 1, 2, 3, 4, 5], to: renderer)
    #expect(rendered(renderer, 6) == [0, 1, 2, 3, 4, 5])
    #expect(renderer.rewind(4) == 4)
    #expect(rendered(renderer, 9) == [2, 3, 4, 5])
  }

  @Test func overwrittenFramesCannotBeReadAgain() {
    let renderer = makeRenderer(aheadFrames: 8, deviceFrames: 8)
    for value in 0..<100 {
      #expect(renderer.ring.write([Float(value)].span) == 1)
      #expect(rendered(renderer, 1) == [Float(value)])
    }
    #expect(renderer.rewind(1000) == 8)
    #expect(rendered(renderer, 100) == (92..<100).map { Float($0) })
  }

  @Test func droppedFramesAreNeverRead() {
    let renderer = makeRenderer()
    write([1, 2, 3], to: renderer)
    #expect(rendered(renderer, 1) == [1])
    renderer.ring.dropUnread()
    write([4], to: renderer)
    #expect(rendered(renderer, 5) == [4])
    #expect(renderer.ring.readIndex == 2)
  }

  @Test func twoThreadsAgreeOnEveryFrame() {
    let renderer = makeRenderer(channelCount: 2, aheadFrames: 300, deviceFrames: 100)
    let total = 200_000
    let writer = AudioThread(name: "writer") {
      var done = 0
      while done < total {
        let count = min(113, total - done)
        let samples = (0..<count * 2).map { Float(done * 2 + $0) }
        done += renderer.ring.write(samples.span)
      }
    }
    var next = 0
    var wrong = 0
    while next < total * 2 {
      for sample in rendered(renderer, 97) {
        if sample != Float(next) { wrong += 1 }
        next += 1
      }
    }
    writer.join()
    #expect(wrong == 0)
    #expect(next == total * 2)
  }
}
