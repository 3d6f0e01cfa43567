internal import AudioRealtime
internal import CAudioRealtime

/// Memory for a block of frames, and the renderer that fills it.
@safe
final class RenderBlock: @unchecked Sendable {
  // Sendable: only the thread that renders makes and uses it.

  private let renderer: RenderEntry
  private let capacityFrames: Int
  private let samples: UnsafeMutablePointer<Float>

  init(renderer: RenderEntry, capacityFrames: Int) {
    self.renderer = renderer
    self.capacityFrames = capacityFrames
    unsafe samples = .allocate(capacity: capacityFrames * renderer.channelCount)
    // Safe: the count is the allocated one.
    unsafe samples.initialize(repeating: 0, count: capacityFrames * renderer.channelCount)
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe samples.deallocate()
  }

  /// Renders up to `count` frames and returns their number.
  func render(_ count: Int) -> Int {
    // Safe: the block has room for `capacityFrames`, and the renderer lives as long as the block.
    unsafe Int(OCARender(renderer.context, samples, Int64(max(0, min(count, capacityFrames)))))
  }

  /// Lends the first `count` frames of the last rendered block.
  func withBytes<Failure: Error>(
    ofFrames count: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let bytes = min(count, capacityFrames) * renderer.channelCount * MemoryLayout<Float>.size
    // Safe: the buffer is no longer than the allocation.
    try unsafe body(UnsafeRawBufferPointer(start: samples, count: bytes))
  }
}
