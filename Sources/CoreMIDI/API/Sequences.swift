public import CCoreMIDI

extension MIDIPacketList {
  /// The packets of a list in memory.
  @safe
  public struct UnsafeSequence: @unsafe Sequence {
    /// A packet in memory.
    public typealias Element = UnsafePointer<MIDIPacket>

    private let list: UnsafePointer<MIDIPacketList>

    fileprivate init(_ list: UnsafePointer<MIDIPacketList>) { unsafe self.list = list }

    /// Makes an iterator over the packets.
    public func makeIterator() -> Iterator { unsafe Iterator(list) }

    /// An iterator over packets.
    @safe
    public struct Iterator: @unsafe IteratorProtocol {
      private var left: UInt32
      private var place: UnsafePointer<MIDIPacket>

      fileprivate init(_ list: UnsafePointer<MIDIPacketList>) {
        // Safe: the first packet follows the number of packets.
        unsafe left = list.pointee.numPackets
        unsafe place = UnsafePointer(
          (UnsafeRawPointer(list) + 4).assumingMemoryBound(to: MIDIPacket.self))
      }

      /// The next packet, or nil at the end.
      public mutating func next() -> UnsafePointer<MIDIPacket>? {
        guard left > 0 else { return nil }
        left -= 1
        let packet = unsafe place
        if left > 0 { unsafe place = UnsafePointer(MIDIPacketNext(packet)) }
        return unsafe packet
      }
    }
  }
}

extension MIDIEventList {
  /// The packets of a list of words in memory.
  @safe
  public struct UnsafeSequence: @unsafe Sequence {
    /// A packet of words in memory.
    public typealias Element = UnsafePointer<MIDIEventPacket>

    private let list: UnsafePointer<MIDIEventList>

    fileprivate init(_ list: UnsafePointer<MIDIEventList>) { unsafe self.list = list }

    /// Makes an iterator over the packets.
    public func makeIterator() -> Iterator { unsafe Iterator(list) }

    /// An iterator over packets of words.
    @safe
    public struct Iterator: @unsafe IteratorProtocol {
      private var left: UInt32
      private var place: UnsafePointer<MIDIEventPacket>

      fileprivate init(_ list: UnsafePointer<MIDIEventList>) {
        // Safe: the first packet follows the protocol and the number of packets.
        unsafe left = list.pointee.numPackets
        unsafe place = UnsafePointer(
          (UnsafeRawPointer(list) + 8).assumingMemoryBound(to: MIDIEventPacket.self))
      }

      /// The next packet, or nil at the end.
      public mutating func next() -> UnsafePointer<MIDIEventPacket>? {
        guard left > 0 else { return nil }
        left -= 1
        let packet = unsafe place
        if left > 0 { unsafe place = UnsafePointer(MIDIEventPacketNext(packet)) }
        return unsafe packet
      }
    }
  }
}

extension UnsafePointer where Pointee == MIDIPacketList {
  /// The packets of the list, which stays in memory as long as they are used.
  public func unsafeSequence() -> MIDIPacketList.UnsafeSequence { unsafe .init(self) }
}

extension UnsafePointer where Pointee == MIDIEventList {
  /// The packets of the list, which stays in memory as long as they are used.
  public func unsafeSequence() -> MIDIEventList.UnsafeSequence { unsafe .init(self) }
}
