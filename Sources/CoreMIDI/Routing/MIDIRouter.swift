internal import AudioRealtime
internal import CCoreMIDI
internal import CoreAudioTypes
internal import Synchronization

/// Routes messages from senders to receivers.
enum MIDIRouter {
  /// A receiver, with the connections that lead to it.
  private struct Target: Sendable {
    let receiver: MIDIReceiver
    /// The connection of an input port, which may change or end before the delivery.
    var connection: (source: MIDIObjectRef, port: MIDIObjectRef)?
    var thru: MIDIThru?

    func take(_ messages: [MIDIMessages]) {
      receiver.take(thru.map { $0.changed(messages) } ?? messages) { data }
    }

    /// The client's data for the source; `nil` after the end of the connection.
    private var data: UInt? {
      guard let connection else { return 0 }
      return MIDISetup.shared.withLock { setup in
        setup.connections.first {
          $0.source == connection.source && $0.port == connection.port
        }?.data
      }
    }
  }

  /// Sends packets through a port to a destination.
  static func send(
    _ packets: [(time: UInt64, bytes: [UInt8])], _ port: MIDIObjectRef, _ target: MIDIObjectRef
  ) -> OSStatus {
    send(port, target) { $0.messages(packets, from: port) }
  }

  /// Sends words through a port to a destination.
  static func send(
    _ events: [(time: UInt64, words: [UInt32])], _ port: MIDIObjectRef, _ target: MIDIObjectRef
  ) -> OSStatus {
    send(port, target) { _ in messages(events) }
  }

  /// Sends packets of a sequence to a destination.
  ///
  /// - Returns: Whether the destination exists.
  static func deliver(
    _ packets: [(time: UInt64, bytes: [UInt8])], to target: MIDIObjectRef
  ) -> Bool {
    MIDISetup.shared.withLock { setup in
      guard case .destination(let receiver) = setup[target]?.kind else { return false }
      post(setup.messages(packets, from: target), [Target(receiver: receiver)], target)
      return true
    }
  }

  private static func messages(_ events: [(time: UInt64, words: [UInt32])]) -> [MIDIMessages] {
    events.map {
      MIDIMessages(
        time: $0.time, bytes: MIDIWordTranslator.bytes($0.words), words: $0.words)
    }
  }

  private static func send(
    _ port: MIDIObjectRef, _ target: MIDIObjectRef, _ make: (inout MIDISetup) -> [MIDIMessages]
  ) -> OSStatus {
    MIDISetup.shared.withLock { setup in
      guard case .outputPort = setup[port]?.kind else { return kMIDIInvalidPort }
      guard let object = setup[target] else { return kMIDIUnknownEndpoint }
      guard case .destination(let receiver) = object.kind else { return kMIDIWrongEndpointType }
      let now = UInt64(clamping: MonotonicClock.nanoseconds)
      let messages = make(&setup).map { message in
        var message = message
        if message.time == 0 { message.time = now }
        return message
      }
      post(messages, [Target(receiver: receiver)], target)
      return noErr
    }
  }

  /// Gives packets of a source to the ports that are connected to it.
  static func receive(
    _ packets: [(time: UInt64, bytes: [UInt8])], from source: MIDIObjectRef
  ) -> OSStatus {
    receive(source) { $0.messages(packets, from: source) }
  }

  /// Gives words of a source to the ports that are connected to it.
  static func receive(
    _ events: [(time: UInt64, words: [UInt32])], from source: MIDIObjectRef
  ) -> OSStatus {
    receive(source) { _ in messages(events) }
  }

  private static func receive(
    _ source: MIDIObjectRef, _ make: (inout MIDISetup) -> [MIDIMessages]
  ) -> OSStatus {
    MIDISetup.shared.withLock { setup in
      guard let object = setup[source] else { return kMIDIUnknownEndpoint }
      guard case .source = object.kind else { return kMIDIWrongEndpointType }
      let messages = make(&setup)
      post(messages, targets(of: source, in: setup), source)
      return noErr
    }
  }

  private static func targets(of source: MIDIObjectRef, in setup: MIDISetup) -> [Target] {
    let ports = setup.connections.compactMap { connection -> Target? in
      guard connection.source == source, let receiver = setup[connection.port]?.receiver else {
        return nil
      }
      return Target(receiver: receiver, connection: (source, connection.port))
    }
    return ports
      + (MIDIPublishing.receiver(of: source).map { [Target(receiver: $0)] } ?? [])
      + setup.objects.sorted { $0.key < $1.key }.flatMap { entry -> [Target] in
        guard case .thru(let thru, _) = entry.value.kind,
          thru.sources.contains(where: { setup.endpoint($0, .source) == source })
        else { return [] }
        return thru.destinations.compactMap { place in
          setup.endpoint(place, .destination).flatMap { setup[$0]?.receiver }
            .map { Target(receiver: $0, thru: thru) }
        }
      }
  }

  /// Schedules messages; those with the same time arrive in one list.
  private static func post(
    _ messages: [MIDIMessages], _ targets: [Target], _ tag: MIDIObjectRef
  ) {
    guard !targets.isEmpty else { return }
    var rest = messages[...]
    while let first = rest.first {
      let run = Array(rest.prefix { $0.time == first.time })
      rest = rest.dropFirst(run.count)
      MIDIScheduler.post(at: first.time, target: tag) {
        for target in targets { target.take(run) }
      }
    }
  }
}

extension MIDISetup {
  /// The endpoint of a type that a thru connection names.
  func endpoint(
    _ place: MIDIThruConnectionEndpoint, _ type: MIDIObjectType
  ) -> MIDIObjectRef? {
    let found =
      place.endpointRef != 0
      ? place.endpointRef : place.uniqueID == 0 ? nil : find(identifier: place.uniqueID)
    return found.flatMap { self[$0]?.type == type ? $0 : nil }
  }

  /// Whether the objects that a thru connection names have the right types, if they exist.
  func accepts(_ thru: MIDIThru) -> Bool {
    let sources = thru.sources.map { ($0.endpointRef, MIDIObjectType.source) }
    let destinations = thru.destinations.map { ($0.endpointRef, MIDIObjectType.destination) }
    return (sources + destinations).allSatisfy { reference, type in
      self[reference].map { $0.type == type } ?? true
    }
  }
}
