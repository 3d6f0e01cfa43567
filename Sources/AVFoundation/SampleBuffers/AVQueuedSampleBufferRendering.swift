public import CoreMedia
public import Dispatch
public import Foundation

/// The state of a renderer.
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
  /// No sample buffer has arrived yet.
  case unknown = 0
  /// Sample buffers are rendered.
  case rendering = 1
  /// The renderer cannot continue until it is flushed.
  case failed = 2
}

/// An object that renders sample buffers at their times.
public protocol AVQueuedSampleBufferRendering: NSObjectProtocol {
  /// The time of the rendering.
  var timebase: CMTimebase { get }
  /// Whether the renderer wants more sample buffers now.
  var isReadyForMoreMediaData: Bool { get }
  /// Whether the waiting sample buffers suffice for a start.
  var hasSufficientMediaDataForReliablePlaybackStart: Bool { get }
  /// Adds a sample buffer.
  func enqueue(_ sampleBuffer: CMSampleBuffer)
  /// Drops all sample buffers.
  func flush()
  /// Calls a block whenever the renderer wants more sample buffers.
  func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void)
  /// Ends the calls of the block.
  func stopRequestingMediaData()
}
