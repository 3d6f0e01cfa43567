public import Foundation

/// Reads the groups of metadata of a track.
open class AVAssetReaderOutputMetadataAdaptor: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the output never changes.

  /// The output.
  public let assetReaderTrackOutput: AVAssetReaderTrackOutput

  /// Makes an adaptor.
  ///
  /// - Parameter trackOutput: An output of a track of metadata or texts, without settings.
  public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
    assetReaderTrackOutput = trackOutput
  }

  /// Returns the next group with items, and waits for it.
  ///
  /// - Returns: The group; `nil` at the end, after a failure, and after a cancellation: see the
  ///   status of the reader.
  open func nextTimedMetadataGroup() -> AVTimedMetadataGroup? {
    while let buffer = assetReaderTrackOutput.copyNextSampleBuffer() {
      if let group = AVTimedMetadataGroup(sampleBuffer: buffer), !group.items.isEmpty {
        return group
      }
    }
    return nil
  }
}
