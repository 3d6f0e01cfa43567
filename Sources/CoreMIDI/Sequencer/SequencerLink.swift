#if ALSA
  internal import CALSA
  internal import Synchronization

  /// The process's client of ALSA's sequencer, which exists as long as the process.
  @safe
  final class SequencerLink: @unchecked Sendable {
    // Unchecked: the lock serializes all calls but those that read, which one thread makes.

    /// A received event.
    struct Received: Sendable {
      var event: SequencerEvent
      /// The sender, or the subject of an announcement.
      var source: SequencerAddress
      /// The own port.
      var port: Int32
    }

    private static let announcements = SequencerAddress(client: 0, port: 1)

    private let sequencer: OpaquePointer
    private let lock = Mutex(())
    let client: Int32
    /// The ports for messages of other clients' ports, and for messages to them.
    let input: Int32
    let output: Int32

    /// Connects to the sequencer; `nil` without one.
    init?(name: String) {
      guard let sequencer = unsafe OCASequencerOpen(name) else { return nil }
      let client = unsafe OCASequencerClient(sequencer)
      let input = unsafe OCASequencerAddPort(sequencer, "Input", OCASequencerHiddenDestination)
      let output = unsafe OCASequencerAddPort(sequencer, "Output", OCASequencerHiddenSource)
      guard input >= 0, output >= 0 else {
        // Safe: this is the only reference.
        unsafe OCASequencerClose(sequencer)
        return nil
      }
      unsafe self.sequencer = unsafe sequencer
      (self.client, self.input, self.output) = (client, input, output)
      connect(Self.announcements, SequencerAddress(client: client, port: input), true)
    }

    // Safe: `init` opened the sequencer, and its functions have returned.
    deinit { unsafe OCASequencerClose(sequencer) }

    func rename(_ name: String) {
      lock.withLock { _ in unsafe OCASequencerSetName(sequencer, name) }
    }

    // MARK: Ports

    /// Makes a port that other clients see, and returns its number.
    func addPort(_ name: String, sends: Bool) -> Int32? {
      let purpose = sends ? OCASequencerSource : OCASequencerDestination
      let port = lock.withLock { _ in unsafe OCASequencerAddPort(sequencer, name, purpose) }
      return port < 0 ? nil : port
    }

    func removePort(_ port: Int32) {
      lock.withLock { _ in unsafe OCASequencerRemovePort(sequencer, port) }
    }

    /// Connects two ports, or ends their connection.
    @discardableResult
    func connect(
      _ source: SequencerAddress, _ destination: SequencerAddress, _ isConnected: Bool
    ) -> Bool {
      lock.withLock { _ in
        unsafe OCASequencerConnect(
          sequencer, OCASequencerAddress(source), OCASequencerAddress(destination), isConnected)
      }
    }

    /// A port of another client; `nil` if it does not exist, is hidden, or is the system's.
    func port(_ address: SequencerAddress) -> SequencerPort? {
      guard address.client != client, address.client != Self.announcements.client else {
        return nil
      }
      return lock.withLock { _ in
        var port = unsafe OCASequencerPort()
        guard unsafe OCASequencerGetPort(sequencer, OCASequencerAddress(address), &port) else {
          return nil
        }
        // Safe: the names are valid until the next call for a port.
        let names = unsafe [port.clientName, port.name].map {
          unsafe $0.map { unsafe String(cString: $0) } ?? ""
        }
        return unsafe SequencerPort(
          address: address, clientName: names[0], name: names[1], sends: port.sends,
          receives: port.receives)
      }
    }

    /// The ports of all other clients.
    var ports: [SequencerPort] {
      var addresses: [SequencerAddress] = []
      lock.withLock { _ in
        var address = OCASequencerAddress(client: -1, port: -1)
        while unsafe OCASequencerNextPort(sequencer, &address) {
          addresses.append(SequencerAddress(client: address.client, port: address.port))
        }
      }
      return addresses.compactMap { port($0) }
    }

    // MARK: Events

    /// Sends an event now, to a port or, if it is `nil`, to the connected ones.
    ///
    /// - Returns: Whether the event was accepted.
    func send(
      _ event: SequencerEvent, from port: Int32, to target: SequencerAddress?
    ) -> Bool {
      lock.withLock { _ in
        // Safe: the bytes live until the call returns.
        unsafe event.bytes.withUnsafeBufferPointer { bytes in
          var made = unsafe OCASequencerEvent()
          unsafe (made.type, made.channel) = (event.kind.rawValue, event.channel)
          unsafe (made.number, made.value, made.port) = (event.number, event.value, port)
          unsafe (made.bytes, made.byteCount) = (bytes.baseAddress, Int64(bytes.count))
          guard let target else { return unsafe OCASequencerSend(sequencer, &made, nil) }
          var address = OCASequencerAddress(target)
          return unsafe OCASequencerSend(sequencer, &made, &address)
        }
      }
    }

    /// Waits for an event of a known kind, on one thread; `nil` if the sequencer is gone.
    func receive() -> Received? {
      var event = unsafe OCASequencerEvent()
      while unsafe OCASequencerReceive(sequencer, &event) {
        guard let kind = unsafe SequencerEvent.Kind(rawValue: event.type) else { continue }
        // Safe: the bytes are valid until the next event.
        let bytes = unsafe Array(
          UnsafeBufferPointer(start: event.bytes, count: Int(event.byteCount)))
        return unsafe Received(
          event: SequencerEvent(
            kind: kind, channel: event.channel, number: event.number, value: event.value,
            bytes: bytes),
          source: SequencerAddress(client: event.source.client, port: event.source.port),
          port: event.port)
      }
      return nil
    }
  }

  extension OCASequencerAddress {
    fileprivate init(_ address: SequencerAddress) {
      self.init(client: address.client, port: address.port)
    }
  }
#endif
