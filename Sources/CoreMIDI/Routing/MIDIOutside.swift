#if ALSA
  internal import AudioRealtime
  internal import CCoreMIDI
  internal import Foundation
  internal import Synchronization

  /// The way to other programs and to MIDI devices, through ALSA's sequencer.
  final class MIDIOutside: Sendable {
    /// An own endpoint, which other clients see as a port.
    private struct Published {
      let port: Int32
      let sender: MIDIReceiver?
    }

    /// The connection; `nil` without a sequencer, or if `OPENCOREAUDIO_MIDI` is `process`.
    static let shared = open()

    private let link: SequencerLink
    private let published = Mutex<[MIDIObjectRef: Published]>([:])
    /// The ports that are connected to the own one.
    private let connected = Mutex<Set<SequencerAddress>>([])
    private let isNamed = Mutex(false)

    private static func open() -> MIDIOutside? {
      let information = ProcessInfo.processInfo
      guard information.environment["OPENCOREAUDIO_MIDI"] != "process" else { return nil }
      return SequencerLink(name: information.processName).map { MIDIOutside($0) }
    }

    private init(_ link: SequencerLink) { self.link = link }

    /// Adds all ports to a new setup, and follows them from now on.
    func start(_ setup: inout MIDISetup) {
      for port in link.ports { _ = setup.add(port) { receiver(to: $0) } }
      _ = AudioThread(name: "oca-midi-in") { [self] in
        while let received = link.receive() { take(received) }
      }
    }

    /// Gives the first client's name to the connection.
    func name(_ name: String) {
      let isFirst = isNamed.withLock { isNamed in
        defer { isNamed = true }
        return !isNamed
      }
      if isFirst { link.rename(name) }
    }

    // MARK: Own endpoints

    /// Makes a port of an endpoint.
    func publish(_ reference: MIDIObjectRef, _ type: MIDIObjectType, _ name: String) {
      let isSource = type == .source
      guard let port = link.addPort(name, sends: isSource) else { return }
      let sender = SequencerSender(link, port: port, target: nil)
      let receiver = isSource ? MIDIReceiver(.bytes { sender.send($0) }) : nil
      published.withLock { $0[reference] = Published(port: port, sender: receiver) }
    }

    /// Removes the port of an endpoint.
    func withdraw(_ reference: MIDIObjectRef) {
      guard let former = published.withLock({ $0.removeValue(forKey: reference) }) else { return }
      link.removePort(former.port)
    }

    /// The receiver of the messages of an own source.
    func sender(of source: MIDIObjectRef) -> MIDIReceiver? {
      published.withLock { $0[source]?.sender }
    }

    private func receiver(to address: SequencerAddress) -> MIDIReceiver {
      let sender = SequencerSender(link, port: link.output, target: address)
      return MIDIReceiver(.bytes { sender.send($0) })
    }

    // MARK: Connections

    /// Connects the ports from which clients receive now, and disconnects the others.
    func updateConnections() {
      let own = SequencerAddress(client: link.client, port: link.input)
      connected.withLock { connected in
        let wanted = MIDISetup.shared.withLock { $0.receivedAddresses }
        for address in connected.subtracting(wanted) { link.connect(address, own, false) }
        for address in wanted.subtracting(connected) { link.connect(address, own, true) }
        connected = wanted
      }
    }

    // MARK: The thread that reads

    private func take(_ received: SequencerLink.Received) {
      let address = received.source
      switch received.event.kind {
      case .portStart, .portChange:
        change { setup in
          guard let port = link.port(address) else { return setup.remove(address) }
          return setup.add(port) { receiver(to: $0) }
        }
      case .portExit: change { $0.remove(address) }
      case .clientExit, .clientChange: changeClient(address.client, received.event.kind)
      default: deliver(received)
      }
    }

    private func changeClient(_ client: Int32, _ kind: SequencerEvent.Kind) {
      for address in MIDISetup.shared.withLock({ $0.addresses(ofClient: client) }) {
        change { setup in
          guard kind == .clientChange, let port = link.port(address) else {
            return setup.remove(address)
          }
          return setup.add(port) { receiver(to: $0) }
        }
      }
    }

    private func change(
      _ body: (inout MIDISetup) -> (changes: [MIDIChange], removed: [MIDIRemoved])
    ) {
      let (changes, removed) = MIDISetup.shared.withLock { body(&$0) }
      for object in removed { object.end() }
      if !removed.isEmpty { updateConnections() }
      if !changes.isEmpty { MIDISetup.notify(changes) }
    }

    private func deliver(_ received: SequencerLink.Received) {
      let bytes = received.event.messageBytes
      guard !bytes.isEmpty else { return }
      let packets = [(time: UInt64(max(1, MonotonicClock.nanoseconds)), bytes: bytes)]
      if received.port == link.input {
        let source = MIDISetup.shared.withLock { setup in
          setup.entity(received.source).flatMap { setup.endpoint(of: $0, .source) }
        }
        if let source { _ = MIDIRouter.receive(packets, from: source) }
      } else if let destination = published.withLock({ published in
        published.first { $0.value.port == received.port }?.key
      }) {
        _ = MIDIRouter.deliver(packets, to: destination)
      }
    }
  }
#endif
