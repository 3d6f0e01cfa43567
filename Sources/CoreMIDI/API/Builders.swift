public import CCoreMIDI

/// Memory for a packet or a list, which a builder owns.
@safe
private final class BuilderMemory<Content> {
  let size: Int
  let content: UnsafeMutablePointer<Content>

  init(size: Int) {
    self.size = max(size, MemoryLayout<Content>.size)
    // Clients may read the packet after the last one.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: self.size + 512, alignment: 8)
    // Safe: the count equals the allocation, which has room for the content.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: self.size + 512)
    unsafe content = memory.bindMemory(to: Content.self, capacity: 1)
  }

  deinit { unsafe UnsafeMutableRawPointer(content).deallocate() }
}

extension MIDIPacket {
  /// Makes a packet in memory.
  public class Builder {
    /// The maximum number of bytes.
    public let capacity: Int
    /// The host time of the packet.
    public var timeStamp: Int {
      get { unsafe Int(clamping: memory.content.pointee.timeStamp) }
      set { unsafe memory.content.pointee.timeStamp = UInt64(clamping: newValue) }
    }
    private let memory: BuilderMemory<MIDIPacket>

    /// Makes an empty packet with room for bytes, at most 65,535.
    public init(maximumNumberMIDIBytes: Int) {
      capacity = min(max(maximumNumberMIDIBytes, 0), 65_535)
      memory = BuilderMemory(size: 10 + capacity)
    }

    /// The number of bytes.
    public var count: Int { unsafe Int(memory.content.pointee.length) }

    /// Adds bytes, as many as there is room for.
    public func append(_ midiBytes: UInt8...) {
      for byte in midiBytes where count < capacity {
        // Safe: the packet has room for its capacity.
        unsafe UnsafeMutableRawPointer(memory.content).storeBytes(
          of: byte, toByteOffset: 10 + count, as: UInt8.self)
        unsafe memory.content.pointee.length += 1
      }
    }

    /// Calls a closure with the packet.
    public func withUnsafePointer<Result>(
      _ body: (UnsafePointer<MIDIPacket>) -> Result
    ) -> Result { unsafe body(UnsafePointer(memory.content)) }

    /// Calls a closure with a view of the bytes.
    public func withUnsafeMutableMIDIPacketPointer<Result>(
      _ body: (inout UnsafeMutableMIDIPacketPointer) -> Result
    ) -> Result {
      var view = unsafe UnsafeMutableMIDIPacketPointer(memory.content)
      return body(&view)
    }
  }
}

extension MIDIEventPacket {
  /// Makes a packet of words in memory.
  public class Builder {
    /// The maximum number of words.
    public let capacity: Int
    private let memory = BuilderMemory<MIDIEventPacket>(size: 0)

    /// Makes an empty packet with room for words, at most 64.
    public init(maximumNumberMIDIWords: Int) {
      capacity = min(max(maximumNumberMIDIWords, 0), 64)
    }

    /// The number of words.
    public var count: Int { unsafe Int(memory.content.pointee.wordCount) }

    /// The host time of the packet.
    public var timeStamp: Int {
      get { unsafe Int(clamping: memory.content.pointee.timeStamp) }
      set { unsafe memory.content.pointee.timeStamp = UInt64(clamping: newValue) }
    }

    /// Adds words, as many as there is room for.
    public func append(_ words: UInt32...) {
      for word in words where count < capacity {
        // Safe: the packet has room for its capacity.
        unsafe UnsafeMutableRawPointer(memory.content).storeBytes(
          of: word, toByteOffset: 12 + 4 * count, as: UInt32.self)
        unsafe memory.content.pointee.wordCount += 1
      }
    }

    /// Calls a closure with the packet.
    public func withUnsafePointer<Result>(
      _ body: (UnsafePointer<MIDIEventPacket>) -> Result
    ) -> Result { unsafe body(UnsafePointer(memory.content)) }

    /// Calls a closure with a view of the words.
    public func withUnsafeMutableMIDIEventPacketPointer<Result>(
      _ body: (inout UnsafeMutableMIDIEventPacketPointer) -> Result
    ) -> Result {
      var view = unsafe UnsafeMutableMIDIEventPacketPointer(memory.content)
      return body(&view)
    }
  }
}

extension MIDIPacketList {
  /// Returns the size of a list in bytes.
  public static func sizeInBytes(pktList: UnsafePointer<MIDIPacketList>) -> Int {
    unsafe pktList.unsafeSequence().reduce(4) { _, packet in
      // Safe: the list has the packets that it states.
      let start = unsafe UnsafeRawPointer(packet) - UnsafeRawPointer(pktList)
      return unsafe start + 10 + packet.bytes().count
    }
  }

  /// Makes a list of packets in memory.
  @safe
  public class Builder {
    private let memory: BuilderMemory<MIDIPacketList>
    private var last: UnsafeMutablePointer<MIDIPacket>

    /// Makes an empty list with room for bytes, at most 65,536.
    public init(byteSize: Int) {
      memory = BuilderMemory(size: byteSize)
      unsafe last = MIDIPacketListInit(memory.content)
    }

    /// Adds messages; returns their packet, or nil if the list has no room.
    @discardableResult
    public func append(timestamp: MIDITimeStamp, data: [UInt8]) -> UnsafePointer<MIDIPacket>? {
      let added = unsafe MIDIPacketListAdd(
        memory.content, memory.size, last, timestamp, data.count, data)
      // Safe: the function returns null without room.
      guard UInt(bitPattern: added) != 0 else { return nil }
      unsafe last = added
      return unsafe UnsafePointer(added)
    }

    /// Removes all packets.
    public func clear() { unsafe last = MIDIPacketListInit(memory.content) }

    /// The number of packets.
    public var count: Int { unsafe Int(memory.content.pointee.numPackets) }

    /// Calls a closure with the list.
    public func withUnsafePointer<Result>(
      _ body: (UnsafePointer<MIDIPacketList>) -> Result
    ) -> Result { unsafe body(UnsafePointer(memory.content)) }
  }
}

extension MIDIEventList {
  /// Returns the size of a list in bytes.
  public static func sizeInBytes(pktList: UnsafePointer<MIDIEventList>) -> Int {
    unsafe pktList.unsafeSequence().reduce(8) { unsafe $0 + 12 + 4 * $1.words().count }
  }

  /// Makes a list of packets of words in memory.
  @safe
  public class Builder {
    private let memory: BuilderMemory<MIDIEventList>
    private let version: MIDIProtocolID
    private var last: UnsafeMutablePointer<MIDIEventPacket>

    /// Makes an empty list.
    ///
    /// - Parameters:
    ///   - inProtocol: The protocol of the messages.
    ///   - wordSize: The room for the whole list, in words; at least the size of a list with one
    ///     packet.
    public init(inProtocol: MIDIProtocolID, wordSize: Int = 16_384) {
      version = inProtocol
      memory = BuilderMemory(size: min(max(wordSize, 0), 16_384) * 4)
      unsafe last = MIDIEventListInit(memory.content, inProtocol)
    }

    /// Adds words of whole messages; returns their packet, or nil if the list has no room.
    @discardableResult
    public func append(
      timestamp: MIDITimeStamp, words: [UInt32]
    ) -> UnsafePointer<MIDIEventPacket>? {
      let added = unsafe MIDIEventListAdd(
        memory.content, memory.size, last, timestamp, words.count, words)
      // Safe: the function returns null without room.
      guard UInt(bitPattern: added) != 0 else { return nil }
      unsafe last = added
      return unsafe UnsafePointer(added)
    }

    /// Removes all packets.
    public func clear() { unsafe last = MIDIEventListInit(memory.content, version) }

    /// The number of packets.
    public var count: Int { unsafe Int(memory.content.pointee.numPackets) }

    /// Calls a closure with the list.
    public func withUnsafePointer<Result>(
      _ body: (UnsafePointer<MIDIEventList>) -> Result
    ) -> Result { unsafe body(UnsafePointer(memory.content)) }
  }
}
