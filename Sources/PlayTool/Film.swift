#if LibAV && Video
  import AudioContainers
  import AudioTransport
  import ToolSupport
  import VideoFrames

  /// The pictures of a source.
  enum Film {
    /// Whether the source is a file in a container for films.
    static func mayHavePictures(_ source: any PacketSource) -> Bool {
      guard let path = source.path else { return false }
      let start = LocalFile.firstBytes(of: path, count: FilmContainer.byteCount)
      return FilmContainer.detect(start.span) != nil
    }

    /// Opens the pictures of a source; returns `nil` if it has none.
    ///
    /// - Throws: ``VideoError`` if there are pictures that cannot be read.
    static func open(_ source: any PacketSource) throws(VideoError) -> VideoReader? {
      guard mayHavePictures(source), let path = source.path else { return nil }
      let bytes: FileByteSource
      do throws(TransportError) {
        bytes = try FileByteSource(path: path)
      } catch {
        throw VideoError(.transport(error))
      }
      do throws(VideoError) {
        return try VideoReader(bytes)
      } catch {
        if error.reason == .noPictures { return nil }
        throw error
      }
    }

    /// Explains why pictures are not shown; `nil` if a library has reported it.
    static func reason(_ error: VideoError) -> String? {
      switch error.reason {
      case .noLibrary, .noPictures: nil
      case .malformed: "the video is damaged"
      case .outOfMemory: "not enough memory"
      case .noDisplay: "there is no display"
      case .transport(let error): ToolFailure(error).reason
      }
    }
  }
#endif
