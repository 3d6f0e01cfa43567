internal import AudioRealtime
internal import CCoreMIDI
internal import CoreAudioTypes
internal import Synchronization
internal import os

/// A value of a property.
enum MIDIValue: @unchecked Sendable {
  // Unchecked: dictionaries are copied, and never change afterwards.
  case integer(Int32)
  case string(String)
  case data([UInt8])
  case dictionary(NSDictionary)
}

/// An object of a client.
struct MIDIObject: Sendable {
  enum Kind: Sendable {
    case client(MIDINotifier?)
    case inputPort(MIDIReceiver)
    case outputPort
    case source
    case destination(MIDIReceiver)
    case thru(MIDIThru, owner: String?)
    /// A client of ALSA's sequencer, and one of its ports.
    case device(client: Int32)
    case entity(SequencerAddress)
  }

  let kind: Kind
  /// The client that owns the object; 0 for clients, thru connections, and objects of others.
  let client: MIDIObjectRef
  /// The device of an entity, or the entity of an endpoint; 0 for other objects.
  var parent: MIDIObjectRef = 0
  var properties: [String: MIDIValue] = [:]
  /// The translation of bytes that the object sends.
  var translator = MIDIByteTranslator()

  var type: MIDIObjectType {
    switch kind {
    case .source: .source
    case .destination: .destination
    case .device: .device
    case .entity: .entity
    default: .other
    }
  }

  var isEndpoint: Bool { type == .source || type == .destination }

  /// The port of an entity.
  var address: SequencerAddress? {
    if case .entity(let address) = kind { address } else { nil }
  }

  var name: String? {
    if case .string(let name) = properties["name"] { name } else { nil }
  }

  var receiver: MIDIReceiver? {
    switch kind {
    case .inputPort(let receiver), .destination(let receiver): receiver
    default: nil
    }
  }

  /// Whether clients find the object in lists.
  var isPublic: Bool {
    if case .integer(let value) = properties["private"], value != 0 { return false }
    return true
  }
}

/// An object that was removed from the setup.
///
/// Its end and its last release run client code, so they must not happen under the lock of the
/// setup.
struct MIDIRemoved: Sendable {
  let reference: MIDIObjectRef
  let object: MIDIObject
  /// The receivers of the input ports that were connected to the object.
  let ports: [MIDIReceiver]

  /// Ends the client's calls, and waits for those in progress.
  func end() {
    MIDIPublishing.remove(reference)
    if case .client(let notifier) = object.kind { notifier?.end() }
    object.receiver?.end()
    for port in ports { port.wait() }
  }
}

/// The objects of this process, and the connections between them.
struct MIDISetup: Sendable {
  /// A connection of a source to an input port.
  struct Connection: Sendable {
    let source: MIDIObjectRef
    let port: MIDIObjectRef
    /// The client's data, as an address.
    var data: UInt
  }

  static let shared = make()

  /// Makes the setup; sequences send messages to its destinations from now on.
  private static func make() -> Mutex<MIDISetup> {
    EndpointSender.provide { endpoint, messages, lostCount in
      if lostCount > 0 {
        Logger(subsystem: "CoreMIDI", category: "Sequences").warning(
          "MIDI endpoint \(endpoint) had no room for \(lostCount) messages, which are lost.")
      }
      return MIDIRouter.deliver(messages, to: endpoint)
    }
    var setup = MIDISetup()
    MIDIPublishing.start(&setup)
    return Mutex(setup)
  }

  private(set) var objects: [MIDIObjectRef: MIDIObject] = [:]
  /// The devices, entities and endpoints in the order in which they were made.
  private(set) var order: [MIDIObjectRef] = []
  var connections: [Connection] = []
  private var lastReference: MIDIObjectRef = 0
  private var lastIdentifier: MIDIUniqueID = 0

  subscript(_ reference: MIDIObjectRef) -> MIDIObject? { objects[reference] }

  /// Adds an object; those with a type get an identifier.
  mutating func add(_ object: MIDIObject, name: String? = nil) -> MIDIObjectRef {
    lastReference &+= 1
    while lastReference == 0 || objects[lastReference] != nil { lastReference &+= 1 }
    var object = object
    if let name { object.properties["name"] = .string(name) }
    if object.type != .other {
      if object.properties["uniqueID"] == nil {
        object.properties["uniqueID"] = .integer(newIdentifier())
      }
      order.append(lastReference)
    }
    objects[lastReference] = object
    return lastReference
  }

  private mutating func newIdentifier() -> MIDIUniqueID {
    repeat {
      lastIdentifier = MIDIUniqueID.random(in: MIDIUniqueID.min...MIDIUniqueID.max)
    } while lastIdentifier == 0 || find(identifier: lastIdentifier) != nil
    return lastIdentifier
  }

  /// Removes an object and its connections.
  mutating func remove(_ reference: MIDIObjectRef) -> MIDIRemoved? {
    let ports = connections.filter { $0.source == reference }
      .compactMap { objects[$0.port]?.receiver }
    connections.removeAll { $0.source == reference || $0.port == reference }
    order.removeAll { $0 == reference }
    return objects.removeValue(forKey: reference)
      .map { MIDIRemoved(reference: reference, object: $0, ports: ports) }
  }

  /// Replaces the object of a reference.
  mutating func replace(_ reference: MIDIObjectRef, _ object: MIDIObject) {
    objects[reference] = object
  }

  mutating func setProperty(_ name: String, _ value: MIDIValue?, of reference: MIDIObjectRef) {
    objects[reference]?.properties[name] = value
  }

  /// The objects that a client owns.
  func objects(ofClient client: MIDIObjectRef) -> [MIDIObjectRef] {
    objects.filter { $0.value.client == client }.keys.sorted()
  }

  func find(identifier: MIDIUniqueID) -> MIDIObjectRef? {
    objects.first { entry in
      if case .integer(identifier) = entry.value.properties["uniqueID"] { true } else { false }
    }?.key
  }

  /// The endpoints of a kind that clients find in lists.
  func listed(_ type: MIDIObjectType) -> [MIDIObjectRef] {
    order.filter { objects[$0]?.type == type && objects[$0]?.isPublic == true }
  }

  /// Both forms of the packets that an object sends.
  mutating func messages(
    _ packets: [(time: UInt64, bytes: [UInt8])], from sender: MIDIObjectRef
  ) -> [MIDIMessages] {
    guard var translator = objects[sender]?.translator else { return [] }
    let messages = packets.map {
      MIDIMessages(time: $0.time, bytes: $0.bytes, words: translator.words($0.bytes))
    }
    objects[sender]?.translator = translator
    return messages
  }
}
