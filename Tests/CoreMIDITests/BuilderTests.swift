import CoreMIDI.MIDIServices
import Testing

extension CoreMIDITests {
  @Test("a builder makes a packet of bytes, up to its capacity")
  func packetBuilder() {
    let builder = MIDIPacket.Builder(maximumNumberMIDIBytes: 5)
    builder.timeStamp = 99
    builder.append(0x90, 60, 100)
    builder.append(0x80, 60, 0)
    #expect(builder.count == 5 && builder.capacity == 5)
    builder.withUnsafePointer { packet in
      #expect(packet.pointee.timeStamp == 99)
      #expect(Array(packet.bytes()) == [0x90, 60, 100, 0x80, 60])
      #expect(Array(packet.sequence()) == Array(packet.bytes()))
    }
    builder.withUnsafeMutableMIDIPacketPointer { bytes in
      bytes[1] = 72
      #expect(Array(bytes) == [0x90, 72, 100, 0x80, 60])
    }
  }

  @Test("a builder makes a packet of words, up to its capacity")
  func eventBuilder() {
    let builder = MIDIEventPacket.Builder(maximumNumberMIDIWords: 3)
    builder.timeStamp = 7
    for word in 1...4 { builder.append(UInt32(word)) }
    #expect(builder.count == 3)
    builder.withUnsafePointer { packet in
      #expect(packet.pointee.timeStamp == 7)
      #expect(Array(packet.words()) == [1, 2, 3] && Array(packet.sequence()) == [1, 2, 3])
    }
    builder.withUnsafeMutableMIDIEventPacketPointer { words in
      words[2] = 30
      #expect(Array(words) == [1, 2, 30])
    }
    var packet = MIDIEventPacket()
    packet.wordCount = 2
    let view = UnsafeMutableMIDIEventPacketPointer(&packet)
    view[0] = 5
    #expect(packet.words.0 == 5)
  }

  @Test("builders of lists return nil without room, and start again when cleared")
  func listBuilders() {
    let packets = MIDIPacketList.Builder(byteSize: 300)
    #expect(packets.append(timestamp: 1, data: [UInt8](repeating: 1, count: 100)) != nil)
    #expect(packets.append(timestamp: 2, data: [UInt8](repeating: 2, count: 200)) == nil)
    #expect(packets.append(timestamp: 2, data: [0xF8]) != nil && packets.count == 2)
    packets.withUnsafePointer { list in
      #expect(MIDIPacketList.sizeInBytes(pktList: list) == 4 + 112 + 11)
      #expect(list.unsafeSequence().map { $0.bytes().count } == [100, 1])
    }
    packets.clear()
    #expect(packets.count == 0)
    let events = MIDIEventList.Builder(inProtocol: ._2_0, wordSize: 70)
    #expect(events.append(timestamp: 1, words: [UInt32](repeating: 1, count: 64)) != nil)
    #expect(events.append(timestamp: 2, words: [1, 2]) == nil && events.count == 1)
    events.withUnsafePointer { list in
      #expect(list.pointee.protocol == ._2_0)
      #expect(MIDIEventList.sizeInBytes(pktList: list) == 8 + 12 + 256)
    }
  }
}
