package import AudioRealtime

/// The frames of a source, which it also gives to a far end.
package final class HeardFrames: PulledFrames, Sendable {
  private let source: any PulledFrames
  private let farEnd: FarEnd
  package let pulledRate: Double
  package let pulledChannelCount: Int

  package init(_ source: any PulledFrames, farEnd: FarEnd) {
    self.source = source
    self.farEnd = farEnd
    pulledRate = source.pulledRate
    pulledChannelCount = source.pulledChannelCount
  }

  package var readyFrames: Int { source.readyFrames }

  package func render(into samples: UnsafeMutablePointer<Float>, count: Int) {
    unsafe source.render(into: samples, count: count)
    // Safe: the caller lends the samples of `count` frames during the call.
    let span = unsafe Span(_unsafeStart: samples, count: count * pulledChannelCount)
    farEnd.add(span, channelCount: pulledChannelCount)
  }
}
