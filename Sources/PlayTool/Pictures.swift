#if LibAV && Video
  import AudioTransport
  import Foundation
  import ToolSupport
  import VideoFrames

  /// Shows the pictures of films in a window, at the time of the player.
  ///
  /// A thread of its own opens films and owns the window. A file that cannot be a film starts no
  /// thread, and loads no library.
  final class Pictures: @unchecked Sendable {
    // Sendable: `condition` guards the state.

    /// The seconds between two checks of the player without a film.
    private static let interval = 0.1

    private let condition = NSCondition()
    private let take: @Sendable (Keys.Key) -> Void
    private let complain: @Sendable (String) -> Void
    private var player: Player?
    private var isOver = false
    private var thread: Thread?
    private var hasEnded = false
    /// Ends the waits for the bytes of the current film.
    private var cancel: (@Sendable () -> Void)?

    /// The rest is for the thread only.
    private var screen: FilmScreen?
    private var shownItem: Int?
    private var hasComplained = false

    /// Makes a display without a window.
    ///
    /// - Parameters:
    ///   - take: Receives the keys of the window.
    ///   - complain: Receives the reason why pictures are not shown.
    init(
      _ take: @escaping @Sendable (Keys.Key) -> Void,
      complain: @escaping @Sendable (String) -> Void
    ) {
      (self.take, self.complain) = (take, complain)
    }

    /// Follows a player in place of the last one.
    func show(_ player: Player) {
      condition.withLock {
        self.player = player
        condition.broadcast()
      }
      if player.place.item.source.mayHavePictures { start() }
    }

    /// Starts the thread, if a later item of the player may be a film.
    func expect(_ item: Player.Item) {
      guard condition.withLock({ player != nil }) else { return }
      if item.source.mayHavePictures { start() }
    }

    /// Closes the window, and waits for that.
    func end() {
      condition.withLock {
        isOver = true
        cancel?()
        condition.broadcast()
        while thread != nil, !hasEnded { condition.wait() }
      }
    }

    private func start() {
      condition.withLock {
        guard thread == nil else { return }
        let thread = Thread { self.run() }
        thread.name = "pictures"
        self.thread = thread
        thread.start()
      }
    }

    // MARK: The thread

    private func run() {
      while let player = next() {
        let place = player.place
        let item = place.item
        if item.number != shownItem {
          shownItem = item.number
          open(item, seconds: place.seconds)
        }
        let rate = player.sound.isPaused ? 0 : Double(player.speed)
        if let event = screen?.update(.init(seconds: place.seconds, rate: rate)) { act(on: event) }
      }
      screen = nil
      condition.withLock {
        hasEnded = true
        condition.broadcast()
      }
    }

    /// Returns the player after the next check, or immediately with a window; `nil` at the end.
    private func next() -> Player? {
      condition.withLock {
        if screen == nil, !isOver, shownItem != nil || player == nil {
          _ = condition.wait(until: Date(timeIntervalSinceNow: Self.interval))
        }
        return isOver ? nil : player
      }
    }

    /// Opens the film of an item, or closes the window if it has no pictures.
    private func open(_ item: Player.Item, seconds: Double) {
      let name = item.name.name
      let title = item.name.title ?? name.split(separator: "/").last.map(String.init) ?? name
      // The last film's thread must not wait for its server any longer.
      condition.withLock { cancel }?()
      do throws(VideoError) {
        let film = try Film.open(item.source) { cancel in
          condition.withLock {
            self.cancel = cancel
            if isOver { cancel() }
          }
        }
        guard let film else { return screen = nil }
        if let screen {
          screen.show(film, title: title, atSeconds: seconds)
        } else {
          screen = try FilmScreen(film, title: title, atSeconds: seconds)
        }
      } catch {
        screen = nil
        if !hasComplained, let reason = Film.reason(error) {
          hasComplained = true
          complain("\(name): plays without pictures: \(reason)")
        }
      }
    }

    private func act(on event: PictureWindow.Event) {
      switch event {
      case .close: take(.quit)
      case .key(.left): take(.back)
      case .key(.right): take(.ahead)
      case .key(.up): take(.louder)
      case .key(.down): take(.softer)
      case .key(.character("f")): screen?.toggleFullScreen()
      case .key(.character("\u{1B}")): screen?.leaveFullScreen()
      case .key(.character(let character)):
        var parser = KeyParser()
        if let byte = character.asciiValue, let key = parser.take(byte) { take(key) }
      case .damage: break
      }
    }
  }
#endif
#if !(LibAV && Video)
  /// Shows no pictures, because this build has no library for them.
  final class Pictures: Sendable {
    init(
      _ take: @escaping @Sendable (Keys.Key) -> Void,
      complain: @escaping @Sendable (String) -> Void
    ) {}

    func show(_ player: Player) {}
    func expect(_ item: Player.Item) {}
    func end() {}
  }
#endif
