/// Applies volume and balance to interleaved samples.
enum LoudnessKernel {
  /// Applies volume and balance to frames, in place.
  static func apply(
    _ loudness: Loudness, to samples: UnsafeMutablePointer<Float>, count: Int, firstFrame: Int,
    channelCount width: Int
  ) {
    // Safe: each run lies within the `count` frames of the caller.
    let curve = loudness.gain
    let balance = width == 2 ? loudness.balance : 0
    let left = min(1, 1 - balance)
    let right = min(1, 1 + balance)
    var at = 0
    while at < count {
      // Within a ramp, each frame has its own gain.
      let run = max(1, min(curve.constantFrames(from: firstFrame + at), count - at))
      let gain = curve.gain(at: firstFrame + at)
      unsafe scale(
        samples + at * width, sampleCount: run * width, by: gain * (width == 2 ? left : 1),
        and: gain * (width == 2 ? right : 1))
      at += run
    }
  }

  /// Converts one channel to two, in place.
  static func spread(_ samples: UnsafeMutablePointer<Float>, count: Int, balance: Float) {
    let left = min(1, 1 - balance)
    let right = min(1, 1 + balance)
    var index = count
    while index > 0 {
      index -= 1
      // Safe: the caller has room for two samples per frame.
      let sample = unsafe samples[index]
      unsafe samples[2 * index] = sample * left
      unsafe samples[2 * index + 1] = sample * right
    }
  }

  /// Scales samples, with separate factors for those of even and odd indexes.
  private static func scale(
    _ samples: UnsafeMutablePointer<Float>, sampleCount: Int, by evenGain: Float,
    and oddGain: Float
  ) {
    guard evenGain != 1 || oddGain != 1 else { return }
    let gains = SIMD8<Float>(
      evenGain, oddGain, evenGain, oddGain, evenGain, oddGain, evenGain, oddGain)
    var index = 0
    while index + 8 <= sampleCount {
      // Safe: at least eight more samples exist.
      let place = unsafe UnsafeMutableRawPointer(samples + index)
      let scaled = unsafe place.loadUnaligned(as: SIMD8<Float>.self) * gains
      unsafe place.storeBytes(of: scaled, as: SIMD8<Float>.self)
      index += 8
    }
    while index < sampleCount {
      // Safe: the index is below the sample count.
      unsafe samples[index] *= index % 2 == 0 ? evenGain : oddGain
      index += 1
    }
  }
}
