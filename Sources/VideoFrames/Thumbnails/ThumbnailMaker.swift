package import AudioTransport

/// Makes pictures of a film in memory, one after the other.
///
/// One thread at a time uses a maker.
package final class ThumbnailMaker {
  private let film: FilmPixels

  /// Opens a film.
  ///
  /// - Throws: ``VideoError`` if it has no pictures.
  package init(_ source: any ByteSource) throws(VideoError) { film = try FilmPixels(source) }

  package var track: VideoTrack { film.track }

  #if LibAV && Video
    /// Makes a picture.
    ///
    /// For a time before the first picture of the film, this is the first picture.
    ///
    /// - Returns: The picture; `nil` if none is shown within the tolerance.
    /// - Throws: ``VideoError`` if the file cannot be read.
    package func thumbnail(_ request: ThumbnailRequest) throws(VideoError) -> Thumbnail? {
      guard let frame = try frame(request) else { return nil }
      let aspect = (frame.pixelAspect ?? track.pixelAspect).value
      let whole = (width: frame.width, height: frame.height)
      let area = request.shape == .visible ? track.cutout(of: whole) : nil
      let size = request.size(
        of: area.map { ($0.width, $0.height) } ?? whole, track, pixelAspect: aspect)
      let stored = try film.scaler().pixels(
        of: frame, .bgra, area: area, width: size.width, height: size.height)
      let pixels = request.isUpright ? stored.turned(track.transform) : stored
      guard let pixels else { throw VideoError(.outOfMemory) }
      return Thumbnail(pixels: pixels, time: frame.time, seconds: frame.seconds)
    }

    private func frame(_ request: ThumbnailRequest) throws(VideoError) -> VideoFrame? {
      let earliest = request.seconds - max(0, request.tolerance)
      try film.reader.seek(toSeconds: request.seconds, orSoonerFrom: earliest)
      guard let frame = try film.reader.next() else { return nil }
      // A frame lasts until the next one, and the last frame until the end of the file.
      guard frame.seconds < earliest, earliest > 0, try film.reader.next() == nil else {
        return frame
      }
      let length = Double(frame.duration ?? film.reader.frameUnits) * track.unit.value
      let end = max(frame.seconds + length, track.fileSeconds ?? 0)
      return earliest < end ? frame : nil
    }
  #else
    /// Returns no picture, because this build has no library for films.
    package func thumbnail(_ request: ThumbnailRequest) throws(VideoError) -> Thumbnail? { nil }
  #endif
}
