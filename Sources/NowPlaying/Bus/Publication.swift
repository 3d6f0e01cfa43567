#if SystemdBus
  internal import AudioRealtime
  internal import Glibc

  /// The thread of a publisher: connects, answers, and announces changes.
  final class Publication: BusResponder, @unchecked Sendable {
    // Sendable: only its thread uses the variables.

    /// The shortest time between two announcements, in nanoseconds: fewer than 60 in a second.
    private static let interval = 17_000_000
    /// The shortest and the longest time between attempts to connect, in nanoseconds.
    private static let delays = (shortest: 100_000_000, longest: 5_000_000_000)
    /// The number of players of one process.
    private static let mostPlayers = 100

    private let publisher: NowPlayingPublisher
    private var connection: BusConnection?
    /// The values of the last announcement.
    private var published: [String: MPRISValue] = [:]
    private var publishedQueue = TrackList(NowPlayingContent())
    private var jumpCount = 0
    /// The values to announce, while they are announced.
    private var announcing: MPRISProperties?
    /// The requests to carry out after their answer.
    private var decided: [RemoteRequest] = []
    /// Whether a program has read the metadata; then pictures are of use.
    private var hasReader = false
    /// The last pictures, whose files other programs may still read.
    private var pictures: [NowPlayingArtwork] = []

    /// Makes a thread's object; fails if the system lacks memory or descriptors.
    init?(_ publisher: NowPlayingPublisher) {
      self.publisher = publisher
      guard let made = BusConnection(self) else { return nil }
      connection = made
    }

    /// Ends a wait; any thread may call this.
    func wake() { connection?.wake() }

    /// Publishes until no item is loaded.
    func run() {
      guard let connection else { return }
      if !BusConnection.isAvailable { publisher.giveUp(.noLibrary) }
      var delay = Self.delays.shortest
      while !publisher.mustEnd() {
        let start = MonotonicClock.nanoseconds
        do throws(BusFailure) {
          try connect(connection)
          try publish(connection)
          delay = Self.delays.shortest
        } catch {
          connection.disconnect()
          publisher.note(.noConnection(error.code))
          if Self.isPermanent(error) {
            publisher.giveUp(.noConnection(error.code))
            continue
          }
          // A bus that accepts a connection and soon ends it is tried less and less often, too.
          if MonotonicClock.nanoseconds - start > Self.delays.longest {
            delay = Self.delays.shortest
          }
          pause(connection, nanoseconds: delay)
          delay = min(delay * 2, Self.delays.longest)
        }
      }
    }

    /// Whether another attempt cannot succeed: the address is invalid, or of an unknown kind.
    private static func isPermanent(_ failure: BusFailure) -> Bool {
      [EINVAL, EPROTONOSUPPORT, ENOSYS].contains(failure.code)
    }

    /// Waits before the next attempt to connect, or until no item is loaded any more.
    private func pause(_ connection: BusConnection, nanoseconds: Int) {
      let end = MonotonicClock.nanoseconds + nanoseconds
      while publisher.content.track != nil {
        let left = end - MonotonicClock.nanoseconds
        guard left > 0 else { return }
        _ = publisher.takeChange()
        try? connection.step(milliseconds: Self.milliseconds(left))
      }
    }

    // MARK: Connection

    private func connect(_ connection: BusConnection) throws(BusFailure) {
      let identity = publisher.identity
      try connection.connect(
        to: publisher.address, hasDesktopEntry: identity.desktopEntry != nil,
        hasTrackList: publisher.hasTrackList)
      let content = publisher.content
      hasReader = false
      jumpCount = content.jumpCount
      published = values(of: properties(content))
      publishedQueue = TrackList(content)
      let name = "org.mpris.MediaPlayer2." + identity.element
      if try connection.takeName(name) { return }
      for number in 1...Self.mostPlayers {
        let instance = number == 1 ? "\(getpid())" : "\(getpid())_\(number)"
        if try connection.takeName("\(name).instance\(instance)") { return }
      }
      throw BusFailure(code: EEXIST)
    }

    /// Announces changes until no item is loaded.
    private func publish(_ connection: BusConnection) throws(BusFailure) {
      var next = MonotonicClock.nanoseconds
      while true {
        let now = MonotonicClock.nanoseconds
        if now >= next, let content = publisher.takeChange() {
          guard content.track != nil else { return connection.disconnect() }
          next = now + Self.interval * (try announce(content, at: now, connection))
        }
        let wait = publisher.hasChange ? Self.milliseconds(next - now) : -1
        try connection.step(milliseconds: wait)
      }
    }

    /// Announces the values that differ; returns the number of announcements.
    private func announce(
      _ content: NowPlayingContent, at now: Int, _ connection: BusConnection
    ) throws(BusFailure) -> Int {
      keep(content.track?.artwork)
      var properties = properties(content)
      if hasReader { properties.artworkURL = drawnURL(content) }
      let values = values(of: properties)
      let changed = MPRISProperties.announced.filter { values[$0] != published[$0] }
      published = values
      if !changed.isEmpty {
        announcing = properties
        defer { announcing = nil }
        try connection.announce(changed, of: "org.mpris.MediaPlayer2.Player")
      }
      let hasNewQueue = try announceQueue(content, connection)
      let hasJumped = content.jumpCount != jumpCount
      jumpCount = content.jumpCount
      if hasJumped {
        try connection.signal(
          "Seeked", of: "org.mpris.MediaPlayer2.Player",
          .wide(MPRISValue.microseconds(content.seconds(at: now))))
      }
      return [hasJumped || !changed.isEmpty, hasNewQueue].count { $0 }
    }

    /// Announces another list of items, and changed descriptions; returns whether there are any.
    private func announceQueue(
      _ content: NowPlayingContent, _ connection: BusConnection
    ) throws(BusFailure) -> Bool {
      guard publisher.hasTrackList else { return false }
      let interface = "org.mpris.MediaPlayer2.TrackList"
      let (old, new) = (publishedQueue, TrackList(content))
      publishedQueue = new
      if new.paths != old.paths {
        try connection.announce(["Tracks"], of: interface)
        let current = TrackPath.path(of: content)
        try connection.signal(
          "TrackListReplaced", of: interface, .paths(new.paths), .path(current))
      }
      let changed = new.changes(since: old)
      for path in changed {
        try connection.signal(
          "TrackMetadataChanged", of: interface, .path(path),
          .entries(new.descriptions(of: [path]).first ?? []))
      }
      return new.paths != old.paths || !changed.isEmpty
    }

    private static func milliseconds(_ nanoseconds: Int) -> Int32 {
      Int32(clamping: max(0, (nanoseconds + 999_999) / 1_000_000))
    }

    // MARK: Values

    private func properties(_ content: NowPlayingContent) -> MPRISProperties {
      MPRISProperties(
        identity: publisher.identity, content: content, artworkURL: content.track?.artwork?.url,
        hasTrackList: publisher.hasTrackList)
    }

    private func values(of properties: MPRISProperties) -> [String: MPRISValue] {
      var values: [String: MPRISValue] = [:]
      for name in MPRISProperties.announced { values[name] = properties.value(name, at: 0) }
      return values
    }

    /// The URL of the picture, which is drawn if necessary.
    private func drawnURL(_ content: NowPlayingContent) -> String? {
      content.track?.artwork?.drawnURL { [publisher] in publisher.update { _, _ in } }
    }

    private func keep(_ picture: NowPlayingArtwork?) {
      guard let picture, pictures.last !== picture else { return }
      pictures = pictures.suffix(1) + [picture]
    }

    // MARK: Requests

    func value(of property: String) -> MPRISValue? {
      if let announcing { return announcing.value(property, at: 0) }
      let content = publisher.content
      var properties = properties(content)
      if property == "Metadata" {
        hasReader = true
        keep(content.track?.artwork)
        properties.artworkURL = drawnURL(content)
      }
      return properties.value(property, at: MonotonicClock.nanoseconds)
    }

    func descriptions(of paths: [String]) -> MPRISValue {
      .lists(TrackList(publisher.content).descriptions(of: paths))
    }

    func receive(_ request: MPRISRequest) -> MPRISRequest.Effect {
      let effect = request.effect(
        on: properties(publisher.content), at: MonotonicClock.nanoseconds)
      if case .request(let result) = effect {
        // The library itself answers after a property is set.
        if request.isSetting { publisher.pass(result) } else { decided.append(result) }
      }
      return effect
    }

    func didAnswer() {
      let requests = decided
      decided = []
      for request in requests { publisher.pass(request) }
    }
  }
#endif
