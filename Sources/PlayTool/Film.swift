#if LibAV && Video
  import AudioTransport
  import ToolSupport
  import VideoFrames

  /// The pictures of a source.
  enum Film {
    /// Opens the pictures of a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - willWait: Receives a function that ends the wait for bytes.
    /// - Returns: The pictures; `nil` if the source has none.
    /// - Throws: ``VideoError`` if there are pictures that cannot be read.
    static func open(
      _ source: any PacketSource, willWait: (@escaping @Sendable () -> Void) -> Void
    ) throws(VideoError) -> VideoReader? {
      guard source.mayHavePictures else { return nil }
      let bytes: FilmBytes?
      do throws(TransportError) {
        bytes = try source.openFilm()
      } catch {
        throw VideoError(.transport(error))
      }
      guard let bytes else { return nil }
      willWait(bytes.cancel)
      do throws(VideoError) {
        return try VideoReader(bytes.source)
      } catch {
        if error.reason == .noPictures { return nil }
        throw error
      }
    }

    /// Explains why pictures are not shown; `nil` if a library has reported it.
    static func reason(_ error: VideoError) -> String? {
      switch error.reason {
      case .noLibrary, .noPictures: nil
      case .malformed: "the pictures are damaged"
      case .outOfMemory: "not enough memory for the pictures"
      case .noDisplay: "there is no display"
      case .transport(let error): ToolFailure(error).reason
      }
    }
  }
#endif
