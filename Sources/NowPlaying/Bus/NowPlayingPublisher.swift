internal import AudioRealtime
internal import Glibc
internal import Synchronization

/// Publishes the state of one player on the session bus.
///
/// Any thread may call. A thread of the publisher, which exists only while an item is loaded, owns
/// the connection.
package final class NowPlayingPublisher: Sendable {
  /// Why the player is not published; reported once.
  package enum Notice: Equatable, Sendable {
    /// The environment names no session bus.
    case noBus
    /// libsystemd is not installed, or not part of this build.
    case noLibrary
    /// The bus does not answer yet; the error number of the system.
    case noConnection(Int32)
  }

  private struct State {
    var content = NowPlayingContent()
    /// Whether the content has changed since the thread took it.
    var isPending = false
    /// Whether there will never be a connection.
    var hasGivenUp = false
    var hasReported = false
    #if SystemdBus
      var publication: Publication?
    #endif
  }

  let identity: PlayerIdentity
  /// The address of the bus; `nil` for the session bus.
  let address: String?
  /// Whether the list of items is published, too.
  let hasTrackList: Bool
  private let respond: @Sendable (RemoteRequest) -> Void
  private let report: @Sendable (Notice) -> Void
  private let state = Mutex(State())

  /// Creates a publisher without an item, and without a thread.
  ///
  /// - Parameters:
  ///   - identity: The names of the player.
  ///   - address: The address of the bus; `nil` for the session bus.
  ///   - hasTrackList: Whether the list of items is published, too.
  ///   - respond: Called for a request of another program, on the thread of the publisher.
  ///   - report: Called once if the player cannot be published.
  package init(
    identity: PlayerIdentity, address: String? = nil, hasTrackList: Bool = false,
    respond: @escaping @Sendable (RemoteRequest) -> Void,
    report: @escaping @Sendable (Notice) -> Void
  ) {
    (self.identity, self.address) = (identity, address)
    (self.respond, self.report) = (respond, report)
    self.hasTrackList = hasTrackList
  }

  /// The current state.
  package var content: NowPlayingContent { state.withLock { $0.content } }

  /// The elapsed seconds of the item at this moment.
  package var seconds: Double { content.seconds(at: MonotonicClock.nanoseconds) }

  /// Changes the state.
  ///
  /// - Parameter body: Changes the state at a moment of the monotonic clock, in nanoseconds.
  package func update(_ body: (inout NowPlayingContent, Int) -> Void) {
    let now = MonotonicClock.nanoseconds
    #if SystemdBus
      enum Step { case nothing, wake(Publication), start }
      let step = state.withLock { state -> Step in
        body(&state.content, now)
        defer { state.isPending = true }
        if let publication = state.publication {
          return state.isPending ? .nothing : .wake(publication)
        }
        return state.content.track != nil && !state.hasGivenUp ? .start : .nothing
      }
      switch step {
      case .nothing: break
      case .wake(let publication): publication.wake()
      case .start: start()
      }
    #else
      let isLoaded = state.withLock { state in
        body(&state.content, now)
        return state.content.track != nil
      }
      if isLoaded { giveUp(.noLibrary) }
    #endif
  }

  /// Whether the environment names a session bus.
  package static var hasSessionBus: Bool {
    #if SystemdBus
      // Safe: the system returns C strings, which are copied or read immediately.
      if let address = unsafe getenv("DBUS_SESSION_BUS_ADDRESS") {
        return unsafe !String(cString: address).isEmpty
      }
      guard let folder = unsafe getenv("XDG_RUNTIME_DIR") else { return false }
      return unsafe access(String(cString: folder) + "/bus", F_OK) == 0
    #else
      return false
    #endif
  }

  /// Ends all attempts to publish.
  func giveUp(_ notice: Notice) {
    state.withLock { $0.hasGivenUp = true }
    note(notice)
  }

  /// Reports the first notice.
  func note(_ notice: Notice) {
    let isFirst = state.withLock { state in
      defer { state.hasReported = true }
      return !state.hasReported
    }
    if isFirst { report(notice) }
  }

  #if SystemdBus
    /// Starts the thread, unless another caller has.
    private func start() {
      guard address != nil || Self.hasSessionBus else { return giveUp(.noBus) }
      guard let publication = Publication(self) else { return }
      let mustStart = state.withLock { state -> Bool in
        guard state.publication == nil else { return false }
        state.publication = publication
        return true
      }
      if mustStart { _ = AudioThread(name: "oca-nowplaying") { publication.run() } }
    }

    /// Takes the changed content; `nil` if it has not changed.
    func takeChange() -> NowPlayingContent? {
      state.withLock { state in
        defer { state.isPending = false }
        return state.isPending ? state.content : nil
      }
    }

    /// Whether a change waits.
    var hasChange: Bool { state.withLock { $0.isPending } }

    /// Whether the thread must end: no item is loaded, or publishing is impossible.
    ///
    /// Then forgets the thread.
    func mustEnd() -> Bool {
      state.withLock { state in
        guard state.content.track == nil || state.hasGivenUp else { return false }
        state.publication = nil
        return true
      }
    }

    /// Passes on a request.
    func pass(_ request: RemoteRequest) { respond(request) }
  #endif
}
