internal import AudioModel
import AudioToolbox
internal import Foundation

/// The format in a settings dictionary.
struct FormatSettings {
  var description: AudioStreamBasicDescription
  var layout: AVAudioChannelLayout?

  init(description: AudioStreamBasicDescription, layout: AVAudioChannelLayout?) {
    self.description = description
    self.layout = layout
  }

  /// Reads a dictionary, or returns `nil` if it does not define a format.
  init?(_ settings: [String: Any]) {
    guard let formatID = settings.number(AVFormatIDKey).flatMap({ UInt32(exactly: $0) }),
      let sampleRate = settings.number(AVSampleRateKey), sampleRate > 0
    else { return nil }
    if let data = settings[AVChannelLayoutKey] as? Data {
      guard let layout = AVAudioChannelLayout(data) else { return nil }
      self.layout = layout
    }
    let stated = settings.number(AVNumberOfChannelsKey).flatMap { UInt32(exactly: $0) }
    guard let channels = stated ?? layout?.channelCount, channels > 0,
      layout.map({ $0.channelCount == channels }) ?? (channels <= 2)
    else { return nil }
    guard formatID == kAudioFormatLinearPCM else {
      description = Self.completed(
        AudioStreamBasicDescription(
          mSampleRate: sampleRate, mFormatID: formatID, mFormatFlags: 0, mBytesPerPacket: 0,
          mFramesPerPacket: 0, mBytesPerFrame: 0, mChannelsPerFrame: channels,
          mBitsPerChannel: 0, mReserved: 0))
      return
    }
    let isFloat = settings.truth(AVLinearPCMIsFloatKey)
    let bits = settings.number(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
    guard (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits) else { return nil }
    description = .linearPCM(
      sampleRate: sampleRate, channels: channels, bits: UInt32(bits), isFloat: isFloat,
      isBigEndian: settings.truth(AVLinearPCMIsBigEndianKey),
      interleaved: !settings.truth(AVLinearPCMIsNonInterleaved))
  }

  /// The dictionary, with numbers as Foundation objects.
  var dictionary: [String: Any] {
    var settings: [String: Any] = [
      AVFormatIDKey: NSNumber(value: description.mFormatID),
      AVSampleRateKey: NSNumber(value: description.mSampleRate),
      AVNumberOfChannelsKey: NSNumber(value: description.mChannelsPerFrame),
    ]
    if description.isLinearPCM {
      let flags = description.mFormatFlags
      settings[AVLinearPCMBitDepthKey] = NSNumber(value: description.mBitsPerChannel)
      settings[AVLinearPCMIsFloatKey] = NSNumber(value: flags & kAudioFormatFlagIsFloat != 0)
      settings[AVLinearPCMIsBigEndianKey] = NSNumber(
        value: flags & kAudioFormatFlagIsBigEndian != 0)
      settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: !description.isInterleaved)
    }
    settings[AVChannelLayoutKey] = layout?.data
    return settings
  }

  /// Fills in the fields that the format identifier determines; unknown formats stay unchanged.
  private static func completed(
    _ description: AudioStreamBasicDescription
  ) -> AudioStreamBasicDescription {
    let format = StreamFormat(
      sampleRate: description.mSampleRate, formatID: FourCC(rawValue: description.mFormatID),
      channelCount: Int(description.mChannelsPerFrame)
    ).completedByHabit
    var completed = description
    completed.mBytesPerPacket = UInt32(format.bytesPerPacket)
    completed.mFramesPerPacket = UInt32(format.framesPerPacket)
    completed.mBytesPerFrame = UInt32(format.bytesPerFrame)
    completed.mBitsPerChannel = UInt32(format.bitsPerChannel)
    return completed
  }
}

extension AVAudioChannelLayout {
  /// Makes a layout from its bytes, or `nil` if they are too few or not a valid layout.
  fileprivate convenience init?(_ data: Data) {
    let headSize = AudioChannelLayout.sizeInBytes(maximumDescriptions: 0)
    guard data.count >= headSize else { return nil }
    // Safe: the copy has room for the bytes and for one description, which the type reads. The
    // bytes contain all descriptions that the layout counts.
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Swift.max(data.count, MemoryLayout<AudioChannelLayout>.size),
      alignment: MemoryLayout<AudioChannelLayout>.alignment)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(
      as: UInt8.self, repeating: 0,
      count: Swift.max(data.count, MemoryLayout<AudioChannelLayout>.size))
    unsafe data.copyBytes(
      to: memory.assumingMemoryBound(to: UInt8.self), count: data.count)
    let layout = unsafe memory.assumingMemoryBound(to: AudioChannelLayout.self)
    let room = (data.count - headSize) / MemoryLayout<AudioChannelDescription>.stride
    guard unsafe Int(layout.pointee.mNumberChannelDescriptions) <= room else { return nil }
    unsafe self.init(layout: layout)
    guard channelCount > 0 else { return nil }
  }

  /// The bytes of the layout.
  fileprivate var data: Data {
    // Safe: the memory has as many bytes as the layout reports.
    unsafe Data(bytes: layout, count: value.sizeInBytes)
  }
}
