internal import Synchronization

/// What the streams of this process on one server have in common, and what the server asks of them.
package final class ServerStreams: Sendable {
  /// What a server asks for.
  package enum Event: Sendable {
    /// Streams are to be silent from now on; they are.
    case held
    /// They may be heard again; they are, but for those that are paused.
    case released
    /// None that was to be silent is left.
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

  /// Those on one server: this one, or the one that libpulse finds.
  package static func on(_ server: String?) -> ServerStreams {
    all.withLock { all in
      if let streams = all[server] { return streams }
      let made = ServerStreams()
      all[server] = made
      return made
    }
  }

  // MARK: What the owner sets

  /// Who hears what the server asks for, on a thread of the server's connection: to be answered at once.
  ///
  /// - Parameters:
  ///   - owner: Whose observer this is, in place of the one it had; others keep theirs.
  ///   - observer: What is told, or `nil` for nothing any more.
  package func setObserver(of owner: AnyObject, _ observer: (@Sendable (Event) -> Void)?) {
    state.withLock { $0.observers[ObjectIdentifier(owner)] = observer }
  }

  /// What streams are for that say nothing themselves; music at first.
  package var role: StreamRole { state.withLock { $0.role } }

  /// Sets what streams are for, also those that are open.
  package func setRole(_ role: StreamRole) {
    let streams = state.withLock { state -> [any ServerStream] in
      guard state.role != role else { return [] }
      state.role = role
      return Array(state.streams.values)
    }
    for stream in streams { stream.setRole(role) }
  }

  /// The name of the device that streams play on, or `nil` for the server's choice.
  package var output: String? { state.withLock { $0.output } }

  /// Sets on which device streams play, also those that are open.
  ///
  /// - Parameters:
  ///   - output: A device's name, or `nil` for the server's choice.
  ///   - present: The name of the device that this is now.
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

  /// How much a device may take ahead of the loudspeaker, in seconds, or `nil` for our own choice.
  package var bufferSeconds: Double? { state.withLock { $0.bufferSeconds } }

  /// How much the stream that was opened last holds ahead, in seconds; `nil` where none is open, or does not know.
  package var grantedBufferSeconds: Double? {
    let last = state.withLock { state in state.lastOpened.flatMap { state.streams[$0] } }
    return last?.bufferSeconds
  }

  /// Sets how much a device may take ahead; streams that are opened from now on take as much, between 5 ms and a second.
  package func setBufferSeconds(_ seconds: Double?) {
    state.withLock { $0.bufferSeconds = seconds.map { max(0.005, min($0, 1)) } }
  }

  /// Whether the server has silenced a stream that is still open.
  package var isHeld: Bool { state.withLock { !$0.held.isEmpty } }

  /// Has all go on that the server has silenced, since it will not tell them any more.
  package func release() {
    let streams = state.withLock { state in state.held.compactMap { state.streams[$0] } }
    for stream in streams { stream.release() }
  }

  // MARK: What a stream tells

  /// A stream has been opened.
  func add(_ stream: any ServerStream) {
    state.withLock { state in
      state.streams[ObjectIdentifier(stream)] = stream
      state.lastOpened = ObjectIdentifier(stream)
    }
  }

  /// A stream has been closed.
  func remove(_ stream: any ServerStream) {
    let observers = state.withLock { state -> [@Sendable (Event) -> Void] in
      state.streams.removeValue(forKey: ObjectIdentifier(stream))
      let wasHeld = state.held.remove(ObjectIdentifier(stream)) != nil
      return wasHeld && state.held.isEmpty ? Array(state.observers.values) : []
    }
    for observer in observers { observer(.gone) }
  }

  /// The server wants a stream to be silent, or no more.
  func setHeld(_ isHeld: Bool, _ stream: ObjectIdentifier) {
    let observers = state.withLock { state -> [@Sendable (Event) -> Void] in
      let wasHeld = !state.held.isEmpty
      if isHeld { state.held.insert(stream) } else { state.held.remove(stream) }
      return wasHeld == state.held.isEmpty ? Array(state.observers.values) : []
    }
    for observer in observers { observer(isHeld ? .held : .released) }
  }
}
