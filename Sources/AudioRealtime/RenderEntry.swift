/// The frames that a device pulls: from a ring, a mix, or a graph.
///
/// A device keeps the entry while it plays, and calls it through `OCARender`. The subclass decides where
/// the frames come from.
@safe
package class RenderEntry: @unchecked Sendable {
  // Sendable: the rate is constant, and subclasses say why they are.

  /// Frames per second, in hertz.
  package let sampleRate: Double

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  /// Samples in each frame that a device gets.
  package var channelCount: Int { 0 }

  /// The pointer that `OCARender` takes; the object must outlive its use.
  package var context: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  /// Goes back by up to `count` frames, which a device gave back unheard.
  ///
  /// Called while no device is rendering.
  ///
  /// - Returns: By how many.
  @discardableResult
  package func rewind(_ count: Int) -> Int { rewindOnDevice(count) }

  // MARK: The render thread

  /// Renders up to `count` frames and returns how many.
  func render(into target: UnsafeMutablePointer<Float>, count: Int) -> Int { 0 }

  /// Goes back by up to `count` of the frames that this device has rendered, and returns by how many.
  func rewindOnDevice(_ count: Int) -> Int { 0 }
}
