internal import AudioToolbox

/// The levels at which channels are mixed to fewer.
enum Downmix {
  /// A level for each channel out in each channel in: first those of the first channel in.
  ///
  /// From known speakers to one or two: Recommendation ITU-R BS.775, table 2, with each sum brought back to full scale. All else:
  /// each channel in goes to the channel out of its number, in turn, at equal parts.
  static func levels(_ input: AVAudioFormat, _ output: AVAudioFormat) -> [Float] {
    let (inputs, outputs) = (Int(input.channelCount), Int(output.channelCount))
    var levels = [[Float]](
      repeating: [Float](repeating: 0, count: outputs), count: inputs)
    let speakers = input.channelLayout.flatMap { ChannelLayoutTags.labels(tag: $0.layoutTag) }
    if let speakers, speakers.count == inputs, outputs <= 2 {
      for (channel, label) in speakers.enumerated() {
        let (left, right) = sides(label)
        levels[channel] = outputs == 2 ? [left, right] : [(left + right) / 2]
      }
    } else {
      for channel in 0..<inputs { levels[channel][channel % outputs] = 1 }
    }
    for target in 0..<outputs {
      let sum = levels.reduce(0) { $0 + $1[target] }
      guard sum > 1 else { continue }
      for channel in 0..<inputs { levels[channel][target] /= sum }
    }
    return levels.flatMap { $0 }
  }

  /// What a speaker adds to the left and to the right.
  private static func sides(_ label: AudioChannelLabel) -> (left: Float, right: Float) {
    let part = Float(0.5).squareRoot()
    switch label {
    case kAudioChannelLabel_Left, kAudioChannelLabel_LeftWide: return (1, 0)
    case kAudioChannelLabel_Right, kAudioChannelLabel_RightWide: return (0, 1)
    case kAudioChannelLabel_Mono: return (1, 1)
    case kAudioChannelLabel_Center: return (part, part)
    case kAudioChannelLabel_CenterSurround: return (0.5, 0.5)
    case kAudioChannelLabel_LeftSurround, kAudioChannelLabel_RearSurroundLeft,
      kAudioChannelLabel_LeftCenter, kAudioChannelLabel_LeftSurroundDirect:
      return (part, 0)
    case kAudioChannelLabel_RightSurround, kAudioChannelLabel_RearSurroundRight,
      kAudioChannelLabel_RightCenter, kAudioChannelLabel_RightSurroundDirect:
      return (0, part)
    default: return (0, 0)
    }
  }
}
