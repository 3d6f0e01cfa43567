/// The channels of a mix, and the levels of its voices in them.
///
/// The order is that of WAVE: left, right, center, low frequency, rear left and right, front left
/// and right of center.
enum MixedChannels {
  /// The channel count of a mix for a device with `channelCount` channels.
  ///
  /// A mix has no more channels than the device: a server attenuates stereo sound in a mix with
  /// more channels.
  static func count(forDevice channelCount: Int) -> Int {
    channelCount >= 6 ? 6 : max(1, min(channelCount, 2))
  }

  /// The level of each voice channel in each mix channel, starting with those of the first voice
  /// channel.
  ///
  /// When reducing channels, the levels are those of PulseAudio 16.1, measured with its own
  /// streams. So a sound is the same in a mix as alone. A single channel goes to left and right. If
  /// a voice has fewer channels than the mix, they go to their counterparts. The layout of more
  /// than eight channels is unknown: they go to the mix channels in turn, at equal shares.
  static func levels(from inputCount: Int, to outputCount: Int) -> [Float] {
    var levels = [Float](repeating: 0, count: inputCount * outputCount)
    func set(_ input: Int, _ output: Int, _ level: Float) {
      if input < inputCount { levels[input * outputCount + output] = level }
    }
    switch (inputCount, outputCount) {
    case (_, 1):
      for input in 0..<inputCount { set(input, 0, 1 / Float(inputCount)) }
    case (1, _):
      set(0, 0, 1)
      set(0, 1, 1)
    case (9..., _):
      let parts = Float((inputCount + outputCount - 1) / outputCount)
      for input in 0..<inputCount { set(input, input % outputCount, 1 / parts) }
    case (3..., 2):
      // Channels without a counterpart on their side contribute a tenth, averaged. The sum is at
      // most 1.
      let sides: Float = inputCount >= 8 ? 2 : inputCount >= 6 ? 1 : 0
      let (front, side): (Float, Float) = sides > 0 ? (0.9, 0.1) : (1, 0)
      let sum = front * 1.5 + side
      for output in 0..<2 {
        set(output, output, front / sum)
        set(2, output, front / 2 / sum)
        if sides > 0 { set(4 + output, output, side / sides / sum) }
        if sides > 1 { set(6 + output, output, side / sides / sum) }
      }
    default:
      for index in 0..<min(inputCount, outputCount) { set(index, index, 1) }
      if inputCount == 8 {
        for output in [0, 1, 4, 5] {
          set(output, output, 0.9)
          set(6 + output % 2, output, 0.1)
        }
      }
    }
    return levels
  }
}
