public import AudioToolbox
public import Foundation

/// Packets of a compressed format in memory.
// Unchecked, like its superclass.
@safe open class AVAudioCompressedBuffer: AVAudioBuffer, @unchecked Sendable {
  /// The number of packets the buffer has room for.
  public let packetCapacity: AVAudioPacketCount
  /// The largest packet size in bytes.
  public let maximumPacketSize: Int
  /// The number of packets in the buffer.
  public var packetCount: AVAudioPacketCount = 0 {
    didSet {
      precondition(packetCount <= packetCapacity, "packetCount exceeds packetCapacity")
    }
  }
  private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

  /// Makes an empty buffer for packets of a compressed format.
  ///
  /// - Parameters:
  ///   - format: A compressed format.
  ///   - packetCapacity: The number of packets to make room for.
  ///   - maximumPacketSize: The largest packet size in bytes.
  public init(
    format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int
  ) {
    precondition(maximumPacketSize > 0, "maximumPacketSize must be greater than 0")
    self.packetCapacity = packetCapacity
    self.maximumPacketSize = maximumPacketSize
    let description = format.basicDescription
    if description.mBytesPerPacket == 0 || description.mFramesPerPacket == 0 {
      let count = max(Int(packetCapacity), 1)
      let made = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: count)
      // Safe: the memory has room for `count` descriptions.
      unsafe made.initialize(repeating: AudioStreamPacketDescription(), count: count)
      unsafe descriptions = unsafe made
    } else {
      unsafe descriptions = nil
    }
    super.init(
      format: format,
      memory: BufferMemory(
        bufferCount: 1, channelsPerBuffer: description.mChannelsPerFrame,
        byteCapacity: Int(packetCapacity) * maximumPacketSize))
  }

  /// Makes an empty buffer for packets of constant size.
  ///
  /// - Precondition: The format states the packet size.
  public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
    let size = Int(format.basicDescription.mBytesPerPacket)
    precondition(size > 0, "packets of this format have no constant size; pass maximumPacketSize")
    self.init(format: format, packetCapacity: packetCapacity, maximumPacketSize: size)
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe descriptions?.deallocate()
  }

  /// The memory of the packets.
  public var data: UnsafeMutableRawPointer {
    guard let data = unsafe memory.used[0].mData else {
      preconditionFailure("the buffer has no memory")
    }
    return unsafe data
  }

  /// The number of bytes the buffer has room for.
  public var byteCapacity: UInt32 { UInt32(clamping: memory.byteCapacity) }

  /// The number of bytes the packets use.
  ///
  /// - Precondition: At most ``byteCapacity``.
  public var byteLength: UInt32 {
    get { UInt32(clamping: memory.byteCount) }
    set {
      precondition(newValue <= byteCapacity, "byteLength exceeds byteCapacity")
      memory.byteCount = Int(newValue)
    }
  }

  /// The position of each packet, or `nil` if all packets have the same size.
  public var packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>? {
    unsafe descriptions
  }

  /// Makes a copy with its own memory.
  @discardableResult
  open override func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = AVAudioCompressedBuffer(
      format: format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
    memory.copyBytes(to: copy.memory)
    copy.packetCount = packetCount
    if let source = unsafe descriptions, let target = unsafe copy.descriptions {
      // Safe: both buffers have room for `packetCount` descriptions.
      unsafe target.update(from: source, count: Int(packetCount))
    }
    return copy
  }
}
