#if LibAV && Video
  internal import AudioTransport

  /// Shows the frames of a film in a window, at the time of a player.
  ///
  /// Only the thread that made the screen uses it.
  package final class FilmScreen {
    /// The state of the player that leads.
    package struct Clock: Sendable {
      /// Seconds of the presentation.
      package var seconds: Double
      /// The rate; 0 while the player pauses.
      package var rate: Double

      package init(seconds: Double, rate: Double) {
        (self.seconds, self.rate) = (seconds, rate)
      }
    }

    /// The largest part of the screen that a new window covers.
    private static let screenPart = 0.9
    /// The limits of a wait for an event, in milliseconds.
    private static let waits = 1...40

    private let window: PictureWindow
    private let scaler: PixelScaler
    private var queue: FrameQueue?
    private var track: VideoTrack
    private var shown: VideoFrame?
    private var pixels: PixelMemory?
    private var isDamaged = false

    /// Opens a window for a film, and starts decoding.
    ///
    /// - Throws: ``VideoError`` without a display or a library.
    package init(_ reader: VideoReader, title: String, atSeconds seconds: Double) throws(VideoError)
    {
      scaler = try PixelScaler()
      track = reader.track
      let size = reader.track.displaySize
      window = try PictureWindow(
        title: title, width: max(1, Int(size.width.rounded())),
        height: max(1, Int(size.height.rounded())))
      fitWindow(to: size)
      queue = FrameQueue(reader, atSeconds: seconds)
    }

    deinit {
      queue?.close()
    }

    /// Shows another film.
    package func show(_ reader: VideoReader, title: String, atSeconds seconds: Double) {
      queue?.close()
      shown = nil
      window.clearPicture()
      window.setTitle(title)
      track = reader.track
      fitWindow(to: track.displaySize)
      queue = FrameQueue(reader, atSeconds: seconds)
    }

    /// Frames that were never shown, because they came too late.
    package var droppedCount: Int { queue?.droppedCount ?? 0 }

    /// Enters full screen, or leaves it.
    package func toggleFullScreen() { window.isFullScreen.toggle() }

    /// Leaves full screen.
    package func leaveFullScreen() { if window.isFullScreen { window.isFullScreen = false } }

    /// Shows the frame of a time, and waits for an event, or until the next frame is due.
    package func update(_ clock: Clock) -> PictureWindow.Event? {
      let answer = queue?.frame(atSeconds: clock.seconds)
      if let frame = answer?.frame, frame !== shown {
        shown = frame
        upload(frame)
        isDamaged = true
      }
      if isDamaged { draw() }
      let event = window.nextEvent(milliseconds: wait(answer?.nextSeconds, clock))
      if event == .damage { isDamaged = true }
      return event
    }

    /// The milliseconds until the next frame is due.
    private func wait(_ next: Double?, _ clock: Clock) -> Int {
      guard clock.rate > 0 else { return Self.waits.upperBound }
      guard let next else { return 5 }
      let milliseconds = max(0, next - clock.seconds) / clock.rate * 1000
      let rounded = Int(min(milliseconds, Double(Self.waits.upperBound)).rounded(.up))
      return max(Self.waits.lowerBound, rounded)
    }

    private func upload(_ frame: VideoFrame) {
      let area = track.cutout(of: (frame.width, frame.height))
      let size = (width: area?.width ?? frame.width, height: area?.height ?? frame.height)
      if pixels?.width != size.width || pixels?.height != size.height {
        pixels = PixelMemory(.bgra, width: size.width, height: size.height)
      }
      guard let pixels else { return }
      do throws(VideoError) {
        try scaler.draw(frame, area, into: pixels)
        window.setPicture(pixels)
      } catch {
        // The format of the frame is unsupported.
        window.clearPicture()
      }
    }

    private func draw() {
      isDamaged = false
      let area = window.size
      let place = PictureFit.aspect.rectangle(
        of: track.displaySize, in: (Double(area.width), Double(area.height)))
      window.draw(
        in: PixelRectangle(
          x: Int(place.x.rounded()), y: Int(place.y.rounded()), width: Int(place.width.rounded()),
          height: Int(place.height.rounded())), track.transform)
    }

    /// Gives the window the size of a film, or the largest one that fits on the screen.
    private func fitWindow(to size: (width: Double, height: Double)) {
      guard let screen = window.screenSize else { return }
      let limit = (
        width: Double(screen.width) * Self.screenPart,
        height: Double(screen.height) * Self.screenPart
      )
      let fits = size.width <= limit.width && size.height <= limit.height
      let fitted =
        fits ? (0, 0, size.width, size.height) : PictureFit.aspect.rectangle(of: size, in: limit)
      window.resize(
        width: max(1, Int(fitted.2.rounded())), height: max(1, Int(fitted.3.rounded())))
    }
  }
#endif
