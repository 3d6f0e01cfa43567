package import AudioTransport
internal import Synchronization

/// A frame of a film that is played.
package struct FilmPicture: Sendable {
  /// Seconds of the presentation.
  package let seconds: Double
  /// The time in units of the track.
  package let time: Int64
  #if LibAV && Video
    let frame: VideoFrame
  #endif
}

/// The pictures of a film at the times of a player, in memory.
///
/// Without the traits `LibAV` and `Video`, no film has pictures.
package final class FilmPlayback: Sendable {
  #if LibAV && Video
    private let queue: FrameQueue
    private let scaler = Mutex<PixelScaler?>(nil)
    private let last = Mutex<FilmPicture?>(nil)

    /// Opens a film on its own thread.
    ///
    /// The owner must call ``close()``.
    ///
    /// - Parameters:
    ///   - seconds: The first time.
    ///   - drops: Counts the frames that are not shown.
    ///   - open: Opens the bytes.
    package init(
      atSeconds seconds: Double, drops: FrameDrops = FrameDrops(),
      _ open: @escaping @Sendable () throws(TransportError) -> any ByteSource
    ) {
      queue = FrameQueue(atSeconds: seconds, drops: drops) { () throws(VideoError) in
        let source: any ByteSource
        do throws(TransportError) {
          source = try open()
        } catch {
          throw VideoError(.transport(error))
        }
        return try VideoReader(source)
      }
    }

    /// The video track of a file, or `nil` if the file is not a film.
    package static func track(of source: any ByteSource) -> VideoTrack? {
      try? VideoReader(source).track
    }

    /// The video track, or `nil` before the film is open.
    package var track: VideoTrack? { queue.track }

    /// Why there are no pictures.
    package var failure: VideoError? { queue.failure }

    /// Returns the picture of a time.
    ///
    /// - Parameters:
    ///   - seconds: Seconds of the presentation.
    ///   - isExact: Whether to return `nil`, and not an earlier picture, while decoding is late.
    /// - Returns: The picture; `nil` if it has not been decoded.
    package func picture(atSeconds seconds: Double, isExact: Bool) -> FilmPicture? {
      let answer = queue.frame(atSeconds: seconds)
      let isSettled = answer.isLast || (answer.nextSeconds ?? seconds) > seconds
      let picture = answer.frame.map {
        FilmPicture(seconds: $0.seconds, time: $0.time, frame: $0)
      }
      return last.withLock { last in
        if let picture { last = picture }
        return isExact ? (isSettled ? picture : nil) : last
      }
    }

    /// Converts a picture to pixels in memory.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - format: The format; `nil` for luma and chroma in the range of the film.
    ///   - size: The size in pixels, or `nil` for that of the picture.
    ///   - isCut: Whether only the part that is shown is converted.
    /// - Returns: The pixels; `nil` if the size or the format is impossible.
    package func pixels(
      of picture: FilmPicture, _ format: PixelFormat?, size: (width: Int, height: Int)? = nil,
      isCut: Bool = false
    ) -> PixelMemory? {
      let frame = picture.frame
      let area = isCut ? track?.cutout(of: (frame.width, frame.height)) : nil
      let format = format ?? (picture.frame.isFullRange ? .fullRange : .videoRange)
      return scaler.withLock { scaler in
        if scaler == nil { scaler = try? PixelScaler() }
        return try? scaler?.pixels(
          of: frame, format, area: area, width: size?.width, height: size?.height)
      }
    }

    /// Calls a function once, when a picture is available or the film has failed; on any thread.
    package func notify(_ handler: @escaping @Sendable () -> Void) { queue.notify(handler) }

    /// Ends decoding.
    package func close() { queue.close() }
  #else
    package init(
      atSeconds seconds: Double, drops: FrameDrops = FrameDrops(),
      _ open: @escaping @Sendable () throws(TransportError) -> any ByteSource
    ) {}

    package static func track(of source: any ByteSource) -> VideoTrack? { nil }

    package var track: VideoTrack? { nil }
    package var failure: VideoError? { VideoError(.noLibrary) }

    package func picture(atSeconds seconds: Double, isExact: Bool) -> FilmPicture? { nil }

    package func pixels(
      of picture: FilmPicture, _ format: PixelFormat?, size: (width: Int, height: Int)? = nil,
      isCut: Bool = false
    ) -> PixelMemory? { nil }

    package func notify(_ handler: @escaping @Sendable () -> Void) { handler() }

    package func close() {}
  #endif
}
