internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

/// The properties of a file.
extension ExtAudioFileObject {
  /// The size of a property value in bytes.
  func size(of property: ExtAudioFilePropertyID) throws(StatusError) -> Int {
    switch property {
    case kExtAudioFileProperty_ConverterConfig: MemoryLayout<UInt>.size
    case kExtAudioFileProperty_PacketTable where canSet(property):
      MemoryLayout<AudioFilePacketTableInfo>.size
    default: try value(of: property).byteCount
    }
  }

  /// Whether a property is settable.
  func canSet(_ property: ExtAudioFilePropertyID) -> Bool {
    switch property {
    case kExtAudioFileProperty_ClientDataFormat, kExtAudioFileProperty_ClientChannelLayout,
      kExtAudioFileProperty_CodecManufacturer, kExtAudioFileProperty_ConverterConfig,
      kExtAudioFileProperty_IOBufferSizeBytes, kExtAudioFileProperty_IOBuffer:
      true
    case kExtAudioFileProperty_FileChannelLayout: true
    case kExtAudioFileProperty_PacketTable:
      switch use {
      case .reading: true
      case .writing(let writer): writer.canStateTrim
      case .pending: false
      }
    default: false
    }
  }

  func value(of property: ExtAudioFilePropertyID) throws(StatusError) -> PropertyValue {
    switch property {
    case kExtAudioFileProperty_FileDataFormat:
      return PropertyValue(AudioStreamBasicDescription(fileFormat))
    case kExtAudioFileProperty_ClientDataFormat:
      guard let format = clientFormat else {
        throw StatusError(kExtAudioFileError_InvalidOperationOrder)
      }
      return PropertyValue(AudioStreamBasicDescription(format))
    case kExtAudioFileProperty_FileChannelLayout:
      if let fileLayout { return PropertyValue(fileLayout) }
      return try fileValue(of: kAudioFilePropertyChannelLayout)
    case kExtAudioFileProperty_ClientChannelLayout:
      guard let clientLayout else { throw StatusError(kExtAudioFileError_InvalidProperty) }
      return PropertyValue(clientLayout)
    case kExtAudioFileProperty_CodecManufacturer: return PropertyValue(codecManufacturer)
    case kExtAudioFileProperty_AudioConverter:
      return PropertyValue(UInt(bitPattern: unsafe reference()))
    case kExtAudioFileProperty_AudioFile:
      return PropertyValue(UInt(bitPattern: unsafe fileReference))
    case kExtAudioFileProperty_FileMaxPacketSize:
      return PropertyValue(UInt32(clamping: try fileMaximumPacketSize()))
    case kExtAudioFileProperty_ClientMaxPacketSize:
      guard let format = clientFormat else {
        throw StatusError(kExtAudioFileError_InvalidOperationOrder)
      }
      return PropertyValue(UInt32(clamping: format.bytesPerPacket))
    case kExtAudioFileProperty_FileLengthFrames: return PropertyValue(try frameCount())
    case kExtAudioFileProperty_IOBufferSizeBytes: return PropertyValue(bufferByteCount)
    case kExtAudioFileProperty_IOBuffer: return PropertyValue(UInt(bitPattern: unsafe buffer))
    case kExtAudioFileProperty_PacketTable: return try packetTable()
    default: throw StatusError(kExtAudioFileError_InvalidProperty)
    }
  }

  func set(
    _ property: ExtAudioFilePropertyID, to value: SettingValue
  ) throws(StatusError) {
    switch property {
    case kExtAudioFileProperty_ClientDataFormat:
      let format = try load(AudioStreamBasicDescription.self, value)
      try setClientFormat(StreamFormat(format))
    case kExtAudioFileProperty_ClientChannelLayout:
      let layout = try layout(value)
      guard let format = clientFormat, layout.channelCount == format.channelCount else {
        throw StatusError(kExtAudioFileError_InvalidChannelMap)
      }
      clientLayout = layout
      try arrangeClientChannels()
    case kExtAudioFileProperty_FileChannelLayout:
      let layout = try layout(value)
      guard layout.channelCount == fileFormat.channelCount else {
        throw StatusError(kExtAudioFileError_InvalidChannelMap)
      }
      try setFileLayout(layout)
    case kExtAudioFileProperty_CodecManufacturer:
      try setCodecManufacturer(try load(UInt32.self, value))
    case kExtAudioFileProperty_ConverterConfig:
      try configureConverter(value)
      try converterHasChanged()
    case kExtAudioFileProperty_IOBufferSizeBytes:
      try setBufferByteCount(try load(UInt32.self, value))
    case kExtAudioFileProperty_IOBuffer:
      try unsafe setBuffer(
        UnsafeMutableRawPointer(bitPattern: try load(UInt.self, value)))
    case kExtAudioFileProperty_PacketTable:
      try setPacketTable(try load(AudioFilePacketTableInfo.self, value))
    default: throw StatusError(kExtAudioFileError_InvalidProperty)
    }
  }

  /// Selects a codec for the format of the file by manufacturer.
  ///
  /// All codecs are software.
  private func setCodecManufacturer(_ manufacturer: UInt32) throws(StatusError) {
    guard manufacturer == 0 || manufacturer == kAppleSoftwareAudioCodecManufacturer else {
      throw StatusError(kAudioConverterErr_FormatNotSupported)
    }
    codecManufacturer = manufacturer
  }

  /// Applies the client's settings, if any.
  private func configureConverter(_ value: SettingValue) throws(StatusError) {
    guard try load(UInt.self, value) != 0, let converter else { return }
    try AudioConverterObject(converter).set(settings: value)
  }

  private func load<Value: BitwiseCopyable>(
    _ type: Value.Type, _ value: SettingValue
  ) throws(StatusError) -> Value {
    do {
      return try value.load(type)
    } catch {
      throw StatusError(kExtAudioFileError_InvalidPropertySize)
    }
  }

  private func layout(_ value: SettingValue) throws(StatusError) -> ChannelLayout {
    do {
      return try value.channelLayout()
    } catch {
      throw StatusError(kExtAudioFileError_InvalidPropertySize)
    }
  }

  /// The value of a property of the underlying audio file.
  private func fileValue(
    of property: AudioFilePropertyID
  ) throws(StatusError) -> PropertyValue {
    guard let reference = unsafe fileReference else {
      throw StatusError(kExtAudioFileError_InvalidProperty)
    }
    var size: UInt32 = 0
    var status = unsafe AudioFileGetPropertyInfo(reference, property, &size, nil)
    var bytes = [UInt8](repeating: 0, count: Int(size))
    if status == noErr {
      status = unsafe AudioFileGetProperty(reference, property, &size, &bytes)
    }
    guard status == noErr else { throw StatusError(kExtAudioFileError_InvalidProperty) }
    return .bytes(Array(bytes.prefix(Int(size))))
  }

  private func fileMaximumPacketSize() throws(StatusError) -> Int {
    let size: Int
    switch use {
    case .reading(let reader):
      size = try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in
          do throws(PacketError) {
            return try reader.file.maximumPacketSize()
          } catch {
            throw .packets(error)
          }
        }
      }
    case .writing(let writer): size = writer.converter.maximumOutputPacketSize
    case .pending: size = 0
    }
    guard size > 0 else { throw StatusError(kExtAudioFileError_MaxPacketSizeUnknown) }
    return size
  }

  private func packetTable() throws(StatusError) -> PropertyValue {
    guard case .reading(let reader) = use else {
      return try fileValue(of: kAudioFilePropertyPacketTableInfo)
    }
    let trim = try exclusively { () throws(StatusError) in
      try withFrameStatus { () throws(FrameFileError) in try reader.trim() }
    }
    guard let trim else { throw StatusError(kExtAudioFileError_InvalidProperty) }
    return PropertyValue(
      AudioFilePacketTableInfo(
        mNumberValidFrames: Int64(clamping: trim.validFrames),
        mPrimingFrames: Int32(clamping: trim.primingFrames),
        mRemainderFrames: Int32(clamping: trim.remainderFrames)))
  }

  private func setPacketTable(_ table: AudioFilePacketTableInfo) throws(StatusError) {
    switch use {
    case .reading(let reader):
      try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in
          try reader.overrideTrim(
            validFrames: table.mNumberValidFrames, priming: Int(table.mPrimingFrames),
            remainder: Int(table.mRemainderFrames))
        }
      }
    case .writing(let writer):
      guard writer.canStateTrim else { throw StatusError(kExtAudioFileError_InvalidProperty) }
      guard table.mNumberValidFrames >= 0, table.mPrimingFrames >= 0 else {
        throw StatusError(kAudio_ParamError)
      }
      writer.statedTrim = (Int(table.mPrimingFrames), UInt64(table.mNumberValidFrames))
    case .pending:
      throw StatusError(kExtAudioFileError_InvalidProperty)
    }
  }
}
