public import Foundation
internal import Synchronization
internal import VideoFrames

/// A window that shows a player layer.
///
/// Linux has no views for layers, so this is an extension of OpenCoreAudio. SDL 2 makes the window.
/// A thread of the window draws the pictures and calls the handlers. The layer takes the size of
/// the window. The window closes when the last reference to it goes away.
public final class OpenCoreAudioLayerWindow: Sendable {
  /// A user's action in the window.
  public enum Event: Sendable, Hashable {
    /// The user closes the window, which stays open until the program closes it.
    case close
    /// The user presses an arrow key.
    case left, right, up, down
    /// The user presses another key.
    case character(Character)
  }

  /// The layer.
  public let layer: AVPlayerLayer
  private let thread: WindowThread

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - layer: The layer to show.
  ///   - title: The title of the window.
  ///   - size: The size of the content in pixels.
  ///   - eventHandler: Receives the user's actions, on a thread of the window.
  /// - Throws: An ``AVError`` if there is no display, or SDL 2 is not installed.
  public init(
    layer: AVPlayerLayer, title: String, size: CGSize = CGSize(width: 960, height: 540),
    eventHandler: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws {
    self.layer = layer
    func pixels(_ length: CGFloat) -> Int { Int(max(1, min(Double(length).rounded(), 16_384))) }
    let numbers = PictureNumbers()
    do throws(VideoError) {
      thread = try WindowThread(
        title: title, width: pixels(size.width), height: pixels(size.height),
        content: { layer.content(width: $0, height: $1, numbers) },
        take: { eventHandler(Event($0)) })
    } catch {
      throw AVError(error, of: title)
    }
  }

  deinit { thread.close() }

  /// Whether the window fills the screen.
  public var isFullScreen: Bool {
    get { thread.fillsScreen }
    set { thread.fillsScreen = newValue }
  }

  /// Closes the window.
  public func close() { thread.close() }
}

extension OpenCoreAudioLayerWindow.Event {
  init(_ event: WindowEvent) {
    self =
      switch event {
      case .close: .close
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      case .character(let character): .character(character)
      }
  }
}

/// Gives each picture of a window a number, because pictures of two films may have equal times.
private final class PictureNumbers: Sendable {
  private struct State {
    weak var film: FilmPlayback?
    var time: Int64?
    var shape: ThumbnailRequest.Shape?
    var number: Int64 = 0
  }

  private let state = Mutex(State())

  func number(_ film: FilmPlayback, _ time: Int64, _ shape: ThumbnailRequest.Shape) -> Int64 {
    state.withLock { state in
      if state.film !== film || state.time != time || state.shape != shape {
        (state.film, state.time, state.shape) = (film, time, shape)
        state.number += 1
      }
      return state.number
    }
  }
}

extension AVPlayerLayer {
  /// The content of a window; the layer takes the size of the window.
  fileprivate func content(
    width: Int, height: Int, _ numbers: PictureNumbers
  ) -> WindowContent? {
    let size = CGSize(width: width, height: height)
    if bounds.size != size { bounds.size = size }
    guard let (film, picture) = shownPicture, let track = film.track else { return nil }
    let shape = pictureShape
    let place = fit.rectangle(
      of: track.displaySize(shape), in: (Double(width), Double(height)))
    let rectangle = PixelRectangle(
      x: Int(place.x.rounded()), y: Int(place.y.rounded()), width: Int(place.width.rounded()),
      height: Int(place.height.rounded()))
    return WindowContent(
      number: numbers.number(film, picture.time, shape), rectangle: rectangle,
      transform: track.transform
    ) { film.pixels(of: picture, .bgra, isCut: shape == .visible) }
  }
}
