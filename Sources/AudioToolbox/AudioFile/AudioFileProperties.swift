internal import AudioContainers
internal import AudioModel
internal import AudioPipeline
internal import CoreAudioTypes
internal import Foundation

/// The properties of a file that is open for reading.
struct AudioFileProperties {
  let file: PacketFile

  init(of file: PacketFile) {
    self.file = file
  }

  /// Bytes of a property's value, found without a walk over the file.
  ///
  /// - Returns: The size.
  /// - Throws: `kAudioFileUnsupportedPropertyError`, where the file has no such property.
  func size(of property: AudioFilePropertyID) throws(StatusError) -> Int {
    guard has(property) else { throw StatusError(kAudioFileUnsupportedPropertyError) }
    if let size = Self.fixedSizes[property] { return size }
    return try value(of: property).byteCount
  }

  /// The value of a property.
  ///
  /// - Parameters:
  ///   - property: Which one.
  ///   - argument: The client's memory, for those that answer a question.
  /// - Returns: The value.
  /// - Throws: A documented status.
  func value(
    of property: AudioFilePropertyID, asked argument: PropertyArgument? = nil
  ) throws(StatusError) -> PropertyValue {
    guard has(property) else { throw StatusError(kAudioFileUnsupportedPropertyError) }
    if let value = headerValue(of: property) { return value }
    if let value = try measuredValue(of: property) { return value }
    guard let argument else { throw StatusError(kAudioFileBadPropertySizeError) }
    return try AudioFileTranslations(file: file).value(of: property, asked: argument)
  }

  /// Whether this file can answer for a property.
  private func has(_ property: AudioFilePropertyID) -> Bool {
    switch property {
    case kAudioFilePropertyMagicCookieData: !file.info.magicCookie.isEmpty
    case kAudioFilePropertyChannelLayout: file.info.channelLayout != nil
    case kAudioFilePropertyPacketTableInfo: file.info.trim != nil
    // Compressed audio does not tell what it was made of.
    case kAudioFilePropertySourceBitDepth: file.info.format.bitsPerChannel > 0
    case kAudioFilePropertyFormatList: true
    default: Self.fixedSizes[property] != nil
    }
  }

  /// Properties whose values have one size.
  private static let fixedSizes: [AudioFilePropertyID: Int] = [
    kAudioFilePropertyFileFormat: MemoryLayout<AudioFileTypeID>.size,
    kAudioFilePropertyDataFormat: MemoryLayout<AudioStreamBasicDescription>.size,
    kAudioFilePropertyIsOptimized: MemoryLayout<UInt32>.size,
    kAudioFilePropertyAudioDataByteCount: MemoryLayout<UInt64>.size,
    kAudioFilePropertyAudioDataPacketCount: MemoryLayout<UInt64>.size,
    kAudioFilePropertyMaximumPacketSize: MemoryLayout<UInt32>.size,
    kAudioFilePropertyDataOffset: MemoryLayout<Int64>.size,
    kAudioFilePropertyChannelLayout: MemoryLayout<AudioChannelLayout>.size,
    kAudioFilePropertyDeferSizeUpdates: MemoryLayout<UInt32>.size,
    kAudioFilePropertyDataFormatName: MemoryLayout<UInt>.size,
    kAudioFilePropertyInfoDictionary: MemoryLayout<UInt>.size,
    kAudioFilePropertyPacketTableInfo: MemoryLayout<AudioFilePacketTableInfo>.size,
    kAudioFilePropertyPacketSizeUpperBound: MemoryLayout<UInt32>.size,
    kAudioFilePropertyEstimatedDuration: MemoryLayout<Float64>.size,
    kAudioFilePropertyBitRate: MemoryLayout<UInt32>.size,
    kAudioFilePropertySourceBitDepth: MemoryLayout<Int32>.size,
    kAudioFilePropertyAudioTrackCount: MemoryLayout<UInt32>.size,
    kAudioFilePropertyRestrictsRandomAccess: MemoryLayout<UInt32>.size,
    kAudioFilePropertyPacketToFrame: MemoryLayout<AudioFramePacketTranslation>.size,
    kAudioFilePropertyFrameToPacket: MemoryLayout<AudioFramePacketTranslation>.size,
    kAudioFilePropertyPacketToByte: MemoryLayout<AudioBytePacketTranslation>.size,
    kAudioFilePropertyByteToPacket: MemoryLayout<AudioBytePacketTranslation>.size,
    kAudioFilePropertyPacketRangeByteCountUpperBound:
      MemoryLayout<AudioPacketRangeByteCountTranslation>.size,
    kAudioFilePropertyPacketToRollDistance:
      MemoryLayout<AudioPacketRollDistanceTranslation>.size,
    kAudioFilePropertyPreviousIndependentPacket:
      MemoryLayout<AudioIndependentPacketTranslation>.size,
    kAudioFilePropertyNextIndependentPacket:
      MemoryLayout<AudioIndependentPacketTranslation>.size,
    kAudioFilePropertyPacketToDependencyInfo:
      MemoryLayout<AudioPacketDependencyInfoTranslation>.size,
  ]

  /// What the header tells.
  private func headerValue(of property: AudioFilePropertyID) -> PropertyValue? {
    let info = file.info
    switch property {
    case kAudioFilePropertyFileFormat: return PropertyValue(info.fileType.rawValue)
    case kAudioFilePropertyDataFormat:
      return PropertyValue(AudioStreamBasicDescription(info.format))
    case kAudioFilePropertyFormatList:
      return PropertyValue(formatsOf: info)
    case kAudioFilePropertyMagicCookieData: return .bytes(info.magicCookie)
    case kAudioFilePropertyChannelLayout:
      return info.channelLayout.map { PropertyValue(AudioChannelLayout($0)) }
    case kAudioFilePropertyDataOffset: return PropertyValue(Int64(clamping: info.dataOffset))
    case kAudioFilePropertyPacketSizeUpperBound:
      return PropertyValue(UInt32(clamping: info.packetSizeUpperBound))
    case kAudioFilePropertySourceBitDepth:
      let bits = Int32(clamping: info.format.bitsPerChannel)
      let isFloat = info.format.isLinearPCM && info.format.pcmFlags.contains(.float)
      return PropertyValue(isFloat ? -bits : bits)
    case kAudioFilePropertyDataFormatName:
      return .object(AudioFormatNames.name(of: info.format.formatID.rawValue) as NSString)
    case kAudioFilePropertyAudioTrackCount: return PropertyValue(UInt32(clamping: info.trackCount))
    case kAudioFilePropertyDeferSizeUpdates: return PropertyValue(UInt32(1))
    case kAudioFilePropertyRestrictsRandomAccess: return PropertyValue(UInt32(0))
    default: return nil
    }
  }

  /// What a walk over the packets tells, where the packets are not constant.
  private func measuredValue(
    of property: AudioFilePropertyID
  ) throws(StatusError) -> PropertyValue? {
    try withStatus { () throws(PacketError) -> PropertyValue? in
      switch property {
      case kAudioFilePropertyAudioDataByteCount: PropertyValue(try file.dataByteCount())
      case kAudioFilePropertyAudioDataPacketCount: PropertyValue(try file.packetCount())
      case kAudioFilePropertyMaximumPacketSize:
        PropertyValue(UInt32(clamping: try file.maximumPacketSize()))
      case kAudioFilePropertyIsOptimized: PropertyValue(UInt32(try file.endsWithAudio() ? 1 : 0))
      case kAudioFilePropertyEstimatedDuration: PropertyValue(try file.duration())
      case kAudioFilePropertyBitRate: PropertyValue(UInt32(clamping: try file.bitRate()))
      case kAudioFilePropertyPacketTableInfo:
        try file.frameTrim().map { PropertyValue(AudioFilePacketTableInfo($0)) }
      case kAudioFilePropertyInfoDictionary: .object(try infoDictionary())
      default: nil
      }
    }
  }

  private func infoDictionary() throws(PacketError) -> NSDictionary {
    // Tags may stand behind the audio.
    try file.scanAll()
    var values = file.info.tags.values
    values[kAFInfoDictionary_ApproximateDurationInSeconds] = Self.text(
      seconds: try file.duration())
    return values as NSDictionary
  }

  /// Seconds with three decimals, without the megabyte that Foundation's formatting brings along.
  private static func text(seconds: Double) -> String {
    let milliseconds = Int(min(max(seconds, 0) * 1000, 1e15).rounded())
    let fraction = String(milliseconds % 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.utf8.count)
    return "\(milliseconds / 1000).\(zeros)\(fraction)"
  }
}

extension AudioFilePacketTableInfo {
  /// The same trim in Apple's structure.
  init(_ trim: FrameTrim) {
    self.init(
      mNumberValidFrames: Int64(clamping: trim.validFrames),
      mPrimingFrames: Int32(clamping: trim.primingFrames),
      mRemainderFrames: Int32(clamping: trim.remainderFrames))
  }
}
