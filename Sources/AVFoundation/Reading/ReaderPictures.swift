internal import AudioCodecs
internal import AudioPlayback
internal import AudioTransport
internal import CoreMedia
internal import CoreVideo
internal import VideoFrames

/// Makes sample buffers of the pictures of a film.
final class ReaderPictures: ReadSamples, @unchecked Sendable {
  // Unchecked: the owner's lock admits one thread at a time.

  private let film: FilmPixels
  private let attributes: PixelAttributes
  private let end: Double

  /// Opens a film.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the film.
  ///   - attributes: The format and the size of the pictures.
  ///   - range: The seconds to read; `nil` for the whole film.
  /// - Throws: `MediaFailure` if the pictures cannot be read.
  init(
    _ bytes: MediaBytes, _ attributes: PixelAttributes, range: Range<Double>?
  ) throws(MediaFailure) {
    self.attributes = attributes
    end = range?.upperBound ?? .infinity
    let source: any ByteSource
    do throws(TransportError) {
      source = try bytes.openSource()
    } catch {
      throw .transport(error)
    }
    do throws(VideoError) {
      film = try FilmPixels(source)
      if let start = range?.lowerBound, start > 0 { try film.seek(toSeconds: start) }
    } catch {
      throw MediaFailure(error)
    }
  }

  /// The next picture; `nil` at the end.
  func next() throws(MediaFailure) -> CMSampleBuffer? {
    do throws(VideoError) {
      guard let found = try film.next(attributes.format, size: attributes.size),
        found.seconds < end
      else { return nil }
      let track = film.track
      let timing = CMSampleTimingInfo(
        duration: track.length(found.duration),
        presentationTimeStamp: track.presentationTime(found.time), decodeTimeStamp: .invalid)
      let buffer = CVPixelBuffer.wrapping(found.pixels)
      guard let description = try? CMFormatDescription(imageBuffer: buffer) else { return nil }
      return try? CMSampleBuffer(
        imageBuffer: buffer, formatDescription: description, sampleTiming: timing)
    } catch {
      throw MediaFailure(error)
    }
  }
}

extension VideoTrack {
  /// The duration of a number of units, or else of a frame at the frame rate; invalid if unknown.
  fileprivate func length(_ units: Int64?) -> CMTime {
    if let units, let scale = CMTimeScale(exactly: unit.denominator) {
      return CMTime(value: units * Int64(unit.numerator), timescale: scale)
    }
    guard let rate = frameRate, let scale = CMTimeScale(exactly: rate.numerator) else {
      return .invalid
    }
    return CMTime(value: CMTimeValue(rate.denominator), timescale: scale)
  }
}

extension MediaFailure {
  /// Converts an error of a film's pictures.
  init(_ error: VideoError) {
    switch error.reason {
    case .noLibrary: self = .codec(.libraryMissing)
    case .noPictures, .noDisplay: self = .codec(.unsupportedFormat)
    case .malformed, .outOfMemory: self = .codec(.badPacket)
    case .transport(let error): self = .transport(error)
    }
  }
}
