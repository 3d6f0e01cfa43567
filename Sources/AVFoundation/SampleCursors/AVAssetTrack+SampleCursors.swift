internal import AudioPlayback
public import CoreMedia
internal import Foundation

/// Cursors through the packets of a local file.
extension AVAssetTrack {
  /// Whether cursors can step through the samples: only for the sound of a local file.
  public var canProvideSampleCursors: Bool {
    mediaType == .audio && source.bytes.isLocalFile
  }

  /// Makes a cursor at the sample that is presented at a time.
  ///
  /// For a time outside of the track, the cursor is at the first or the last sample. The call opens
  /// the file. A file without a table of its packets is read to its end.
  ///
  /// - Returns: The cursor; `nil` if the track cannot provide cursors, or the time is not numeric.
  public func makeSampleCursor(presentationTimeStamp: CMTime) -> AVSampleCursor? {
    guard presentationTimeStamp.isNumeric, let packets = CursorPackets(self) else { return nil }
    return AVSampleCursor(packets, at: packets.index(at: presentationTimeStamp))
  }

  /// Makes a cursor at the first sample.
  ///
  /// - Returns: The cursor; `nil` if the track cannot provide cursors.
  public func makeSampleCursorAtFirstSampleInDecodeOrder() -> AVSampleCursor? {
    CursorPackets(self).map { AVSampleCursor($0, at: 0) }
  }

  /// Makes a cursor at the last sample.
  ///
  /// - Returns: The cursor; `nil` if the track cannot provide cursors.
  public func makeSampleCursorAtLastSampleInDecodeOrder() -> AVSampleCursor? {
    CursorPackets(self).map { AVSampleCursor($0, at: $0.count - 1) }
  }
}
