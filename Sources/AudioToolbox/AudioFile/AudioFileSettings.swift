internal import AudioContainers
internal import AudioModel
internal import AudioPipeline
internal import CoreAudioTypes
internal import Foundation

/// The properties of a file that can be set while it is written.
struct AudioFileSettings {
  let writer: PacketFileWriter

  /// Whether a property of a file that is written can be set.
  static func canSet(_ property: AudioFilePropertyID) -> Bool {
    settable.contains(property)
  }

  private static let settable: Set<AudioFilePropertyID> = [
    kAudioFilePropertyMagicCookieData, kAudioFilePropertyChannelLayout,
    kAudioFilePropertyPacketTableInfo, kAudioFilePropertyInfoDictionary,
    kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList, kAudioFilePropertyID3Tag,
    kAudioFilePropertyReserveDuration, kAudioFilePropertyDeferSizeUpdates,
  ]

  /// Sets a property.
  ///
  /// - Throws: A documented status.
  func set(
    _ property: AudioFilePropertyID, to value: SettingValue
  ) throws(StatusError) {
    switch property {
    case kAudioFilePropertyMagicCookieData:
      let cookie = unsafe value.bytes()
      try change { $0.magicCookie = cookie }
    case kAudioFilePropertyChannelLayout:
      let layout = try unsafe value.channelLayout()
      try change { $0.channelLayout = layout }
    case kAudioFilePropertyPacketTableInfo:
      let trim = try FrameTrim(unsafe value.load(AudioFilePacketTableInfo.self))
      try change { $0.trim = trim }
    case kAudioFilePropertyInfoDictionary:
      let tags = Tags(try unsafe value.dictionary())
      try change { $0.tags = tags }
    case kAudioFilePropertyMarkerList:
      let markers = try unsafe value.markers()
      try change { $0.markers = markers }
    case kAudioFilePropertyRegionList:
      let regions = try unsafe value.regions()
      try change { $0.regions = regions }
    case kAudioFilePropertyID3Tag:
      try requireNoAudio()
      let tag = unsafe value.bytes()
      try change { $0.id3Tag = tag }
    case kAudioFilePropertyReserveDuration:
      try requireNoAudio()
      let seconds = try unsafe value.load(Float64.self)
      guard seconds.isFinite, seconds >= 0 else { throw StatusError(kAudio_ParamError) }
      try change { $0.reservedDuration = seconds }
    case kAudioFilePropertyDeferSizeUpdates:
      writer.defersSizeUpdates = try unsafe value.load(UInt32.self) != 0
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

extension FrameTrim {
  /// The same trim as Apple's structure says.
  ///
  /// - Throws: `kAudio_ParamError`, where a count is negative.
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
  /// The texts of a dictionary; numbers become texts.
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
