internal import AudioCodecs
internal import AudioFiles
internal import AudioModel
internal import AudioPlayback
internal import CoreMedia
internal import Foundation
internal import Synchronization

/// The places of a track's samples in its file, as sample buffers without data.
///
/// Each buffer has samples that lie together in the file. The attachment
/// `kCMSampleBufferAttachmentKey_SampleReferenceURL` has the file, and
/// `kCMSampleBufferAttachmentKey_SampleReferenceByteOffset` has the place of the first sample.
open class AVAssetReaderSampleReferenceOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one adds a constant.

  /// The track.
  public let track: AVAssetTrack

  /// Makes an output.
  ///
  /// - Parameter track: A track of the sound of a local file; a reader cannot add the output
  ///   otherwise.
  public init(track: AVAssetTrack) {
    self.track = track
    super.init(track.source.bytes, settings: nil)
  }

  /// The type of the track's media.
  open override var mediaType: AVMediaType { track.mediaType }

  override var isSupported: Bool { track.canProvideSampleCursors }

  override func samples(_ range: Range<Double>?) throws(MediaFailure) -> (any ReadSamples)? {
    guard let packets = CursorPackets(track) else { throw .codec(.unsupportedFormat) }
    return ReaderReferences(packets, range)
  }
}

/// Makes sample buffers that refer to the packets of a local file.
private final class ReaderReferences: ReadSamples {
  private let packets: CursorPackets
  private let rest: Mutex<Range<UInt64>>

  private static let mostPackets: UInt64 = 256

  init(_ packets: CursorPackets, _ range: Range<Double>?) {
    self.packets = packets
    let scale = packets.timescale
    let first = range.map {
      packets.index(at: CMTime(seconds: $0.lowerBound, preferredTimescale: scale))
    }
    let last = range.flatMap { range -> UInt64? in
      guard range.upperBound.isFinite else { return nil }
      let end = CMTime(seconds: range.upperBound, preferredTimescale: scale)
      let index = packets.index(at: end)
      // A packet that begins at the end is not in the range.
      let isAfter = packets.place(index).map { packets.time(of: $0) >= end } ?? false
      return isAfter ? index : index + 1
    }
    rest = Mutex((first ?? 0)..<max(first ?? 0, last ?? packets.count))
  }

  func next() throws(MediaFailure) -> CMSampleBuffer? {
    let range = rest.withLock { $0 }
    guard let index = range.first, let first = packets.place(index) else { return nil }
    var sizes: [Int] = []
    var timings: [CMSampleTimingInfo] = []
    var end = first.packet.offset
    var place: PacketPlace? = first
    while let here = place, here.packet.offset == end {
      sizes.append(Int(here.packet.byteCount))
      timings.append(timing(of: here))
      end += UInt64(here.packet.byteCount)
      let following = index + UInt64(sizes.count)
      guard following < range.upperBound, UInt64(sizes.count) < Self.mostPackets else { break }
      place = packets.place(following)
    }
    rest.withLock { $0 = index + UInt64(sizes.count)..<range.upperBound }
    return buffer(at: first.packet.offset, sizes, timings)
  }

  private func timing(of place: PacketPlace) -> CMSampleTimingInfo {
    CMSampleTimingInfo(
      duration: CMTime(
        value: CMTimeValue(place.packet.frameCount), timescale: packets.timescale),
      presentationTimeStamp: packets.time(of: place), decodeTimeStamp: .invalid)
  }

  private func buffer(
    at offset: UInt64, _ sizes: [Int], _ timings: [CMSampleTimingInfo]
  ) -> CMSampleBuffer? {
    let buffer = try? CMSampleBuffer(
      dataBuffer: nil, formatDescription: packets.description, numSamples: sizes.count,
      sampleTimings: timings, sampleSizes: sizes)
    guard let buffer else { return nil }
    if let url = packets.url {
      CMSetAttachment(
        buffer, key: kCMSampleBufferAttachmentKey_SampleReferenceURL, value: url as NSURL,
        attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    }
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset,
      value: NSNumber(value: offset), attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    return buffer
  }
}
