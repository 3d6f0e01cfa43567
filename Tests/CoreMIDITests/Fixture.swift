import AudioRealtime
import CoreMIDI
import Foundation
import Synchronization
import Testing

/// Messages that a client received, with the time of each call.
final class Received: Sendable {
  struct Packet: Equatable {
    var time: UInt64
    var bytes: [UInt8]
    var arrival: Int
    var data: UInt
  }

  private let packets = Mutex<[Packet]>([])
  private let words = Mutex<[[UInt32]]>([])

  var all: [Packet] { packets.withLock { $0 } }
  var bytes: [[UInt8]] { all.map(\.bytes) }
  var events: [[UInt32]] { words.withLock { $0 } }

  func add(_ list: UnsafePointer<MIDIPacketList>, _ data: UnsafeMutableRawPointer?) {
    for packet in list.unsafeSequence() {
      let start = UnsafeRawPointer(packet) + 10
      let bytes = Array(UnsafeRawBufferPointer(start: start, count: Int(packet.pointee.length)))
      packets.withLock {
        $0.append(
          Packet(
            time: packet.pointee.timeStamp, bytes: bytes, arrival: MonotonicClock.nanoseconds,
            data: UInt(bitPattern: data)))
      }
    }
  }

  func add(_ list: UnsafePointer<MIDIEventList>) {
    for packet in list.unsafeSequence() {
      let start = (UnsafeRawPointer(packet) + 12).assumingMemoryBound(to: UInt32.self)
      words.withLock {
        $0.append(Array(UnsafeBufferPointer(start: start, count: Int(packet.pointee.wordCount))))
      }
    }
  }
}

/// A client with its ports and endpoints, on a virtual clock.
struct TestClient {
  let client: MIDIClientRef
  let output: MIDIPortRef
  let input: MIDIPortRef
  let source: MIDIEndpointRef
  let destination: MIDIEndpointRef
  let atInput = Received()
  let atDestination = Received()

  init() throws {
    var references: [MIDIObjectRef] = [0, 0, 0, 0, 0]
    let (atInput, atDestination) = (atInput, atDestination)
    #expect(MIDIClientCreateWithBlock("client" as CFString, &references[0], nil) == noErr)
    let client = references[0]
    #expect(MIDIOutputPortCreate(client, "out" as CFString, &references[1]) == noErr)
    #expect(
      MIDIInputPortCreateWithBlock(client, "in" as CFString, &references[2]) { atInput.add($0, $1) }
        == noErr)
    #expect(MIDISourceCreate(client, "source" as CFString, &references[3]) == noErr)
    #expect(
      MIDIDestinationCreateWithBlock(client, "destination" as CFString, &references[4]) {
        atDestination.add($0, $1)
      } == noErr)
    (self.client, output, input) = (references[0], references[1], references[2])
    (source, destination) = (references[3], references[4])
  }

  func dispose() { #expect(MIDIClientDispose(client) == noErr) }

  func send(_ packets: [(UInt64, [UInt8])]) -> OSStatus {
    withList(packets) { MIDISend(output, destination, $0) }
  }

  func receive(_ packets: [(UInt64, [UInt8])]) -> OSStatus {
    withList(packets) { MIDIReceived(source, $0) }
  }
}

func withList<Result>(
  _ packets: [(UInt64, [UInt8])], _ body: (UnsafePointer<MIDIPacketList>) -> Result
) -> Result {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 8)
  defer { memory.deallocate() }
  let list = memory.bindMemory(to: MIDIPacketList.self, capacity: 1)
  var packet = MIDIPacketListInit(list)
  for (time, bytes) in packets {
    packet = MIDIPacketListAdd(list, 65_536, packet, time, bytes.count, bytes)
  }
  return body(list)
}

func milliseconds(_ count: Int) { VirtualClock.sleep(nanoseconds: count * 1_000_000) }

/// Tests of Core MIDI, one at a time: endpoints belong to the process.
@Suite(.serialized)
struct CoreMIDITests {
  /// Keeps the ports of the machine away.
  init() { setenv("OPENCOREAUDIO_MIDI", "process", 1) }
}
