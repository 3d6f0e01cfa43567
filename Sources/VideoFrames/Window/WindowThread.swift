#if LibAV && Video
  internal import AudioRealtime
#endif
internal import Synchronization

/// A window with its own thread, which requests the content repeatedly.
package final class WindowThread: Sendable {
  /// Returns the content for a size in pixels; `nil` for a black window.
  package typealias Content = @Sendable (_ width: Int, _ height: Int) -> WindowContent?

  #if LibAV && Video
    /// The limit of a wait for an event, in milliseconds.
    private static let interval = 8

    private struct State {
      var isClosed = false
      var fillsScreen = false
      /// The outcome of opening the window.
      var outcome: VideoError??
    }

    private let state = Mutex(State())
    private let hasOpened = Signal()

    /// Opens a window.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - width: The width of the content in pixels.
    ///   - height: The height in pixels.
    ///   - content: Called by the window's thread.
    ///   - take: Receives the user's actions; called by the window's thread.
    /// - Throws: ``VideoError`` without a display or the library.
    package init(
      title: String, width: Int, height: Int, content: @escaping Content,
      take: @escaping @Sendable (WindowEvent) -> Void
    ) throws(VideoError) {
      _ = AudioThread(name: "window") { [self] in
        do throws(VideoError) {
          let window = try PictureWindow(title: title, width: width, height: height)
          finishOpening(nil)
          run(window, content, take)
        } catch {
          finishOpening(error)
        }
      }
      while state.withLock({ $0.outcome == nil }) { hasOpened.wait() }
      if let error = state.withLock({ $0.outcome }) ?? nil { throw error }
    }

    private func finishOpening(_ error: VideoError?) {
      state.withLock { $0.outcome = .some(error) }
      hasOpened.post()
    }

    /// Whether the window fills the screen.
    package var fillsScreen: Bool {
      get { state.withLock { $0.fillsScreen } }
      set { state.withLock { $0.fillsScreen = newValue } }
    }

    /// Closes the window soon.
    package func close() { state.withLock { $0.isClosed = true } }

    // MARK: The thread

    private func run(
      _ window: PictureWindow, _ content: Content, _ take: (WindowEvent) -> Void
    ) {
      var shown: WindowContent?
      var isDamaged = true
      while true {
        let (isClosed, fillsScreen) = state.withLock { ($0.isClosed, $0.fillsScreen) }
        if isClosed { return }
        if window.isFullScreen != fillsScreen { window.isFullScreen = fillsScreen }
        let size = window.size
        let next = content(size.width, size.height)
        if next?.number != shown?.number {
          if let pixels = next?.pixels() {
            window.setPicture(pixels)
          } else {
            window.clearPicture()
          }
          isDamaged = true
        }
        if isDamaged || next?.rectangle != shown?.rectangle {
          let nothing = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
          window.draw(in: next?.rectangle ?? nothing, next?.transform ?? DisplayTransform())
        }
        shown = next
        isDamaged = false
        if let event = window.nextEvent(milliseconds: Self.interval) {
          if event == .damage { isDamaged = true } else { WindowEvent(event).map(take) }
        }
      }
    }
  #else
    /// Throws, because this build has no library for windows.
    package init(
      title: String, width: Int, height: Int, content: @escaping Content,
      take: @escaping @Sendable (WindowEvent) -> Void
    ) throws(VideoError) { throw VideoError(.noLibrary) }

    package var fillsScreen: Bool {
      get { false }
      set {}
    }

    package func close() {}
  #endif
}

#if LibAV && Video
  extension WindowEvent {
    /// Converts an event; `nil` for damage.
    init?(_ event: PictureWindow.Event) {
      switch event {
      case .close: self = .close
      case .key(.left): self = .left
      case .key(.right): self = .right
      case .key(.up): self = .up
      case .key(.down): self = .down
      case .key(.character(let character)): self = .character(character)
      case .damage: return nil
      }
    }
  }
#endif
