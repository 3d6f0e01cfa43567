public import Foundation

/// Receives the segments of an ``AVAssetWriter``.
///
/// Implement one of the methods. The calls come from the thread that appends or finishes.
public protocol AVAssetWriterDelegate: NSObjectProtocol {
  /// Delivers a segment with its report.
  ///
  /// - Parameters:
  ///   - writer: The writer.
  ///   - segmentData: The bytes of the segment.
  ///   - segmentType: The kind of the segment. The header comes first.
  ///   - segmentReport: Times of the segment; `nil` for the header.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType, segmentReport: AVAssetSegmentReport?)

  /// Delivers a segment.
  ///
  /// - Parameters:
  ///   - writer: The writer.
  ///   - segmentData: The bytes of the segment.
  ///   - segmentType: The kind of the segment. The header comes first.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType)
}

/// The methods are optional.
extension AVAssetWriterDelegate {
  /// Delivers the segment without its report.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType, segmentReport: AVAssetSegmentReport?
  ) {
    assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
  }

  /// Ignores the segment.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType
  ) {}
}
