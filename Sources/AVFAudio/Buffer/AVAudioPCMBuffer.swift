public import AudioToolbox
public import Foundation

/// Samples in memory.
// Unchecked, like its superclass.
@safe open class AVAudioPCMBuffer: AVAudioBuffer, @unchecked Sendable {
  /// The number of frames the buffer has room for.
  public let frameCapacity: AVAudioFrameCount
  /// The first sample of each channel.
  private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer>?

  /// Makes a buffer of silence with room for frames, and a length of 0.
  ///
  /// Fails if the format is not linear PCM, or if the byte count overflows 32 bits.
  public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    let description = format.basicDescription
    let (bytes, overflow) = frameCapacity.multipliedReportingOverflow(
      by: description.mBytesPerFrame)
    guard description.isLinearPCM, description.mBytesPerFrame > 0, !overflow else { return nil }
    let isSeparate = !description.isInterleaved
    let memory = BufferMemory(
      bufferCount: isSeparate ? Int(description.mChannelsPerFrame) : 1,
      channelsPerBuffer: isSeparate ? 1 : description.mChannelsPerFrame, byteCapacity: Int(bytes))
    self.frameCapacity = frameCapacity
    unsafe channels = Self.channels(of: memory, description)
    super.init(format: format, memory: memory)
  }

  /// Makes a buffer around existing memory, with a length that covers all of it.
  ///
  /// Fails if the format is not linear PCM, the number of buffers does not match it, or a buffer
  /// has no memory.
  ///
  /// - Parameters:
  ///   - format: The format of the audio in memory.
  ///   - bufferList: The memory, not copied.
  ///   - deallocator: Called with the list when the buffer is deallocated.
  public init?(
    pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
    deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
  ) {
    let description = format.basicDescription
    // Safe: the client guarantees that the list is valid.
    let list = unsafe UnsafeMutableAudioBufferListPointer(
      UnsafeMutablePointer(mutating: bufferList))
    let count = description.isInterleaved ? 1 : Int(description.mChannelsPerFrame)
    guard description.isLinearPCM, description.mBytesPerFrame > 0, unsafe list.count == count,
      unsafe list.allSatisfy({ unsafe $0.mData != nil })
    else { return nil }
    let bytes = unsafe list.map { unsafe $0.mDataByteSize }.min() ?? 0
    frameCapacity = bytes / description.mBytesPerFrame
    let memory = unsafe BufferMemory(
      bufferList, byteCapacity: Int(frameCapacity * description.mBytesPerFrame),
      deallocator: deallocator)
    unsafe channels = Self.channels(of: memory, description)
    super.init(format: format, memory: memory)
    frameLength = frameCapacity
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe channels?.deallocate()
  }

  private static func channels(
    of memory: BufferMemory, _ description: AudioStreamBasicDescription
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer>? {
    let count = Int(description.mChannelsPerFrame)
    let pointers = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: max(count, 1))
    for channel in 0..<count {
      let base =
        unsafe description.isInterleaved
        ? memory.used[0].mData.map { unsafe $0 + channel * Int(description.bytesPerSample) }
        : memory.used[channel].mData
      guard let base = unsafe base else {
        unsafe pointers.deallocate()
        return nil
      }
      // Safe: the memory has room for `count` pointers.
      unsafe (pointers + channel).initialize(to: base)
    }
    return unsafe pointers
  }

  /// The number of valid frames.
  ///
  /// - Precondition: At most ``frameCapacity``.
  public var frameLength: AVAudioFrameCount {
    get { AVAudioFrameCount(memory.byteCount) / format.basicDescription.mBytesPerFrame }
    set {
      precondition(newValue <= frameCapacity, "frameLength exceeds frameCapacity")
      memory.byteCount = Int(newValue) * Int(format.basicDescription.mBytesPerFrame)
    }
  }

  /// The distance in samples between consecutive samples of a channel.
  public var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

  /// The first sample of each channel, or `nil` if the samples are not Float32.
  public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
    guard format.commonFormat == .pcmFormatFloat32 else { return nil }
    return unsafe channels(of: Float.self)
  }

  /// The first sample of each channel, or `nil` if the samples are not Int16.
  public var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
    guard format.commonFormat == .pcmFormatInt16 else { return nil }
    return unsafe channels(of: Int16.self)
  }

  /// The first sample of each channel, or `nil` if the samples are not Int32.
  public var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
    guard format.commonFormat == .pcmFormatInt32 else { return nil }
    return unsafe channels(of: Int32.self)
  }

  private func channels<Sample>(
    of type: Sample.Type
  ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
    // Safe: the pointers differ only in type, and the memory holds samples of that type.
    unsafe channels.map { pointers in
      unsafe UnsafePointer(
        UnsafeMutableRawPointer(pointers).assumingMemoryBound(
          to: UnsafeMutablePointer<Sample>.self))
    }
  }

  /// Makes a copy with its own memory.
  @discardableResult
  open override func mutableCopy(with zone: NSZone? = nil) -> Any {
    guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else {
      preconditionFailure("not enough memory for the copy of the buffer")
    }
    memory.copyBytes(to: copy.memory)
    return copy
  }
}
