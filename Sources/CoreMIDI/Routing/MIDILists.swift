package import CCoreMIDI

/// Reads lists of clients, and makes lists for them.
package enum MIDILists {
  /// The readable bytes after a list, because clients may read the packet after the last one.
  private static let slack = 512
  private static let packetHead = 10
  private static let eventHead = 12

  /// The packets of a client's list.
  static func packets(_ list: UnsafePointer<MIDIPacketList>) -> [(time: UInt64, bytes: [UInt8])] {
    let base = unsafe UnsafeRawPointer(list)
    var place = 4
    // Safe: the client's list has the packets that it states, each with its bytes.
    return unsafe (0..<Int(list.pointee.numPackets)).map { _ in
      let time = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let count = unsafe Int(base.loadUnaligned(fromByteOffset: place + 8, as: UInt16.self))
      let start = unsafe base + place + packetHead
      place += (packetHead + count + 3) & ~3
      return unsafe (time, Array(UnsafeRawBufferPointer(start: start, count: count)))
    }
  }

  /// The packets of a client's list of words; a packet has at most 64.
  package static func events(
    _ list: UnsafePointer<MIDIEventList>
  ) -> [(time: UInt64, words: [UInt32])] {
    let base = unsafe UnsafeRawPointer(list)
    var place = 8
    // Safe: the client's list has the packets that it states, each with its words.
    return unsafe (0..<Int(list.pointee.numPackets)).map { _ in
      let time = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let count = unsafe Int(base.loadUnaligned(fromByteOffset: place + 8, as: UInt32.self))
      let words = (0..<min(count, 64)).map { index in
        unsafe base.loadUnaligned(fromByteOffset: place + eventHead + 4 * index, as: UInt32.self)
      }
      place += eventHead + 4 * min(count, 64)
      return (time, words)
    }
  }

  /// Calls a function with a list of packets in memory of its own.
  static func withPackets(
    _ messages: [MIDIMessages], _ body: (UnsafePointer<MIDIPacketList>) -> Void
  ) {
    // A packet states its length in 16 bits.
    let packets = messages.flatMap { message in
      stride(from: 0, to: message.bytes.count, by: 65_535).map { start in
        (message.time, message.bytes[start...].prefix(65_535))
      }
    }
    guard !packets.isEmpty else { return }
    let size = packets.reduce(4) { $0 + (packetHead + $1.1.count + 3) & ~3 }
    unsafe withMemory(size) { memory in
      unsafe memory.storeBytes(of: UInt32(packets.count), as: UInt32.self)
      var place = 4
      for (time, bytes) in packets {
        unsafe memory.storeBytes(of: time, toByteOffset: place, as: UInt64.self)
        unsafe memory.storeBytes(of: UInt16(bytes.count), toByteOffset: place + 8, as: UInt16.self)
        for (index, byte) in bytes.enumerated() {
          unsafe memory.storeBytes(
            of: byte, toByteOffset: place + packetHead + index, as: UInt8.self)
        }
        place += (packetHead + bytes.count + 3) & ~3
      }
      unsafe body(UnsafePointer(memory.assumingMemoryBound(to: MIDIPacketList.self)))
    }
  }

  /// Calls a function with a list of words in memory of its own.
  static func withEvents(
    _ messages: [MIDIMessages], _ version: MIDIProtocolID,
    _ body: (UnsafePointer<MIDIEventList>) -> Void
  ) {
    let packets = messages.flatMap { message in
      parts(MIDIProtocolScaling.words(message.words, in: version)).map { (message.time, $0) }
    }
    guard !packets.isEmpty else { return }
    let size = packets.reduce(8) { $0 + eventHead + 4 * $1.1.count }
    unsafe withMemory(size) { memory in
      unsafe memory.storeBytes(of: version.rawValue, as: Int32.self)
      unsafe memory.storeBytes(of: UInt32(packets.count), toByteOffset: 4, as: UInt32.self)
      var place = 8
      for (time, words) in packets {
        unsafe memory.storeBytes(of: time, toByteOffset: place, as: UInt64.self)
        unsafe memory.storeBytes(of: UInt32(words.count), toByteOffset: place + 8, as: UInt32.self)
        for (index, word) in words.enumerated() {
          unsafe memory.storeBytes(
            of: word, toByteOffset: place + eventHead + 4 * index, as: UInt32.self)
        }
        place += eventHead + 4 * words.count
      }
      unsafe body(UnsafePointer(memory.assumingMemoryBound(to: MIDIEventList.self)))
    }
  }

  /// Calls a function with a list of the words of whole messages of MIDI 1.0.
  package static func withEvents(
    _ bytes: [UInt8], _ body: (UnsafePointer<MIDIEventList>) -> Void
  ) {
    var translator = MIDIByteTranslator()
    let words = translator.words(bytes)
    unsafe withEvents([MIDIMessages(time: 0, bytes: bytes, words: words)], ._1_0, body)
  }

  /// Splits words into runs of whole messages; each run has at most 64 words.
  private static func parts(_ words: [UInt32]) -> [[UInt32]] {
    var parts: [[UInt32]] = []
    var place = 0
    while place < words.count {
      let message = words[place...].prefix(MIDIWordTranslator.wordCount(words[place]))
      if let last = parts.last, last.count + message.count <= 64 {
        parts[parts.count - 1] += message
      } else {
        parts.append(Array(message))
      }
      place += message.count
    }
    return parts
  }

  private static func withMemory(_ size: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size + slack, alignment: 8)
    defer { unsafe memory.deallocate() }
    // Safe: the count equals the allocation.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size + slack)
    unsafe body(memory)
  }
}
