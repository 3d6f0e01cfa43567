#if ALSA
  import Foundation
  import Testing

  @testable import CoreMIDI

  /// Tests with ALSA's sequencer, on a machine that has one.
  @Suite(.serialized, .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/snd/seq")))
  struct SequencerLinkTests {
    /// The next event of an own port, apart from announcements.
    private static func next(_ link: SequencerLink, at port: Int32) throws -> SequencerEvent {
      while true {
        let received = try #require(link.receive())
        if received.port == port, received.event.messageBytes.count > 0 { return received.event }
      }
    }

    @Test(
      "a client finds the ports of another one, and exchanges messages with it",
      .timeLimit(.minutes(1)))
    func exchange() throws {
      let first = try #require(SequencerLink(name: "first"))
      let second = try #require(SequencerLink(name: "second"))
      let source = try #require(second.addPort("out", sends: true))
      let destination = try #require(second.addPort("in", sends: false))
      let found = first.ports.filter { $0.address.client == second.client }
      #expect(found.map(\.name) == ["out", "in"] && found.allSatisfy { $0.clientName == "second" })
      #expect(found.map(\.sends) == [true, false] && found.map(\.receives) == [false, true])
      #expect(second.ports.allSatisfy { $0.address.client != second.client })
      let outside = SequencerAddress(client: second.client, port: source)
      let inside = SequencerAddress(client: first.client, port: first.input)
      #expect(first.connect(outside, inside, true))
      let bytes = [0xF0] + (0..<3_000).map { UInt8($0 & 0x7F) } + [0xF7]
      var encoder = SequencerEncoder()
      let events = encoder.events([0x91, 60, 100] + bytes + [0xE0, 0, 64])
      for event in events { #expect(second.send(event, from: source, to: nil)) }
      for event in events { #expect(try Self.next(first, at: first.input) == event) }
      let target = SequencerAddress(client: second.client, port: destination)
      for event in events { #expect(first.send(event, from: first.output, to: target)) }
      for event in events { #expect(try Self.next(second, at: destination) == event) }
    }

    @Test("a client hears of the ports of another one", .timeLimit(.minutes(1)))
    func announcements() throws {
      let first = try #require(SequencerLink(name: "first"))
      let second = try #require(SequencerLink(name: "second"))
      let port = try #require(second.addPort("port", sends: true))
      second.removePort(port)
      let address = SequencerAddress(client: second.client, port: port)
      var kinds: [SequencerEvent.Kind] = []
      while kinds.last != .portExit {
        let received = try #require(first.receive())
        if received.source == address { kinds.append(received.event.kind) }
      }
      #expect(kinds.first == .portStart)
    }
  }
#endif
