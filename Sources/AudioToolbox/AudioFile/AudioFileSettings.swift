internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

/// The settable properties of a file opened for writing.
struct AudioFileSettings {
  let writer: PacketFileWriter

  /// Whether a property of a file opened for writing is settable.
  static func canSet(_ property: AudioFilePropertyID) -> Bool {
    properties.hasSetter(property)
  }

  /// Whether a property is metadata that a tag editor can change in an existing file.
  static func isTag(_ property: AudioFilePropertyID) -> Bool { tagChanges[property] != nil }

  /// The metadata edit that a property makes to an existing file.
  ///
  /// - Throws: `kAudioFileOperationNotSupportedError` if the change is unsupported.
  static func tagChange(
    _ property: AudioFilePropertyID, to value: SettingValue
  ) throws(StatusError) -> TagChange {
    guard let makeChange = tagChanges[property] else {
      throw StatusError(kAudioFileOperationNotSupportedError)
    }
    return try makeChange(value)
  }

  /// Sets a property.
  ///
  /// - Throws: An error that `AudioFileSetProperty` documents.
  func set(
    _ property: AudioFilePropertyID, to value: SettingValue
  ) throws(StatusError) {
    guard try Self.properties.set(property, of: self, to: value) else {
      throw StatusError(kAudioFileUnsupportedPropertyError)
    }
  }

  // MARK: Tables

  private typealias Table = PropertyTable<AudioFileSettings, SettingValue>
  private typealias TagChangeMaker = @Sendable (SettingValue) throws(StatusError) -> TagChange

  private static let tagChanges: [AudioFilePropertyID: TagChangeMaker] = [
    kAudioFilePropertyInfoDictionary: { (value) throws(StatusError) in
      TagChange(tags: Tags(try value.dictionary()))
    },
    kAudioFilePropertyAlbumArtwork: { (value) throws(StatusError) in
      TagChange(picture: try value.picture())
    },
    kAudioFilePropertyID3Tag: { (value) throws(StatusError) in
      TagChange(id3Tag: try value.id3Tag())
    },
  ]

  private static let properties = Table([
    kAudioFilePropertyMagicCookieData: change({ $0.bytes() }) { $0.magicCookie = $1 },
    kAudioFilePropertyChannelLayout: change(
      { (value) throws(StatusError) in try value.channelLayout() }, { $0.channelLayout = $1 }),
    kAudioFilePropertyPacketTableInfo: change(
      { (value) throws(StatusError) in
        try FrameTrim(value.load(AudioFilePacketTableInfo.self))
      }, { $0.trim = $1 }),
    kAudioFilePropertyInfoDictionary: .init(
      nil, set: { (settings, value) throws(StatusError) in try settings.setTags(value) }),
    kAudioFilePropertyAlbumArtwork: change(
      { (value) throws(StatusError) in try value.picture() }, { $0.set(picture: $1) }),
    kAudioFilePropertyMarkerList: change(
      { (value) throws(StatusError) in try value.markers() }, { $0.markers = $1 }),
    kAudioFilePropertyRegionList: change(
      { (value) throws(StatusError) in try value.regions() }, { $0.regions = $1 }),
    kAudioFilePropertyID3Tag: change(
      { (value) throws(StatusError) in try value.id3Tag() }, { $0.id3Tag = $1 }),
    kAudioFilePropertyReserveDuration: .init(
      nil, set: { (settings, value) throws(StatusError) in try settings.reserve(value) }),
    kAudioFilePropertyDeferSizeUpdates: .init(
      nil,
      set: { (settings, value) throws(StatusError) in
        settings.writer.defersSizeUpdates = try value.load(UInt32.self) != 0
      }),
  ])

  /// A property that is part of the content of the file.
  ///
  /// - Parameters:
  ///   - load: Converts the client's value.
  ///   - store: Puts the value into the content.
  /// - Returns: The property.
  private static func change<Value>(
    _ load: @escaping @Sendable (SettingValue) throws(StatusError) -> Value,
    _ store: @escaping @Sendable (inout ContainerContent, Value) -> Void
  ) -> Table.Property {
    .init(
      nil,
      set: { (settings, value) throws(StatusError) in
        let value = try load(value)
        try settings.change { store(&$0, value) }
      })
  }

  private func setTags(_ value: SettingValue) throws(StatusError) {
    let tags = Tags(try value.dictionary())
    var isPossible = true
    try change { isPossible = $0.set(tags: tags) }
    guard isPossible else { throw StatusError(kAudioFileOperationNotSupportedError) }
  }

  private func reserve(_ value: SettingValue) throws(StatusError) {
    try requireNoAudio()
    let seconds = try value.load(Float64.self)
    guard seconds.isFinite, seconds >= 0 else { throw StatusError(kAudio_ParamError) }
    try change { $0.reservedDuration = seconds }
  }

  private func change(_ change: (inout ContainerContent) -> Void) throws(StatusError) {
    try withWriteStatus { () throws(PacketWriteError) in
      try writer.change(change)
    }
  }

  private func requireNoAudio() throws(StatusError) {
    guard writer.packetCount == 0 else {
      throw StatusError(kAudioFileOperationNotSupportedError)
    }
  }
}

extension SettingValue {
  /// The value as a JPEG or PNG picture in a `CFDataRef`.
  ///
  /// Empty data removes the picture.
  fileprivate func picture() throws(StatusError) -> [UInt8] {
    guard let reference = try unsafe load(UnsafeRawPointer?.self) else {
      throw StatusError(kAudio_ParamError)
    }
    // Safe: the value is a CFDataRef, which the client keeps alive during the call.
    let data = unsafe Unmanaged<NSData>.fromOpaque(reference).takeUnretainedValue()
    let bytes = Array(data as Data)
    guard bytes.isEmpty || PictureType(bytes) != nil else { throw StatusError(kAudio_ParamError) }
    return bytes
  }

  /// The value as a complete ID3v2 tag.
  ///
  /// Empty data removes the tag.
  fileprivate func id3Tag() throws(StatusError) -> [UInt8] {
    let bytes = bytes()
    guard bytes.isEmpty || ContainerContent.isID3Tag(bytes) else {
      throw StatusError(kAudio_ParamError)
    }
    return bytes
  }
}

extension FrameTrim {
  /// Converts Apple's structure to a trim.
  ///
  /// - Throws: `kAudio_ParamError` if a count is negative.
  fileprivate init(_ info: AudioFilePacketTableInfo) throws(StatusError) {
    guard let valid = UInt64(exactly: info.mNumberValidFrames), info.mPrimingFrames >= 0,
      info.mRemainderFrames >= 0
    else { throw StatusError(kAudio_ParamError) }
    self.init(
      primingFrames: Int(info.mPrimingFrames), validFrames: valid,
      remainderFrames: Int(info.mRemainderFrames))
  }
}

extension Tags {
  /// Creates tags from the strings of a dictionary, with numbers converted to strings.
  fileprivate init(_ dictionary: NSDictionary) {
    self.init()
    for (key, value) in dictionary {
      guard let key = key as? String, key != kAFInfoDictionary_ApproximateDurationInSeconds else {
        continue
      }
      if let text = value as? String {
        values[key] = text
      } else if let number = value as? NSNumber {
        values[key] = number.stringValue
      }
    }
  }
}
