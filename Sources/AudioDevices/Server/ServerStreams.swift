internal import Synchronization

/// The common settings of this process's streams on one server, and the server's requests.
package final class ServerStreams: Sendable {
  /// A request of a server.
  package enum Event: Sendable {
    /// Streams must be silent from now on; they already are.
    case held
    /// Streams may play again; they do, except for paused ones.
    case released
    /// All silenced streams have been closed.
    case gone
  }

  private struct State {
    var role = StreamRole.music
    var output: String?
    var input: String?
    var bufferSeconds: Double?
    var streams: [ObjectIdentifier: any ServerStream] = [:]
    var lastOpened: ObjectIdentifier?
    var held: Set<ObjectIdentifier> = []
    var observers: [ObjectIdentifier: @Sendable (Event) -> Void] = [:]
  }

  private static let all = Mutex<[String?: ServerStreams]>([:])
  private let state = Mutex(State())

  private init() {}

  /// The streams on this server, or on the server that libpulse finds.
  package static func on(_ server: String?) -> ServerStreams {
    all.withLock { all in
      if let streams = all[server] { return streams }
      let made = ServerStreams()
      all[server] = made
      return made
    }
  }

  // MARK: Settings of the owner

  /// Sets an owner's observer of the server's requests.
  ///
  /// The server's connection calls observers on its own thread, so they must return at once.
  ///
  /// - Parameters:
  ///   - owner: The owner, whose previous observer this replaces; other owners keep theirs.
  ///   - observer: Receives the requests, or `nil` to remove the observer.
  package func setObserver(of owner: AnyObject, _ observer: (@Sendable (Event) -> Void)?) {
    state.withLock { $0.observers[ObjectIdentifier(owner)] = observer }
  }

  /// The purpose of streams that do not state their own; initially music.
  package var role: StreamRole { state.withLock { $0.role } }

  /// Sets the purpose of streams, including open ones.
  package func setRole(_ role: StreamRole) {
    let streams = state.withLock { state -> [any ServerStream] in
      guard state.role != role else { return [] }
      state.role = role
      return Array(state.streams.values)
    }
    for stream in streams { stream.setRole(role) }
  }

  /// The name of the device on which streams play, or `nil` for the server's choice.
  package var output: String? { state.withLock { $0.output } }

  /// Sets the device on which streams play, including open ones.
  ///
  /// - Parameters:
  ///   - output: A device's name, or `nil` for the server's choice.
  ///   - present: The device to which open streams move: `output`, or the server's current default
  ///     device. If `nil`, open streams stay where they are.
  package func setOutput(_ output: String?, present: String?) {
    let streams = state.withLock { state -> [any ServerStream] in
      guard state.output != output else { return [] }
      state.output = output
      return Array(state.streams.values)
    }
    guard let present else { return }
    for stream in streams { stream.move(to: present) }
  }

  /// The name of the device to record from, or `nil` for the server's choice.
  package var input: String? {
    get { state.withLock { $0.input } }
    set { state.withLock { $0.input = newValue } }
  }

  /// How much a device may buffer ahead of the loudspeaker, in seconds, or `nil` for our default.
  package var bufferSeconds: Double? { state.withLock { $0.bufferSeconds } }

  /// How much the last opened stream buffers, in seconds; `nil` if it is closed or unknown.
  package var grantedBufferSeconds: Double? {
    let last = state.withLock { state in state.lastOpened.flatMap { state.streams[$0] } }
    return last?.bufferSeconds
  }

  /// Sets how much newly opened streams buffer ahead, limited to 5 ms through 1 second.
  package func setBufferSeconds(_ seconds: Double?) {
    state.withLock { $0.bufferSeconds = seconds.map { max(0.005, min($0, 1)) } }
  }

  /// Whether the server has silenced a stream that is still open.
  package var isHeld: Bool { state.withLock { !$0.held.isEmpty } }

  /// Resumes all streams that the server has silenced, because it will not release them itself.
  package func release() {
    let streams = state.withLock { state in state.held.compactMap { state.streams[$0] } }
    for stream in streams { stream.release() }
  }

  // MARK: Reports of streams

  /// Registers a stream after it opens.
  func add(_ stream: any ServerStream) {
    state.withLock { state in
      state.streams[ObjectIdentifier(stream)] = stream
      state.lastOpened = ObjectIdentifier(stream)
    }
  }

  /// Removes a stream after it closes.
  func remove(_ stream: any ServerStream) {
    let observers = state.withLock { state -> [@Sendable (Event) -> Void] in
      state.streams.removeValue(forKey: ObjectIdentifier(stream))
      let wasHeld = state.held.remove(ObjectIdentifier(stream)) != nil
      return wasHeld && state.held.isEmpty ? Array(state.observers.values) : []
    }
    for observer in observers { observer(.gone) }
  }

  /// Notes that the server silences a stream, or releases it.
  func setHeld(_ isHeld: Bool, _ stream: ObjectIdentifier) {
    let observers = state.withLock { state -> [@Sendable (Event) -> Void] in
      let wasHeld = !state.held.isEmpty
      if isHeld { state.held.insert(stream) } else { state.held.remove(stream) }
      return wasHeld == state.held.isEmpty ? Array(state.observers.values) : []
    }
    for observer in observers { observer(isHeld ? .held : .released) }
  }
}
