import AudioToolbox
import ToolSupport

/// Decodes the packets of one stream to Float32, without the frames that are not to be heard.
final class StreamDecoder {
  /// Whether all frames have been given.
  private(set) var hasEnded = false

  private let link: StreamLink
  private let format: AudioStreamBasicDescription
  private let converter: AudioConverterRef
  /// The packet that the converter was given last.
  private let storage = PacketStorage()

  /// What the converter is told while packets are still to come.
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

  /// The format of what comes out of a stream.
  static func floats(like format: AudioStreamBasicDescription) -> AudioStreamBasicDescription {
    let width = 4 * format.mChannelsPerFrame
    return AudioStreamBasicDescription(
      mSampleRate: format.mSampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: width,
      mFramesPerPacket: 1, mBytesPerFrame: width, mChannelsPerFrame: format.mChannelsPerFrame,
      mBitsPerChannel: 32, mReserved: 0)
  }

  /// A single channel is heard from both sides; channels that have no place are mixed into those that have.
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

  /// Takes what is known by now of the frames that are not to be heard.
  func takeTable() throws(ToolFailure) {
    guard let table = link.table else { return }
    // Packets of FLAC hold no frames that only fill them.
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
  ///   - count: Frames at most.
  ///   - memory: Room for as many.
  /// - Returns: How many there were; none where more packets are needed, or at the end.
  /// - Throws: Why packets cannot be decoded.
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

  /// Gives the converter a packet.
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

  /// A packet in memory that stays where it is until the next one.
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
