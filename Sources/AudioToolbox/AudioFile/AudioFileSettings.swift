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
    settable.contains(property)
  }

  private static let settable: Set<AudioFilePropertyID> = [
    kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout,
    kAudioFilePropertyPacketTableInfo, kAudioFilePropertyInfoDictionary,
    kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList, kAudioFilePropertyID3Tag,
    kAudioFilePropertyAlbumArtwork, kAudioFilePropertyReserveDuration,
    kAudioFilePropertyDeferSizeUpdates,
  ]

  /// Whether a property is metadata that a tag editor can change in an existing file.
  static func isTag(_ property: AudioFilePropertyID) -> Bool {
    [
      kAudioFilePropertyInfoDictionary, kAudioFilePropertyAlbumArtwork, kAudioFilePropertyID3Tag,
    ].contains(property)
  }

  /// The metadata edit that a property makes to an existing file.
  ///
  /// - Throws: `kAudioFileOperationNotSupportedError` if the change is unsupported.
  static func tagChange(
    _ property: AudioFilePropertyID, to value: SettingValue
  ) throws(StatusError) -> TagChange {
    var change = TagChange()
    switch property {
    case kAudioFilePropertyInfoDictionary: change.tags = Tags(try value.dictionary())
    case kAudioFilePropertyAlbumArtwork: change.picture = try value.picture()
    case kAudioFilePropertyID3Tag: change.id3Tag = try value.id3Tag()
    default: throw StatusError(kAudioFileOperationNotSupportedError)
    }
    return change
  }

  /// Sets a property.
  ///
  /// - Throws: A documented status.
  func set(
    _ property: AudioFilePropertyID, to value: SettingValue
  ) throws(StatusError) {
    switch property {
    case kAudioFilePropertyMagicCookieData:
      let cookie = value.bytes()
      try change { $0.magicCookie = cookie }
    case kAudioFilePropertyChannelLayout:
      let layout = try value.channelLayout()
      try change { $0.channelLayout = layout }
    case kAudioFilePropertyPacketTableInfo:
      let trim = try FrameTrim(value.load(AudioFilePacketTableInfo.self))
      try change { $0.trim = trim }
    case kAudioFilePropertyInfoDictionary:
      let tags = Tags(try value.dictionary())
      var isPossible = true
      try change { isPossible = $0.set(tags: tags) }
      guard isPossible else { throw StatusError(kAudioFileOperationNotSupportedError) }
    case kAudioFilePropertyAlbumArtwork:
      let picture = try value.picture()
      try change { $0.set(picture: picture) }
    case kAudioFilePropertyMarkerList:
      let markers = try value.markers()
      try change { $0.markers = markers }
    case kAudioFilePropertyRegionList:
      let regions = try value.regions()
      try change { $0.regions = regions }
    case kAudioFilePropertyID3Tag:
      let tag = try value.id3Tag()
      try change { $0.id3Tag = tag }
    case kAudioFilePropertyReserveDuration:
      try requireNoAudio()
      let seconds = try value.load(Float64.self)
      guard seconds.isFinite, seconds >= 0 else { throw StatusError(kAudio_ParamError) }
      try change { $0.reservedDuration = seconds }
    case kAudioFilePropertyDeferSizeUpdates:
      writer.defersSizeUpdates = try value.load(UInt32.self) != 0
    default: throw StatusError(kAudioFileUnsupportedPropertyError)
    }
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
