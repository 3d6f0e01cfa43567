import AudioToolbox
import ToolSupport

/// Decodes the packets of one stream to Float32, without the inaudible frames.
final class StreamDecoder {
  /// Whether the decoder has returned all frames.
  private(set) var hasEnded = false

  private let link: StreamLink
  private let format: AudioStreamBasicDescription
  private let converter: AudioConverterRef
  /// The last packet passed to the converter.
  private let storage = PacketStorage()

  /// The input status for packets that have not arrived yet.
  private static let dry: OSStatus = 0x6472_7921

  init(_ link: StreamLink, to format: AudioStreamBasicDescription) throws(ToolFailure) {
    self.link = link
    self.format = format
    var (source, target) = (link.format, format)
    var made: AudioConverterRef?
    let status = AudioConverterNew(&source, &target, &made)
    guard status == noErr, let made else { throw ToolFailure(status: status) }
    converter = made
    let cookie = link.magicCookie
    if !cookie.isEmpty {
      try set(kAudioConverterDecompressionMagicCookie, cookie)
    }
    try arrangeChannels()
    try takeTable()
  }

  deinit {
    AudioConverterDispose(converter)
  }

  /// The output format for a stream.
  static func floats(like format: AudioStreamBasicDescription) -> AudioStreamBasicDescription {
    let width = 4 * format.mChannelsPerFrame
    return AudioStreamBasicDescription(
      mSampleRate: format.mSampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: width,
      mFramesPerPacket: 1, mBytesPerFrame: width, mChannelsPerFrame: format.mChannelsPerFrame,
      mBitsPerChannel: 32, mReserved: 0)
  }

  /// Plays a single channel on both sides, and mixes surplus channels into the existing ones.
  private func arrangeChannels() throws(ToolFailure) {
    if link.format.mChannelsPerFrame == 1, format.mChannelsPerFrame == 2 {
      try set(kAudioConverterChannelMap, [Int32(0), 0])
    } else if link.format.mChannelsPerFrame > format.mChannelsPerFrame {
      try set(kAudioConverterPropertyPerformDownmix, [UInt32(1)])
    }
  }

  private func set<Value: BitwiseCopyable>(
    _ property: AudioConverterPropertyID, _ values: [Value]
  ) throws(ToolFailure) {
    let size = UInt32(values.count * MemoryLayout<Value>.stride)
    let status = AudioConverterSetProperty(converter, property, size, values)
    guard status == noErr else { throw ToolFailure(status: status) }
  }

  /// Updates the numbers of inaudible frames.
  func takeTable() throws(ToolFailure) {
    guard let table = link.table else { return }
    // FLAC packets contain no padding frames.
    let isFilled = table.mNumberValidFrames > 0 && link.format.mFormatID != kAudioFormatFLAC
    let trim = [
      UInt32(clamping: table.mPrimingFrames),
      isFilled ? UInt32(clamping: table.mRemainderFrames) : 0,
    ]
    try set(kAudioConverterPrimeInfo, trim)
  }

  /// Decodes frames.
  ///
  /// - Parameters:
  ///   - count: The largest number of frames.
  ///   - memory: Room for that number of frames.
  /// - Returns: The number of frames; 0 if more packets are needed, or at the end.
  /// - Throws: The reason why packets cannot be decoded.
  func decode(_ count: Int, into memory: UnsafeMutableRawPointer) throws(ToolFailure) -> Int {
    guard !hasEnded else { return 0 }
    var made = UInt32(clamping: count)
    var list = AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(
        mNumberChannels: format.mChannelsPerFrame,
        mDataByteSize: made * format.mBytesPerFrame, mData: memory))
    let status = AudioConverterFillComplexBuffer(
      converter,
      { _, count, list, descriptions, context in
        guard let context else { return kAudio_ParamError }
        return Unmanaged<StreamDecoder>.fromOpaque(context).takeUnretainedValue()
          .give(&count.pointee, &list.pointee, descriptions)
      }, Unmanaged.passUnretained(self).toOpaque(), &made, &list, nil)
    guard status == noErr || status == Self.dry else { throw ToolFailure(status: status) }
    if status == noErr, made == 0 { hasEnded = true }
    return Int(made)
  }

  /// Passes a packet to the converter.
  private func give(
    _ count: inout UInt32, _ list: inout AudioBufferList,
    _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    count = 0
    list.mBuffers.mDataByteSize = 0
    guard let next = link.takePacket() else { return link.isOver ? noErr : Self.dry }
    storage.take(next)
    count = 1
    list.mBuffers.mData = storage.bytes
    list.mBuffers.mDataByteSize = UInt32(next.count)
    descriptions?.pointee = storage.description
    return noErr
  }

  /// A packet in memory that does not move until the next one.
  private final class PacketStorage {
    private(set) var bytes = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 16)
    private var capacity = 1
    let description = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 1)

    deinit {
      bytes.deallocate()
      description.deallocate()
    }

    func take(_ packet: [UInt8]) {
      if packet.count > capacity {
        bytes.deallocate()
        bytes = .allocate(byteCount: packet.count, alignment: 16)
        capacity = packet.count
      }
      packet.withUnsafeBytes { source in
        if let start = source.baseAddress {
          bytes.copyMemory(from: start, byteCount: source.count)
        }
      }
      description.pointee = AudioStreamPacketDescription(
        mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
    }
  }
}
