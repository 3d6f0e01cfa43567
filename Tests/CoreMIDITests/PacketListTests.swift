import CoreMIDI
import Testing

extension CoreMIDITests {
  private func isNull<Pointee>(_ pointer: UnsafeMutablePointer<Pointee>) -> Bool {
    UInt(bitPattern: pointer) == 0
  }

  @Test("packets follow each other at multiples of four bytes")
  func packetPlaces() {
    withList([(1, [0x90, 60, 100]), (2, [0xC0, 5]), (2, [0xF0, 1, 0xF7]), (3, [0xF8])]) { list in
      #expect(list.pointee.numPackets == 4)
      let places = list.unsafeSequence().map { UnsafeRawPointer($0) - UnsafeRawPointer(list) }
      #expect(places == [4, 20, 32, 48])
      #expect(list.unsafeSequence().map(\.pointee.timeStamp) == [1, 2, 2, 3])
      #expect(list.unsafeSequence().map(\.pointee.length) == [3, 2, 3, 1])
    }
  }

  @Test("messages of one time share a packet, except system-exclusive ones")
  func joined() {
    withList([(5, [0x90, 60, 100]), (5, [0x90, 64, 100]), (6, [0xF0, 1]), (6, [0xF7])]) { list in
      let lengths = list.unsafeSequence().map(\.pointee.length)
      #expect(lengths == [6, 2, 1])
    }
  }

  @Test("a list without room is not written beyond its size")
  func full() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 400, alignment: 8)
    defer { memory.deallocate() }
    for size in 0..<200 {
      memory.initializeMemory(as: UInt8.self, repeating: 0xAA, count: 400)
      let list = memory.bindMemory(to: MIDIPacketList.self, capacity: 1)
      var packet = MIDIPacketListInit(list)
      var count = 0
      while count < 30 {
        let next = MIDIPacketListAdd(list, size, packet, UInt64(count), 5, [0x90, 1, 2, 3, 4])
        if isNull(next) { break }
        (packet, count) = (next, count + 1)
      }
      // Each packet has 10 bytes before its 5, and one of padding before the next.
      #expect(count == max(0, (size - 4 + 1) / 16))
      #expect(list.pointee.numPackets == count)
      let rest = UnsafeRawBufferPointer(start: memory + max(size, 4), count: 100)
      #expect(rest.allSatisfy { $0 == 0xAA })
    }
  }

  @Test("a list has at most 65,536 bytes, and a packet 65,535")
  func largest() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 100_000, alignment: 8)
    defer { memory.deallocate() }
    let list = memory.bindMemory(to: MIDIPacketList.self, capacity: 1)
    let bytes = [UInt8](repeating: 0x90, count: 70_000)
    let most = 65_536 - 14
    #expect(isNull(MIDIPacketListAdd(list, 100_000, MIDIPacketListInit(list), 0, most + 1, bytes)))
    #expect(!isNull(MIDIPacketListAdd(list, 100_000, MIDIPacketListInit(list), 0, most, bytes)))
    #expect(isNull(MIDIPacketListAdd(list, 100_000, MIDIPacketListInit(list), 0, -1, bytes)))
    #expect(isNull(MIDIPacketListAdd(list, 3, MIDIPacketListInit(list), 0, 1, bytes)))
  }

  @Test("lists of words have packets of at most 64 words")
  func words() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 1_024, alignment: 8)
    defer { memory.deallocate() }
    let list = memory.bindMemory(to: MIDIEventList.self, capacity: 1)
    var packet = MIDIEventListInit(list, ._1_0)
    let words = [UInt32](repeating: 0x2090_3C64, count: 65)
    packet = MIDIEventListAdd(list, 1_024, packet, 1, 40, words)
    packet = MIDIEventListAdd(list, 1_024, packet, 1, 24, words)
    packet = MIDIEventListAdd(list, 1_024, packet, 1, 2, words)
    #expect(list.pointee.numPackets == 2 && list.pointee.protocol == ._1_0)
    #expect(UnsafePointer(list).unsafeSequence().map(\.pointee.wordCount) == [64, 2])
    #expect(isNull(MIDIEventListAdd(list, 1_024, packet, 1, 65, words)))
    #expect(isNull(MIDIEventListAdd(list, 300, packet, 2, 1, words)))
  }
}
