internal import AudioContainers
internal import AudioPlayback
internal import AudioTransport
internal import CoreMedia
internal import Foundation

/// Makes sample buffers of texts and metadata.
final class ReaderTimedSamples: ReadSamples, @unchecked Sendable {
  // Unchecked: the owner's lock admits one thread at a time.

  private let source: any ByteSource
  private let track: TimedTrack
  private let description: CMFormatDescription
  private var samples: ArraySlice<TimedSample>

  /// Opens a medium.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the movie.
  ///   - track: The track.
  ///   - range: The seconds to read; `nil` for the whole movie.
  /// - Throws: `MediaFailure` if the bytes cannot be read.
  init(
    _ bytes: MediaBytes, _ track: TimedTrack, range: Range<Double>?
  ) throws(MediaFailure) {
    self.track = track
    description = track.formatDescription
    let scale = Double(track.timescale)
    samples =
      track.samples[...].filter { sample in
        guard let range else { return true }
        let start = Double(sample.start) / scale
        let end = start + Double(sample.duration) / scale
        return start < range.upperBound && end > range.lowerBound
      }[...]
    do throws(TransportError) {
      source = try bytes.openSource()
    } catch {
      throw .transport(error)
    }
  }

  /// The next text or metadata; `nil` at the end.
  func next() throws(MediaFailure) -> CMSampleBuffer? {
    guard let sample = samples.popFirst() else { return nil }
    let bytes: [UInt8]
    do throws(TransportError) {
      bytes = try source.bytes(of: sample.extent)
    } catch {
      throw .transport(error)
    }
    let timing = CMSampleTimingInfo(
      duration: track.time(sample.duration), presentationTimeStamp: track.time(sample.start),
      decodeTimeStamp: .invalid)
    return try? CMSampleBuffer(
      dataBuffer: CMBlockBuffer(bytes.span), formatDescription: description, numSamples: 1,
      sampleTimings: [timing], sampleSizes: [bytes.count])
  }
}
