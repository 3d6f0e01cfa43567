public import AudioToolbox
public import Foundation

/// Packets of a codec in memory.
// Unchecked, as the class above.
@safe open class AVAudioCompressedBuffer: AVAudioBuffer, @unchecked Sendable {
  /// Packets that there is room for.
  public let packetCapacity: AVAudioPacketCount
  /// Bytes that a packet may have.
  public let maximumPacketSize: Int
  /// Packets that the buffer holds.
  public var packetCount: AVAudioPacketCount = 0 {
    didSet {
      precondition(packetCount <= packetCapacity, "packetCount is more than packetCapacity")
    }
  }
  private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

  /// Makes an empty buffer of packets of a format.
  ///
  /// - Parameters:
  ///   - format: A codec's.
  ///   - packetCapacity: Packets to have room for.
  ///   - maximumPacketSize: Bytes that a packet may have.
  public init(
    format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int
  ) {
    precondition(maximumPacketSize > 0, "maximumPacketSize is 0")
    self.packetCapacity = packetCapacity
    self.maximumPacketSize = maximumPacketSize
    let description = format.basicDescription
    if description.mBytesPerPacket == 0 || description.mFramesPerPacket == 0 {
      let count = max(Int(packetCapacity), 1)
      let made = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: count)
      // Safe: room for as many.
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

  /// Makes an empty buffer of packets that have one size.
  ///
  /// - Precondition: The format tells the size.
  public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
    let size = Int(format.basicDescription.mBytesPerPacket)
    precondition(size > 0, "packets of this format have no one size")
    self.init(format: format, packetCapacity: packetCapacity, maximumPacketSize: size)
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe descriptions?.deallocate()
  }

  /// Where the packets are.
  public var data: UnsafeMutableRawPointer {
    guard let data = unsafe memory.used[0].mData else {
      preconditionFailure("a buffer has memory")
    }
    return unsafe data
  }

  /// Bytes that there is room for.
  public var byteCapacity: UInt32 { UInt32(clamping: memory.byteCapacity) }

  /// Bytes of the packets.
  ///
  /// - Precondition: At most ``byteCapacity``.
  public var byteLength: UInt32 {
    get { UInt32(clamping: memory.byteCount) }
    set {
      precondition(newValue <= byteCapacity, "byteLength is more than byteCapacity")
      memory.byteCount = Int(newValue)
    }
  }

  /// Where each packet lies, or `nil` where all have one size.
  public var packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>? {
    unsafe descriptions
  }

  /// A copy with memory of its own.
  @discardableResult
  open override func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = AVAudioCompressedBuffer(
      format: format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
    memory.copyBytes(to: copy.memory)
    copy.packetCount = packetCount
    if let source = unsafe descriptions, let target = unsafe copy.descriptions {
      // Safe: both have room for as many.
      unsafe target.update(from: source, count: Int(packetCount))
    }
    return copy
  }
}
