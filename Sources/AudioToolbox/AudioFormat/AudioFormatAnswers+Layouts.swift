internal import AudioModel
internal import AudioProcessing
internal import CoreAudioTypes
internal import Foundation

// Channel layouts.
extension AudioFormatAnswers {
  /// The value of a channel layout property.
  static func layoutValue(
    of property: AudioFormatPropertyID, _ specifier: AudioFormatSpecifier
  ) throws(StatusError) -> PropertyValue {
    switch property {
    case kAudioFormatProperty_BitmapForLayoutTag:
      return PropertyValue(
        try speakerBits(of: ChannelLayout(tag: try unsafe specifier.load(UInt32.self))))
    case kAudioFormatProperty_ChannelLayoutForTag:
      let tag = try unsafe specifier.load(UInt32.self)
      guard tag > kAudioChannelLayoutTag_UseChannelBitmap else {
        throw StatusError(kAudioFormatUnknownFormatError)
      }
      return PropertyValue(try spelledOut(ChannelLayout(tag: tag)))
    case kAudioFormatProperty_ChannelLayoutForBitmap:
      return PropertyValue(try spelledOut(.bitmap(try unsafe specifier.load(UInt32.self))))
    case kAudioFormatProperty_TagForChannelLayout:
      let layout = try known(try unsafe specifier.channelLayout())
      return PropertyValue(try tag(of: layout))
    case kAudioFormatProperty_NumberOfChannelsForLayout:
      let layout = try known(try unsafe specifier.channelLayout())
      return PropertyValue(UInt32(clamping: layout.channelCount))
    case kAudioFormatProperty_TagsForNumberOfChannels:
      let count = try unsafe specifier.load(UInt32.self)
      return PropertyValue(list: ChannelLayout.tags(channelCount: Int(count)))
    case kAudioFormatProperty_ValidateChannelLayout:
      _ = try known(try unsafe specifier.channelLayout())
      return .bytes([])
    case kAudioFormatProperty_ChannelLayoutHash:
      let layout = try known(try unsafe specifier.channelLayout())
      return PropertyValue(hash(layout))
    case kAudioFormatProperty_AreChannelLayoutsEquivalent:
      let (first, second) = try unsafe specifier.channelLayouts()
      let areEqual = try known(first).labels.map { $0 == second.labels } ?? (first == second)
      return PropertyValue(areEqual ? 1 : 0 as UInt32)
    case kAudioFormatProperty_ChannelMap, kAudioFormatProperty_MatrixMixMap:
      return try unsafe mapping(property, specifier.channelLayouts())
    default: return .object(try unsafe name(property, specifier) as NSString)
    }
  }

  /// The loudspeakers of a layout as bits.
  private static func speakerBits(of layout: ChannelLayout) throws(StatusError) -> UInt32 {
    guard let bits = try known(layout).speakerBits else {
      throw StatusError(kAudioFormatUnsupportedDataFormatError)
    }
    return bits
  }

  /// A channel map, or the levels of a mix.
  private static func mapping(
    _ property: AudioFormatPropertyID, _ layouts: (ChannelLayout, ChannelLayout)
  ) throws(StatusError) -> PropertyValue {
    let (input, output) = (try spelledOut(layouts.0), try spelledOut(layouts.1))
    let (inputCount, outputCount) = (input.channelCount, output.channelCount)
    guard inputCount > 0, outputCount > 0 else { throw StatusError(kAudio_ParamError) }
    guard inputCount <= mostMixed, outputCount <= mostMixed else {
      throw StatusError(kAudioFormatUnsupportedDataFormatError)
    }
    if property == kAudioFormatProperty_MatrixMixMap {
      return PropertyValue(list: Downmix.levels(from: input, inputCount, to: output, outputCount))
    }
    var arrangement = ChannelArrangement()
    arrangement.input = input
    arrangement.output = output
    return PropertyValue(
      list: arrangement.map(inputCount, to: outputCount).map { Int32($0 ?? -1) })
  }

  /// The maximum number of channels to map, to limit memory.
  private static let mostMixed = 256

  /// The name of a layout or a channel.
  private static func name(
    _ property: AudioFormatPropertyID, _ specifier: AudioFormatSpecifier
  ) throws(StatusError) -> String {
    let name: String?
    switch property {
    case kAudioFormatProperty_ChannelLayoutName:
      name = try known(try unsafe specifier.channelLayout()).name
    case kAudioFormatProperty_ChannelLayoutSimpleName:
      name = try known(try unsafe specifier.channelLayout()).simpleName
    case kAudioFormatProperty_ChannelName:
      let channel = try unsafe specifier.load(AudioChannelDescription.self)
      name = ChannelLabel(rawValue: channel.mChannelLabel).name
    case kAudioFormatProperty_ChannelShortName:
      let channel = try unsafe specifier.load(AudioChannelDescription.self)
      name = ChannelLabel(rawValue: channel.mChannelLabel).shortName
    default: throw StatusError(kAudioFormatUnsupportedPropertyError)
    }
    guard let name else { throw StatusError(kAudioFormatUnknownFormatError) }
    return name
  }

  /// A layout, if it states its channels.
  private static func known(_ layout: ChannelLayout) throws(StatusError) -> ChannelLayout {
    guard layout.isKnown else { throw StatusError(kAudioFormatUnknownFormatError) }
    return layout
  }

  /// A layout with descriptions of all channels.
  static func spelledOut(_ layout: ChannelLayout) throws(StatusError) -> ChannelLayout {
    if layout.tag == kAudioChannelLayoutTag_UseChannelDescriptions { return layout }
    guard let labels = layout.labels else { throw StatusError(kAudioFormatUnknownFormatError) }
    return ChannelLayout(
      tag: 0, descriptions: labels.map { ChannelDescription(label: $0.rawValue) })
  }

  private static func tag(of layout: ChannelLayout) throws(StatusError) -> UInt32 {
    if layout.tag > kAudioChannelLayoutTag_UseChannelBitmap { return layout.tag }
    guard let tag = layout.labels.flatMap({ ChannelLayout.tags(of: $0).first }) else {
      throw StatusError(kAudioFormatUnknownFormatError)
    }
    return tag
  }

  /// A stable hash of a layout: FNV-1a over its labels.
  private static func hash(_ layout: ChannelLayout) -> UInt32 {
    let words = layout.labels?.map(\.rawValue) ?? [layout.tag]
    return words.reduce(0x811C_9DC5) { hash, word in
      [0, 8, 16, 24].reduce(hash) { ($0 ^ (word >> $1 & 0xFF)) &* 0x0100_0193 }
    }
  }
}
