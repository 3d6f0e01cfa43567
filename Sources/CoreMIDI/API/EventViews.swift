public import CCoreMIDI

extension MIDIEventPacket {
  /// The words of a packet in memory, one after the other.
  @safe
  public struct WordSequence: Sequence {
    /// A word.
    public typealias Element = UInt32

    private let words: WordCollection

    fileprivate init(_ packet: UnsafePointer<MIDIEventPacket>) {
      unsafe words = WordCollection(packet)
    }

    /// The number of words.
    public var count: Int { words.count }

    /// Makes an iterator over the words.
    public func makeIterator() -> IndexingIterator<WordCollection> { words.makeIterator() }
  }

  /// The words of a packet in memory, by their index.
  @safe
  public struct WordCollection: RandomAccessCollection {
    fileprivate let words: UnsafeRawPointer
    /// The index after the last word.
    public let endIndex: Int

    /// Makes a view of a packet, which stays in memory as long as the view is used.
    public init(_ p: UnsafePointer<MIDIEventPacket>) {
      // Safe: the packet has the words that it states, at most 64.
      let raw = unsafe UnsafeRawPointer(p)
      let count = unsafe raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      unsafe words = raw + 12
      endIndex = Int(Swift.min(count, 64))
    }

    /// Makes a view of a packet, or nil without a packet.
    public init?(_ p: UnsafePointer<MIDIEventPacket>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }

    /// The index of the first word.
    public var startIndex: Int { 0 }
    /// A word.
    public subscript(position: Int) -> UInt32 {
      precondition(indices.contains(position), "no word has this index")
      // Safe: the index is one of the packet's.
      return unsafe words.loadUnaligned(fromByteOffset: 4 * position, as: UInt32.self)
    }
  }
}

extension UnsafePointer where Pointee == MIDIEventPacket {
  /// The words of the packet, which stays in memory as long as they are used.
  public func words() -> MIDIEventPacket.WordCollection { unsafe .init(self) }

  /// The words of the packet, one after the other.
  public func sequence() -> MIDIEventPacket.WordSequence { unsafe .init(self) }
}

/// The 64 words of a packet in memory, which a client changes.
@safe
public struct UnsafeMutableMIDIEventPacketPointer: MutableCollection,
  RandomAccessCollection
{
  private let words: UnsafeMutableRawPointer
  /// The index after the last word.
  public let endIndex: Int

  /// Makes a view of a packet, which stays in memory as long as the view is used.
  public init(_ p: UnsafeMutablePointer<MIDIEventPacket>) {
    // Safe: the words follow the time and the number of words.
    unsafe words = UnsafeMutableRawPointer(p) + 12
    endIndex = unsafe UnsafePointer(p).words().count
  }

  /// The index of the first word.
  public var startIndex: Int { 0 }
  /// A word.
  public subscript(index: Int) -> UInt32 {
    get {
      precondition(indices.contains(index), "no word has this index")
      return unsafe words.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
    }
    nonmutating set {
      precondition(indices.contains(index), "no word has this index")
      unsafe words.storeBytes(of: newValue, toByteOffset: 4 * index, as: UInt32.self)
    }
  }
}
