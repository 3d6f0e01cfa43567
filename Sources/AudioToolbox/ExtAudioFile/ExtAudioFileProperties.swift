internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

/// The properties of a file.
extension ExtAudioFileObject {
  private typealias Table = PropertyTable<ExtAudioFileObject, SettingValue>

  private static let properties = Table(fileProperties, clientProperties, bufferProperties)

  /// The size of a property value in bytes.
  func size(of property: ExtAudioFilePropertyID) throws(StatusError) -> Int {
    guard let size = try Self.properties.size(of: property, self) else {
      throw StatusError(kExtAudioFileError_InvalidProperty)
    }
    return size
  }

  /// Whether a property is settable.
  func canSet(_ property: ExtAudioFilePropertyID) -> Bool {
    Self.properties.canSet(property, self)
  }

  /// The current value of a property.
  func value(of property: ExtAudioFilePropertyID) throws(StatusError) -> PropertyValue {
    guard let value = try Self.properties.value(of: property, self) else {
      throw StatusError(kExtAudioFileError_InvalidProperty)
    }
    return value
  }

  /// Sets a property to a client's value.
  func set(
    _ property: ExtAudioFilePropertyID, to value: SettingValue
  ) throws(StatusError) {
    guard try Self.properties.set(property, of: self, to: value) else {
      throw StatusError(kExtAudioFileError_InvalidProperty)
    }
  }

  // MARK: Table

  private static let fileProperties: [ExtAudioFilePropertyID: Table.Property] = [
    kExtAudioFileProperty_FileDataFormat: .init {
      PropertyValue(AudioStreamBasicDescription($0.fileFormat))
    },
    kExtAudioFileProperty_FileChannelLayout: .init(
      { (object) throws(StatusError) in
        if let layout = object.fileLayout { return PropertyValue(layout) }
        return try object.fileValue(of: kAudioFilePropertyChannelLayout)
      },
      set: { (object, value) throws(StatusError) in
        let layout = try layout(value, channelCount: object.fileFormat.channelCount)
        try object.setFileLayout(layout)
      }),
    kExtAudioFileProperty_AudioFile: .init {
      PropertyValue(UInt(bitPattern: unsafe $0.fileReference))
    },
    kExtAudioFileProperty_FileMaxPacketSize: .init { (object) throws(StatusError) in
      PropertyValue(UInt32(clamping: try object.fileMaximumPacketSize()))
    },
    kExtAudioFileProperty_FileLengthFrames: .init { (object) throws(StatusError) in
      PropertyValue(try object.frameCount())
    },
    kExtAudioFileProperty_PacketTable: Table.Property(
      { (object) throws(StatusError) in try object.packetTable() },
      canSet: { $0.canSetPacketTable },
      set: { (object, value) throws(StatusError) in
        try object.setPacketTable(try load(AudioFilePacketTableInfo.self, value))
      }
    ).sized { (object) throws(StatusError) in
      object.canSetPacketTable
        ? MemoryLayout<AudioFilePacketTableInfo>.size : try object.packetTable().byteCount
    },
  ]

  private static let clientProperties: [ExtAudioFilePropertyID: Table.Property] = [
    kExtAudioFileProperty_ClientDataFormat: .init(
      { (object) throws(StatusError) in
        PropertyValue(AudioStreamBasicDescription(try object.requiredClientFormat()))
      },
      set: { (object, value) throws(StatusError) in
        let format = try load(AudioStreamBasicDescription.self, value)
        try object.setClientFormat(StreamFormat(format))
      }),
    kExtAudioFileProperty_ClientChannelLayout: .init(
      { $0.clientLayout.map { PropertyValue($0) } },
      set: { (object, value) throws(StatusError) in
        object.clientLayout = try layout(value, channelCount: object.clientFormat?.channelCount)
        try object.arrangeClientChannels()
      }),
    kExtAudioFileProperty_ClientMaxPacketSize: .init { (object) throws(StatusError) in
      PropertyValue(UInt32(clamping: try object.requiredClientFormat().bytesPerPacket))
    },
    kExtAudioFileProperty_CodecManufacturer: .init(
      { PropertyValue($0.codecManufacturer) },
      set: { (object, value) throws(StatusError) in
        try object.setCodecManufacturer(try load(UInt32.self, value))
      }),
    kExtAudioFileProperty_AudioConverter: .init {
      PropertyValue(UInt(bitPattern: unsafe $0.reference()))
    },
    kExtAudioFileProperty_ConverterConfig: Table.Property(
      nil,
      set: { (object, value) throws(StatusError) in
        try object.configureConverter(value)
        try object.converterHasChanged()
      }
    ).sized { _ in MemoryLayout<UInt>.size },
  ]

  private static let bufferProperties: [ExtAudioFilePropertyID: Table.Property] = [
    kExtAudioFileProperty_IOBufferSizeBytes: .init(
      { PropertyValue($0.bufferByteCount) },
      set: { (object, value) throws(StatusError) in
        try object.setBufferByteCount(try load(UInt32.self, value))
      }),
    kExtAudioFileProperty_IOBuffer: .init(
      { PropertyValue(UInt(bitPattern: unsafe $0.buffer)) },
      set: { (object, value) throws(StatusError) in
        try unsafe object.setBuffer(
          UnsafeMutableRawPointer(bitPattern: try load(UInt.self, value)))
      }),
  ]

  // MARK: Formats

  private func requiredClientFormat() throws(StatusError) -> StreamFormat {
    guard let format = clientFormat else {
      throw StatusError(kExtAudioFileError_InvalidOperationOrder)
    }
    return format
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
    guard try Self.load(UInt.self, value) != 0, let converter else { return }
    try AudioConverterObject(converter).set(settings: value)
  }

  private static func load<Value: BitwiseCopyable>(
    _ type: Value.Type, _ value: SettingValue
  ) throws(StatusError) -> Value {
    do {
      return try value.load(type)
    } catch {
      throw StatusError(kExtAudioFileError_InvalidPropertySize)
    }
  }

  /// A channel layout set by a client.
  ///
  /// - Throws: `kExtAudioFileError_InvalidChannelMap` if the channel count differs.
  private static func layout(
    _ value: SettingValue, channelCount: Int?
  ) throws(StatusError) -> ChannelLayout {
    let layout: ChannelLayout
    do {
      layout = try value.channelLayout()
    } catch {
      throw StatusError(kExtAudioFileError_InvalidPropertySize)
    }
    guard layout.channelCount == channelCount else {
      throw StatusError(kExtAudioFileError_InvalidChannelMap)
    }
    return layout
  }

  // MARK: Packets

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
    return PropertyValue(AudioFilePacketTableInfo(trim))
  }

  private var canSetPacketTable: Bool {
    switch use {
    case .reading: true
    case .writing(let writer): writer.canStateTrim
    case .pending: false
    }
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
