package import AudioModel
internal import CoreAudioTypes

/// The channel layouts that a queue supports.
///
/// Devices take channels in the order of `WAVEFORMATEXTENSIBLE`, starting from its first speaker.
/// Decoders produce channels in the order of their codec. If no layout is set, the codec's order
/// applies, and linear PCM is assumed to be in device order.
///
/// Source: Microsoft, Multiple Channel Audio Data and WAVE Files, Default Channel Ordering.
struct AudioQueueChannels {
  private let format: StreamFormat

  init(_ format: StreamFormat) {
    self.format = format
  }

  /// The number of speakers in the order.
  private static let speakerCount = 18
  /// The tags with channels already in device order.
  private static let tagsInOrder: Set<AudioChannelLayoutTag> = [
    kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo,
    kAudioChannelLayoutTag_StereoHeadphones, kAudioChannelLayoutTag_Binaural,
    kAudioChannelLayoutTag_MPEG_3_0_A, kAudioChannelLayoutTag_MPEG_5_1_A,
  ]

  /// The layout if the client has not set one.
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

  /// Maps an `AudioChannelLayout` to device channels: the source channel of each, or `nil` for
  /// silence.
  ///
  /// - Returns: The map, or `nil` if all channels are already in place.
  /// - Throws: ``StatusError`` if the bytes are not a layout, the channel count differs, or a
  ///   linear PCM channel has no place.
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

  /// The map if the client has not set a layout: from the codec's own order.
  var usualMap: [Int?]? {
    let layout = ChannelLayout.order(of: format.formatID, channelCount: format.channelCount)
    return layout.flatMap { map(of: $0) }
  }

  /// The map for a layout, or `nil` if all channels are in place or a channel has no place.
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
    // A mono channel plays on all speakers, whatever its label.
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

  /// The supported channel counts of devices.
  ///
  /// A device with such a count has the first speakers of the order.
  private static let channelCounts = [2, 3, 4, 6, 8, 9, 11, 12, 15, 18]

  /// The places of the channels in the order, or `nil` if one is missing or used twice.
  private static func speakers(_ labels: [ChannelLabel]) -> [Int]? {
    let hasRear = labels.contains(.leftRear) || labels.contains(.rightRear)
    var places: [Int] = []
    for label in labels {
      let place: Int
      switch label {
      // Rear channels take the back places, so these take the side places.
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

/// Maps the frames of a file to device channels.
///
/// - Parameters:
///   - layout: The layout of the channels.
///   - format: The format of the frames.
/// - Returns: For each device channel, the file channel, or `nil` for silence. `nil` if all
///   channels are already in place.
package func deviceChannelMap(of layout: ChannelLayout, _ format: StreamFormat) -> [Int?]? {
  AudioQueueChannels(format).map(of: layout)
}
