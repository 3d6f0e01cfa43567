public import CCoreMIDI

extension MIDIPacket {
  /// The bytes of a packet in memory, one after the other.
  @safe
  public struct ByteSequence: @unsafe Sequence {
    /// A byte.
    public typealias Element = UInt8

    private let bytes: UnsafeRawBufferPointer

    fileprivate init(_ packet: UnsafePointer<MIDIPacket>) { unsafe bytes = packet.byteBuffer }

    /// The number of bytes.
    public var count: Int { unsafe bytes.count }

    /// Makes an iterator over the bytes.
    public func makeIterator() -> UnsafeRawBufferPointer.Iterator { unsafe bytes.makeIterator() }
  }

  /// The bytes of a packet in memory, by their index.
  @safe
  public struct ByteCollection: RandomAccessCollection {
    private let bytes: UnsafeRawBufferPointer

    /// Makes a view of a packet, which stays in memory as long as the view is used.
    public init(_ p: UnsafePointer<MIDIPacket>) { unsafe bytes = p.byteBuffer }

    /// Makes a view of a packet, or nil without a packet.
    public init?(_ p: UnsafePointer<MIDIPacket>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }

    /// The index of the first byte.
    public var startIndex: Int { 0 }
    /// The index after the last byte.
    public var endIndex: Int { unsafe bytes.count }
    /// A byte.
    public subscript(position: Int) -> UInt8 { unsafe bytes[position] }
  }
}

extension UnsafePointer where Pointee == MIDIPacket {
  /// The bytes, wherever they end.
  fileprivate var byteBuffer: UnsafeRawBufferPointer {
    // Safe: the packet has the bytes that it states.
    let raw = unsafe UnsafeRawPointer(self)
    let count = unsafe raw.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
    return unsafe UnsafeRawBufferPointer(start: raw + 10, count: Int(count))
  }

  /// The bytes of the packet, which stays in memory as long as they are used.
  public func bytes() -> MIDIPacket.ByteCollection { unsafe .init(self) }

  /// The bytes of the packet, one after the other.
  public func sequence() -> MIDIPacket.ByteSequence { unsafe .init(self) }
}

/// The bytes of a packet in memory, which a client changes.
@safe
public struct UnsafeMutableMIDIPacketPointer: MutableCollection,
  RandomAccessCollection
{
  private let packet: UnsafeMutablePointer<MIDIPacket>

  /// Makes a view of a packet, which stays in memory as long as the view is used.
  public init(_ p: UnsafeMutablePointer<MIDIPacket>) { unsafe packet = p }

  /// The index of the first byte.
  public var startIndex: Int { 0 }
  /// The index after the last byte.
  public var endIndex: Int { unsafe UnsafePointer(packet).byteBuffer.count }
  /// A byte.
  public subscript(index: Int) -> UInt8 {
    get { unsafe UnsafePointer(packet).byteBuffer[index] }
    nonmutating set {
      precondition(indices.contains(index), "no byte has this index")
      // Safe: the index is one of the packet's.
      unsafe UnsafeMutableRawPointer(packet).storeBytes(
        of: newValue, toByteOffset: 10 + index, as: UInt8.self)
    }
  }
}
