internal import AudioRealtime
internal import Synchronization

extension RenderGraph: PulledFrames {
  package var pulledRate: Double { format.withLock { $0.sampleRate } }
  package var pulledChannelCount: Int { format.withLock { $0.channelCount } }

  package func render(into samples: UnsafeMutablePointer<Float>, count: Int) {
    let channelCount = channels.load(ordering: .acquiring)
    render(count, nanoseconds: MonotonicClock.nanoseconds) { planes, offset, length in
      // Safe: the caller has room for `count` frames.
      let place = unsafe samples + offset * channelCount
      if let planes, planes.channelCount == channelCount {
        unsafe planes.copy(0, channelCount, count: length, into: place)
      } else {
        unsafe place.update(repeating: 0, count: length * channelCount)
      }
    }
  }
}
