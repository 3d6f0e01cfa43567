package import AudioTransport

#if !(LibAV && Video)
  internal import AudioModel
#endif

/// A picture of a film in memory, and its times in units of the track.
package struct TimedPixels: Sendable {
  package let pixels: PixelMemory
  package let time: Int64
  /// The duration; `nil` if unknown.
  package let duration: Int64?
  /// Seconds of the presentation.
  package let seconds: Double
}

/// The pictures of a film in memory, in the order of presentation.
///
/// One thread at a time uses this.
package final class FilmPixels {
  #if LibAV && Video
    let reader: VideoReader
    private var openScaler: PixelScaler?

    /// Opens a film.
    ///
    /// - Throws: ``VideoError`` if it has no pictures.
    package init(_ source: any ByteSource) throws(VideoError) {
      reader = try VideoReader(source)
    }

    /// Converts pictures, with a library that is opened for the first one.
    func scaler() throws(VideoError) -> PixelScaler {
      if let openScaler { return openScaler }
      let made = try PixelScaler()
      openScaler = made
      return made
    }

    package var track: VideoTrack { reader.track }

    /// Continues with the picture that is shown at a time.
    package func seek(toSeconds seconds: Double) throws(VideoError) {
      try reader.seek(toSeconds: seconds)
    }

    /// Returns the next picture.
    ///
    /// - Parameters:
    ///   - format: The format; `nil` for luma and chroma in the range of the film.
    ///   - size: The size in pixels, or `nil` for that of the picture.
    /// - Returns: The picture; `nil` after the last one.
    /// - Throws: ``VideoError`` if the file cannot be read.
    package func next(
      _ format: PixelFormat?, size: (width: Int, height: Int)?
    ) throws(VideoError) -> TimedPixels? {
      guard let frame = try reader.next() else { return nil }
      let pixels = try scaler().pixels(
        of: frame, format ?? (frame.isFullRange ? .fullRange : .videoRange), width: size?.width,
        height: size?.height)
      return TimedPixels(
        pixels: pixels, time: frame.time, duration: frame.duration, seconds: frame.seconds)
    }
  #else
    /// Throws, because this build has no library for films.
    package init(_ source: any ByteSource) throws(VideoError) { throw VideoError(.noLibrary) }

    package var track: VideoTrack {
      VideoTrack(codec: .init(rawValue: 0), width: 0, height: 0, unit: .init(1, 1))
    }

    package func seek(toSeconds seconds: Double) throws(VideoError) {}

    package func next(
      _ format: PixelFormat?, size: (width: Int, height: Int)?
    ) throws(VideoError) -> TimedPixels? { nil }
  #endif
}
