internal import AudioModel
internal import CoreAudioTypes

/// Which layouts the channels of a queue may have.
///
/// Devices take channels in the order of `WAVEFORMATEXTENSIBLE`, from its first speaker on. Decoders bring
/// the channels of a codec into that order; linear PCM is played as it comes.
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

  /// Checks an `AudioChannelLayout` that a client has set.
  ///
  /// - Throws: ``StatusError`` where it is none, is for another number of channels, or asks for an order in
  ///   which they would not be heard.
  func check(_ bytes: [UInt8]) throws(StatusError) {
    func word(_ index: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[index * 4 + $1]) << (8 * UInt32($1)) }
    }
    guard bytes.count >= 12 else { throw StatusError(kAudioQueueErr_InvalidPropertySize) }
    let (tag, bitmap, count) = (word(0), word(1), Int(word(2)))
    let channelCount: Int
    let isInOrder: Bool
    switch tag {
    case kAudioChannelLayoutTag_UseChannelDescriptions:
      // A label, flags and three coordinates for each.
      guard (bytes.count - 12) / 20 >= count else {
        throw StatusError(kAudioQueueErr_InvalidPropertySize)
      }
      channelCount = count
      isInOrder = (0..<count).allSatisfy { word(3 + $0 * 5) == UInt32($0 + 1) }
    case kAudioChannelLayoutTag_UseChannelBitmap:
      channelCount = bitmap.nonzeroBitCount
      isInOrder = bitmap == firstSpeakers
    default:
      channelCount = Int(tag & 0xFFFF)
      isInOrder =
        Self.tagsInOrder.contains(tag) || tag & ~0xFFFF == kAudioChannelLayoutTag_DiscreteInOrder
    }
    // One channel is heard everywhere, wherever it is said to belong.
    guard channelCount == format.channelCount,
      isInOrder || channelCount == 1 || !format.isLinearPCM
    else { throw StatusError(kAudioQueueErr_InvalidPropertyValue) }
  }
}
