extension Renderer {
  /// Converts one channel to two, in place.
  func spread(_ samples: UnsafeMutablePointer<Float>, count: Int, balance: Float) {
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

  /// Scales samples in the ring's channels, with separate factors for the channels of a pair.
  func scale(
    _ samples: UnsafeMutablePointer<Float>, count: Int, by gain: Float, left: Float, right: Float
  ) {
    let width = ring.channelCount
    let evenGain = gain * (width == 2 ? left : 1)
    let oddGain = gain * (width == 2 ? right : 1)
    guard evenGain != 1 || oddGain != 1 else { return }
    let gains = SIMD8<Float>(
      evenGain, oddGain, evenGain, oddGain, evenGain, oddGain, evenGain, oddGain)
    let sampleCount = count * width
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
