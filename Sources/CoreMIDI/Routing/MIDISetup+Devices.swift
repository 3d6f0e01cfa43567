internal import CCoreMIDI

/// The ports of other programs and of MIDI devices.
///
/// A client of ALSA's sequencer is a device, and each of its ports an entity with up to one source
/// and one destination.
extension MIDISetup {
  /// Adds a port, or takes its new names.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - receiver: Makes the receiver of messages to the port.
  /// - Returns: The changes, and the objects that the port has lost.
  mutating func add(
    _ port: SequencerPort, _ receiver: (SequencerAddress) -> MIDIReceiver
  ) -> (changes: [MIDIChange], removed: [MIDIRemoved]) {
    if let entity = entity(port.address) {
      let kinds: [(MIDIObjectType, Bool)] = [(.source, port.sends), (.destination, port.receives)]
      if kinds.allSatisfy({ (endpoint(of: entity, $0) != nil) == $1 }) {
        return (rename(entity, port), [])
      }
    }
    let (lost, removed) = remove(port.address)
    var changes = lost
    let known = device(port.address.client)
    let device =
      known ?? add(external: .device(client: port.address.client), port.clientName, port, parent: 0)
    if known == nil { changes.append(.added(device, .device)) }
    let entity = add(external: .entity(port.address), port.name, port, parent: device)
    changes.append(.added(entity, .entity))
    if port.sends {
      changes.append(.added(add(external: .source, port.name, port, parent: entity), .source))
    }
    if port.receives {
      let kind = MIDIObject.Kind.destination(receiver(port.address))
      changes.append(.added(add(external: kind, port.name, port, parent: entity), .destination))
    }
    return (changes, removed)
  }

  /// Removes a port, and the device with its last port.
  mutating func remove(
    _ address: SequencerAddress
  ) -> (changes: [MIDIChange], removed: [MIDIRemoved]) {
    guard let entity = entity(address) else { return ([], []) }
    let device = self[entity]?.parent ?? 0
    var references = children(of: entity) + [entity]
    if children(of: device) == [entity] { references.append(device) }
    let removed = references.compactMap { remove($0) }
    return (removed.map { .removed($0.reference, $0.object.type) }, removed)
  }

  /// The ports of a client.
  func addresses(ofClient client: Int32) -> [SequencerAddress] {
    device(client).map { children(of: $0).compactMap { self[$0]?.address } } ?? []
  }

  private mutating func rename(_ entity: MIDIObjectRef, _ port: SequencerPort) -> [MIDIChange] {
    let device = self[entity]?.parent ?? 0
    let names =
      [(device, port.clientName), (entity, port.name)]
      + children(of: entity).map { ($0, port.name) }
    return names.flatMap { reference, name -> [MIDIChange] in
      guard let object = self[reference], object.name != name else { return [] }
      setProperty("name", .string(name), of: reference)
      setProperty(
        "displayName", .string(object.type == .device ? name : port.displayName), of: reference)
      return [.property(reference, object.type, "name")]
    }
  }

  private mutating func add(
    external kind: MIDIObject.Kind, _ name: String, _ port: SequencerPort, parent: MIDIObjectRef
  ) -> MIDIObjectRef {
    var object = MIDIObject(kind: kind, client: 0)
    object.parent = parent
    let isDevice = object.type == .device
    object.properties = [
      "displayName": .string(isDevice ? name : port.displayName), "offline": .integer(0),
      "model": .string(port.clientName), "manufacturer": .string(""), "driver": .string("ALSA"),
    ]
    let identifier = Self.identifier("\(object.type.rawValue)/\(port.clientName)/\(name)")
    if identifier != 0, find(identifier: identifier) == nil {
      object.properties["uniqueID"] = .integer(identifier)
    }
    return add(object, name: name)
  }

  /// An identifier that the same names have in each process.
  ///
  /// Source: the FNV-1a hash, Internet-Draft draft-eastlake-fnv.
  private static func identifier(_ text: String) -> MIDIUniqueID {
    let hash = text.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return MIDIUniqueID(bitPattern: hash)
  }

  // MARK: Lists

  /// The devices in the order in which they appeared.
  var devices: [MIDIObjectRef] { children(of: 0).filter { self[$0]?.type == .device } }

  /// The parts of an object in the order in which they appeared.
  func children(of parent: MIDIObjectRef) -> [MIDIObjectRef] {
    order.filter { self[$0]?.parent == parent }
  }

  /// The parts of a device.
  func entities(of device: MIDIObjectRef) -> [MIDIObjectRef] {
    self[device]?.type == .device ? children(of: device) : []
  }

  /// The endpoints of a type in a part of a device.
  func endpoints(of entity: MIDIObjectRef, _ type: MIDIObjectType) -> [MIDIObjectRef] {
    guard self[entity]?.type == .entity else { return [] }
    return children(of: entity).filter { self[$0]?.type == type }
  }

  func endpoint(of entity: MIDIObjectRef, _ type: MIDIObjectType) -> MIDIObjectRef? {
    endpoints(of: entity, type).first
  }

  /// The part of a device at a port.
  func entity(_ address: SequencerAddress) -> MIDIObjectRef? {
    order.first { self[$0]?.address == address }
  }

  private func device(_ client: Int32) -> MIDIObjectRef? {
    order.first { reference in
      if case .device(client) = self[reference]?.kind { true } else { false }
    }
  }

  /// The ports from which clients or thru connections receive.
  var receivedAddresses: Set<SequencerAddress> {
    let thrus = objects.values.flatMap { object -> [MIDIObjectRef] in
      guard case .thru(let thru, _) = object.kind else { return [] }
      return thru.sources.compactMap { endpoint($0, .source) }
    }
    return Set(
      (connections.map(\.source) + thrus).compactMap { source in
        self[source].flatMap { self[$0.parent]?.address }
      })
  }
}

extension SequencerPort {
  /// The name for a user: that of the client, unless the port's name begins with it.
  var displayName: String {
    name.hasPrefix(clientName) || clientName.isEmpty ? name : "\(clientName) \(name)"
  }
}
