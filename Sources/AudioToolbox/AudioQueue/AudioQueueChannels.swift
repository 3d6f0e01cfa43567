package import AudioModel
internal import CoreAudioTypes

/// Which layouts the channels of a queue may have.
///
/// Devices take channels in the order of `WAVEFORMATEXTENSIBLE`, from its first speaker on. A decoder gives the channels in the
/// order of its codec. If no layout is set, that order decides; linear PCM is taken to be in the order of devices.
///
/// Source: Microsoft, Multiple Channel Audio Data and WAVE Files, Default Channel Ordering.
struct AudioQueueChannels {
  private let format: StreamFormat

  init(_ format: StreamFormat) {
    self.format = format
  }

  /// Speakers that have a place in the order.
  private static let speakerCount = 18
  /// Tags whose channels are in the order as they are.
  private static let tagsInOrder: Set<AudioChannelLayoutTag> = [
    kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo,
    kAudioChannelLayoutTag_StereoHeadphones, kAudioChannelLayoutTag_Binaural,
    kAudioChannelLayoutTag_MPEG_3_0_A, kAudioChannelLayoutTag_MPEG_5_1_A,
  ]

  /// The layout where the client has set none.
  var layout: AudioChannelLayout {
    var layout = AudioChannelLayout()
    switch format.channelCount {
    case 1: layout.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
    case 2: layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    case 3...Self.speakerCount:
      layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
      layout.mChannelBitmap = AudioChannelBitmap(rawValue: firstSpeakers)
    default:
      layout.mChannelLayoutTag =
        kAudioChannelLayoutTag_DiscreteInOrder | UInt32(clamping: format.channelCount)
    }
    return layout
  }

  private var firstSpeakers: UInt32 {
    format.channelCount > Self.speakerCount ? 0 : UInt32(1) << UInt32(format.channelCount) - 1
  }

  /// Which channel each channel of a device takes where a client has set an `AudioChannelLayout`: `nil` for silence.
  ///
  /// - Returns: The map; `nil` where each channel is in its place as it is.
  /// - Throws: ``StatusError`` if the bytes are no layout, are one for another number of channels, or have channels of linear PCM
  ///   without a place in the order of devices.
  func map(_ bytes: [UInt8]) throws(StatusError) -> [Int?]? {
    guard let layout = ChannelLayout(bytes: bytes) else {
      throw StatusError(kAudioQueueErr_InvalidPropertySize)
    }
    guard layout.channelCount == format.channelCount else {
      throw StatusError(kAudioQueueErr_InvalidPropertyValue)
    }
    switch arrangement(of: layout) {
    case .inOrder: return nil
    case .map(let map): return map
    case .unknown:
      guard !format.isLinearPCM else { throw StatusError(kAudioQueueErr_InvalidPropertyValue) }
      return nil
    }
  }

  /// The map if the client has set no layout: that of the codec's own order.
  var usualMap: [Int?]? {
    let layout = ChannelLayout.order(of: format.formatID, channelCount: format.channelCount)
    return layout.flatMap { map(of: $0) }
  }

  /// The map for a layout; `nil` if each channel is in its place as it is, or has none.
  func map(of layout: ChannelLayout) -> [Int?]? {
    guard layout.channelCount == format.channelCount,
      case .map(let map) = arrangement(of: layout)
    else { return nil }
    return map
  }

  private enum Arrangement {
    case inOrder
    case map([Int?])
    /// Some channels have no place in the order.
    case unknown
  }

  private func arrangement(of layout: ChannelLayout) -> Arrangement {
    // One channel is heard everywhere, wherever it is said to belong.
    let isInOrder =
      Self.tagsInOrder.contains(layout.tag)
      || layout.tag & ~0xFFFF == kAudioChannelLayoutTag_DiscreteInOrder
    if format.channelCount == 1 || isInOrder { return .inOrder }
    guard let speakers = layout.labels.flatMap(Self.speakers),
      let count = Self.channelCounts.first(where: { $0 > speakers.max() ?? 0 })
    else { return .unknown }
    let map = (0..<count).map { speakers.firstIndex(of: $0) }
    return map == (0..<format.channelCount).map { $0 } ? .inOrder : .map(map)
  }

  /// Numbers of channels whose speakers a device knows: each is one more place of the order, or a pair more.
  private static let channelCounts = [2, 3, 4, 6, 8, 9, 11, 12, 15, 18]

  /// The places of channels in the order, `nil` where one has none or two have the same.
  private static func speakers(_ labels: [ChannelLabel]) -> [Int]? {
    let hasRear = labels.contains(.leftRear) || labels.contains(.rightRear)
    var places: [Int] = []
    for label in labels {
      let place: Int
      switch label {
      // Those behind are at the back, so these are at the sides.
      case .leftSurround where hasRear, .leftSurroundDirect: place = 9
      case .rightSurround where hasRear, .rightSurroundDirect: place = 10
      case .leftRear: place = 4
      case .rightRear: place = 5
      default:
        guard 1...speakerCount ~= Int(label.usual.rawValue) else { return nil }
        place = Int(label.usual.rawValue) - 1
      }
      guard !places.contains(place) else { return nil }
      places.append(place)
    }
    return places
  }
}

/// The channels of a device for the frames of a file.
///
/// - Parameters:
///   - layout: The places of the channels.
///   - format: The frames.
/// - Returns: For each channel of the device that of the file, or `nil` for silence; `nil` if each channel is in its place.
package func deviceChannelMap(of layout: ChannelLayout, _ format: StreamFormat) -> [Int?]? {
  AudioQueueChannels(format).map(of: layout)
}
