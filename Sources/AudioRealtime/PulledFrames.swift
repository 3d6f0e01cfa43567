/// A source of frames that a device pulls: a graph, or a client's render function.
package protocol PulledFrames: AnyObject, Sendable {
  /// The rate and the channel count, which stay the same while a device pulls.
  var pulledRate: Double { get }
  var pulledChannelCount: Int { get }

  /// The number of frames that the source can give now, if another thread makes them.
  ///
  /// A device without a clock waits for more; any other device takes silence for the rest.
  var readyFrames: Int { get }

  /// Renders `count` frames of interleaved samples.
  ///
  /// Called on the device's thread, which must not allocate, lock, or wait. The source fills the
  /// rest with silence if it has fewer frames.
  func render(into samples: UnsafeMutablePointer<Float>, count: Int)
}

extension PulledFrames {
  package var readyFrames: Int { .max }
}
