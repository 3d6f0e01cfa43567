internal import AudioFiles
internal import AudioModel
public import CoreMedia
public import Foundation
internal import Synchronization

/// A position in the samples of a track, which are the packets of its sound.
///
/// Sound has the same order for decoding and for presentation. The bytes of samples are read with
/// ``AVAssetReaderTrackOutput``.
open class AVSampleCursor: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; a lock guards the position.

  private let packets: CursorPackets
  private let position: Mutex<UInt64>

  init(_ packets: CursorPackets, at index: UInt64) {
    self.packets = packets
    position = Mutex(index)
  }

  /// Returns a cursor at the same position, which moves on its own.
  open func copy(with zone: NSZone? = nil) -> Any { AVSampleCursor(packets, at: index) }

  private var index: UInt64 { position.withLock { $0 } }
  private var place: PacketPlace? { packets.place(index) }

  // MARK: Steps

  /// Moves by a number of samples; backwards if it is negative.
  ///
  /// - Returns: The number of samples by which the cursor has moved, within the ends of the track.
  @discardableResult
  open func stepInDecodeOrder(byCount stepCount: Int64) -> Int64 {
    position.withLock { position in
      let most = Int64(clamping: packets.count - 1 - position)
      let step = min(max(stepCount, -Int64(clamping: position)), most)
      position = step < 0 ? position - step.magnitude : position + step.magnitude
      return step
    }
  }

  /// Moves by a number of samples; backwards if it is negative.
  ///
  /// - Returns: The number of samples by which the cursor has moved, within the ends of the track.
  @discardableResult
  open func stepInPresentationOrder(byCount stepCount: Int64) -> Int64 {
    stepInDecodeOrder(byCount: stepCount)
  }

  /// Moves to the sample at a distance in time.
  ///
  /// - Parameters:
  ///   - deltaDecodeTime: The distance; negative for an earlier sample.
  ///   - outWasPinned: Receives whether an end of the track has limited the movement.
  /// - Returns: The distance by which the cursor has moved, which ends at the start of a sample.
  @discardableResult
  open func step(
    byDecodeTime deltaDecodeTime: CMTime, wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?
  ) -> CMTime {
    let start = decodeTimeStamp
    let target = start + deltaDecodeTime
    var isPinned = false
    if target.isNumeric {
      let found = packets.index(at: target)
      position.withLock { $0 = found }
      isPinned = target < decodeTimeStamp || target >= decodeTimeStamp + currentSampleDuration
    }
    // Safe: the client's pointer is valid during the call.
    unsafe outWasPinned?.pointee = ObjCBool(isPinned)
    return decodeTimeStamp - start
  }

  /// Moves to the sample at a distance in time, as ``step(byDecodeTime:wasPinned:)`` does.
  @discardableResult
  open func step(
    byPresentationTime deltaPresentationTime: CMTime,
    wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?
  ) -> CMTime {
    unsafe step(byDecodeTime: deltaPresentationTime, wasPinned: outWasPinned)
  }

  // MARK: Times

  /// The time of the sample in the media, which is negative during priming.
  open var presentationTimeStamp: CMTime { place.map(packets.time) ?? .invalid }

  /// The time at which the sample is decoded, which equals ``presentationTimeStamp``.
  open var decodeTimeStamp: CMTime { presentationTimeStamp }

  /// The duration of the sample.
  open var currentSampleDuration: CMTime {
    place.map { CMTime(value: CMTimeValue($0.packet.frameCount), timescale: packets.timescale) }
      ?? .invalid
  }

  /// Compares the positions of two cursors of one track.
  open func comparePositionInDecodeOrder(
    withPositionOf cursor: AVSampleCursor
  ) -> ComparisonResult {
    let (own, other) = (index, cursor.index)
    return own < other ? .orderedAscending : own == other ? .orderedSame : .orderedDescending
  }

  /// Whether earlier samples may be presented later; always false, because sound has one order.
  open func maySamplesWithEarlierDecodeTimeStampsHavePresentationTimeStamps(
    laterThan cursor: AVSampleCursor
  ) -> Bool { false }

  /// Whether later samples may be presented earlier; always false, because sound has one order.
  open func maySamplesWithLaterDecodeTimeStampsHavePresentationTimeStamps(
    earlierThan cursor: AVSampleCursor
  ) -> Bool { false }

  // MARK: The sample

  /// The description of the stored format.
  open func copyCurrentSampleFormatDescription() -> CMFormatDescription { packets.description }

  /// Whether decoding can start at the sample: always, because sound has no partial samples.
  open var currentSampleSyncInfo: AVSampleCursorSyncInfo {
    AVSampleCursorSyncInfo(
      sampleIsFullSync: true, sampleIsPartialSync: false, sampleIsDroppable: false)
  }

  /// Whether the sample needs others: unknown, because no audio format states it.
  open var currentSampleDependencyInfo: AVSampleCursorDependencyInfo {
    AVSampleCursorDependencyInfo()
  }

  /// Whether the sample can be decoded on its own, which holds for all supported formats.
  open var currentSampleAudioDependencyInfo: AVSampleCursorAudioDependencyInfo {
    AVSampleCursorAudioDependencyInfo(
      audioSampleIsIndependentlyDecodable: true, audioSamplePacketRefreshCount: 0)
  }

  /// Samples that must be decoded before this one: none, because no supported format states them.
  open var samplesRequiredForDecoderRefresh: Int { 0 }

  /// The file with the sample.
  open var currentChunkStorageURL: URL? { packets.url }

  /// The place of the sample in the file.
  open var currentSampleStorageRange: AVSampleCursorStorageRange {
    guard let packet = place?.packet else { return AVSampleCursorStorageRange() }
    return AVSampleCursorStorageRange(
      offset: Int64(clamping: packet.offset), length: Int64(packet.byteCount))
  }
}
