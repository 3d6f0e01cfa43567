import CoreMIDI
import Testing

@testable import CoreMIDI

/// Tests of devices, which are the clients of ALSA's sequencer.
@Suite struct SequencerPortTests {
  private static func port(
    _ client: Int32, _ number: Int32, _ name: String, sends: Bool = true, receives: Bool = true
  ) -> SequencerPort {
    SequencerPort(
      address: SequencerAddress(client: client, port: number), clientName: "Keyboard", name: name,
      sends: sends, receives: receives)
  }

  private static func receiver(_ address: SequencerAddress) -> MIDIReceiver {
    MIDIReceiver(.bytes { _ in })
  }

  private static func string(_ value: MIDIValue?) -> String? {
    if case .string(let string) = value { string } else { nil }
  }

  @Test("a client is a device, and its ports are parts with endpoints")
  func ports() throws {
    var setup = MIDISetup()
    let first = Self.port(20, 0, "Keyboard MIDI 1")
    #expect(setup.add(first, Self.receiver).changes.count == 4)
    #expect(setup.add(first, Self.receiver).changes.isEmpty)
    let second = setup.add(Self.port(20, 1, "Control", receives: false), Self.receiver)
    #expect(second.changes.count == 2 && second.removed.isEmpty)
    #expect(setup.add(Self.port(21, 0, "Control"), Self.receiver).changes.count == 4)
    let devices = setup.devices
    #expect(devices.count == 2)
    let entities = setup.entities(of: devices[0])
    #expect(entities.count == 2 && setup.entities(of: entities[0]).isEmpty)
    #expect(setup.listed(.source).count == 3 && setup.listed(.destination).count == 2)
    #expect(setup.endpoints(of: entities[1], .destination).isEmpty)
    let source = try #require(setup.endpoint(of: entities[1], .source))
    #expect(setup[source]?.parent == entities[1] && setup[entities[1]]?.parent == devices[0])
    #expect(setup[source]?.name == "Control" && setup[devices[0]]?.name == "Keyboard")
    #expect(Self.string(setup[source]?.properties["displayName"]) == "Keyboard Control")
    #expect(Self.string(setup[entities[0]]?.properties["displayName"]) == "Keyboard MIDI 1")
  }

  @Test("identifiers are unique, and stay the same in other processes")
  func identifiers() {
    func identifiers() -> [MIDIUniqueID] {
      var setup = MIDISetup()
      for number in 0..<2 as Range<Int32> {
        _ = setup.add(Self.port(20, number, "Port"), Self.receiver)
      }
      return setup.order.compactMap { reference in
        if case .integer(let value) = setup[reference]?.properties["uniqueID"] {
          value
        } else {
          nil
        }
      }
    }
    let (first, second) = (identifiers(), identifiers())
    #expect(Set(first).count == 7)
    // The second port has the names of the first one.
    #expect(first.prefix(4) == second.prefix(4))
  }

  @Test("a port that changes or ends takes its objects with it")
  func changes() {
    var setup = MIDISetup()
    _ = setup.add(Self.port(20, 0, "A"), Self.receiver)
    _ = setup.add(Self.port(20, 1, "B"), Self.receiver)
    let device = setup.devices[0]
    let renamed = setup.add(Self.port(20, 1, "C"), Self.receiver)
    #expect(renamed.changes.count == 3 && renamed.removed.isEmpty)
    #expect(setup.listed(.source).compactMap { setup[$0]?.name } == ["A", "C"])
    let other = setup.add(Self.port(20, 1, "C", sends: false), Self.receiver)
    #expect(other.removed.count == 3 && setup.listed(.source).count == 1)
    #expect(setup.listed(.destination).count == 2 && setup.devices == [device])
    #expect(setup.addresses(ofClient: 20).count == 2)
    #expect(setup.remove(SequencerAddress(client: 20, port: 0)).changes.count == 3)
    #expect(setup.remove(SequencerAddress(client: 20, port: 1)).changes.count == 3)
    #expect(setup.order.isEmpty && setup.objects.isEmpty)
    #expect(setup.remove(SequencerAddress(client: 20, port: 1)).changes.isEmpty)
  }
}
