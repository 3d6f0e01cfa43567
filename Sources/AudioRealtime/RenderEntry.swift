/// The source of a device's frames: a ring, a mix, or a graph.
///
/// A device keeps the entry while it plays, and calls it through `OCARender`. The subclass supplies
/// the frames.
@safe
package class RenderEntry: @unchecked Sendable {
  // Sendable: the rate is constant, and subclasses state their own reasons.

  /// Frames per second, in hertz.
  package let sampleRate: Double

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  /// Samples in each frame for the device.
  package var channelCount: Int { 0 }

  /// The pointer for `OCARender`.
  ///
  /// The object must outlive every use of the pointer.
  package var context: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  /// Goes back by up to `count` frames, which a device returned unplayed.
  ///
  /// Call while no device is rendering.
  ///
  /// - Returns: The number of frames.
  @discardableResult
  package func rewind(_ count: Int) -> Int { rewindOnDevice(count) }

  // MARK: The render thread

  /// Renders up to `count` frames, and returns their number.
  func render(into target: UnsafeMutablePointer<Float>, count: Int) -> Int { 0 }

  /// Goes back by up to `count` frames that this device has rendered, and returns the number.
  func rewindOnDevice(_ count: Int) -> Int { 0 }
}
