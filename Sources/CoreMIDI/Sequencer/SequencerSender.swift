#if ALSA
  internal import AudioRealtime
  internal import Synchronization

  /// Sends the messages of one sender to a port, or to all ports connected to its own port.
  ///
  /// If the receiver refuses a part of a system-exclusive message, the rest of the message is
  /// dropped. Real-time messages between the parts are sent.
  final class SequencerSender: Sendable {
    /// The pause between two parts of a system-exclusive message, in nanoseconds.
    ///
    /// Drivers of devices, whose clients have low numbers, drop bytes above a rate of 3,125 per
    /// second. Programs lose all pending events when their queue is full.
    private static let devicePause = 82_000_000
    private static let programPause = 10_000_000
    private static let firstProgram = 128

    private let link: SequencerLink
    private let port: Int32
    private let target: SequencerAddress?
    private let encoder = Mutex(SequencerEncoder())
    private let thread = SerialThread(name: "oca-midi-out")
    private let isConnected = Mutex(false)
    /// Whether the rest of a system-exclusive message is dropped.
    private let isDropping = Mutex(false)

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - link: The sequencer.
    ///   - port: The own port.
    ///   - target: The port that receives; `nil` for all ports connected to the own port.
    init(_ link: SequencerLink, port: Int32, target: SequencerAddress?) {
      (self.link, self.port, self.target) = (link, port, target)
    }

    /// Sends bytes of MIDI 1.0 after all earlier ones.
    func send(_ bytes: [UInt8]) {
      let events = encoder.withLock { $0.events(bytes) }
      guard !events.isEmpty else { return }
      thread.post { [self] in
        connect()
        for event in events where !isDropped(event) {
          let isSent = send(event)
          if event.kind == .systemExclusive { isDropping.withLock { $0 = !isSent } }
        }
      }
    }

    private func isDropped(_ event: SequencerEvent) -> Bool {
      event.kind == .systemExclusive && event.bytes.first != 0xF0 && isDropping.withLock { $0 }
    }

    /// Connects to the port before the first event: only then do drivers open their device.
    private func connect() {
      guard let target, isConnected.withLock({ !$0 }) else { return }
      let own = SequencerAddress(client: link.client, port: port)
      link.connect(own, target, true)
      isConnected.withLock { $0 = true }
    }

    /// Sends an event, and waits before the next part of its message.
    private func send(_ event: SequencerEvent) -> Bool {
      let isSent = link.send(event, from: port, to: target)
      if isSent, event.kind == .systemExclusive, event.bytes.last != 0xF7 {
        let isProgram = target.map { Int($0.client) >= Self.firstProgram } ?? false
        let pause = isProgram ? Self.programPause : Self.devicePause
        Signal().wait(until: MonotonicClock.nanoseconds + pause)
      }
      return isSent
    }
  }
#endif
