/// Which channels a mix has, and how loud those of its voices are in them.
///
/// In the order of WAVE: left, right, centre, low frequencies, left and right behind, left and right of the centre.
enum MixedChannels {
  /// The channels of a mix for a device with so many.
  ///
  /// No more than the device has, since a server that brings a pair of many channels to two makes it quieter.
  static func count(forDevice channelCount: Int) -> Int {
    channelCount >= 6 ? 6 : max(1, min(channelCount, 2))
  }

  /// A level for each channel of the mix in each channel of a voice: first those of its first channel.
  ///
  /// To fewer channels they are those at which PulseAudio 16.1 brings a stream of its own to a sink, measured there, so that a sound is
  /// the same in a mix as alone. One channel goes to left and right; fewer than the mix has go to their likes. Beyond eight nothing is known
  /// of a channel: each goes to one of the mix by its number, in turn, at equal parts.
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
      // A tenth of what has no like on its side, the mean of it; together no louder than one.
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
