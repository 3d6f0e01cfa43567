package import AudioTransport

/// The length of a film by its pictures.
package enum FilmLength {
  #if LibAV && Video
    /// A time after the end of every film, in seconds.
    private static let afterEnd = 1e9

    /// Returns the seconds from the first picture to the end of the last one.
    ///
    /// Reads the last pictures if the file states no length.
    ///
    /// - Throws: ``VideoError`` if the file has no moving pictures.
    package static func seconds(of source: any ByteSource) throws(VideoError) -> Double {
      let reader = try VideoReader(source)
      if let stated = reader.track.statedSeconds, stated > 0 { return stated }
      try reader.seek(toSeconds: afterEnd)
      var end = 0.0
      while let frame = try reader.next() {
        let units = frame.duration ?? reader.frameUnits
        end = frame.seconds + Double(units) * reader.track.unit.value
      }
      guard end > 0 else { throw VideoError(.noPictures) }
      return end
    }
  #else
    /// Throws, because this build has no library for films.
    package static func seconds(of source: any ByteSource) throws(VideoError) -> Double {
      throw VideoError(.noLibrary)
    }
  #endif
}
