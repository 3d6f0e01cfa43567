internal import Glibc

/// A chain of a ring modulator, echoes, a reduction of rate and bits, a polynomial, and a limit.
package struct Distortion: Sendable {
  private static let mostDelaySeconds = 0.5

  private let sampleRate: Double
  private let channelCount: Int
  /// The frames of the echoes of a channel; a power of two.
  private let capacity: Int
  private var echoes: [Float]
  /// The held sample of each channel, and the state of the filter that removes the mean.
  private var held: [Float]
  private var means: [Float]
  private var place = 0
  private var shape = DistortionShape()
  private var delay = 1
  private var echoGain: Float = 0
  private var holdFrames = 1
  private var roundingStep: Float = 0
  private var clipGain: Float = 1

  /// Makes a distortion of the usual shape.
  package init(sampleRate: Double, channelCount: Int) {
    (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
    var capacity = 4
    while Double(capacity) < Self.mostDelaySeconds * sampleRate + 2 { capacity *= 2 }
    self.capacity = capacity
    echoes = Array(repeating: 0, count: capacity * channelCount)
    held = Array(repeating: 0, count: channelCount)
    means = (0..<channelCount).map { _ in 0 }
    set(DistortionShape())
  }

  /// The time until echoes have fallen by 60 dB, in seconds.
  package var tailSeconds: Double {
    shape.delayMix > 0 ? min(10, 0.69 / Double(shape.decay)) + Double(shape.delaySeconds) : 0
  }

  /// Changes the shape, from the next frame on.
  package mutating func set(_ shape: DistortionShape) {
    self.shape = shape
    delay = max(1, min(capacity - 1, Int((Double(shape.delaySeconds) * sampleRate).rounded())))
    echoGain = expf(-shape.decay * shape.delaySeconds * 10)
    holdFrames = max(1, Int(powf(64, shape.decimation).rounded()))
    roundingStep = shape.rounding > 0 ? powf(2, -(23 - 22 * shape.rounding)) : 0
    clipGain = powf(10, shape.softClipGain / 20)
  }

  /// Drops the echoes.
  package mutating func reset() {
    for index in echoes.indices { echoes[index] = 0 }
    for channel in 0..<channelCount { (held[channel], means[channel]) = (0, 0) }
  }

  /// Distorts the next frames of a channel in place.
  package mutating func process(_ channel: Int, _ samples: inout MutableSpan<Float>) {
    for index in samples.indices {
      let frame = place + index
      var sample = ring(samples[index], frame)
      sample = echo(sample, channel, frame)
      sample = reduce(sample, channel, frame)
      sample = bend(sample, channel)
      samples[index] = tanhf(sample * clipGain)
    }
  }

  /// Advances by frames, after all channels have been processed.
  package mutating func advance(_ count: Int) { place += count }

  private func ring(_ sample: Float, _ frame: Int) -> Float {
    guard shape.ringMix > 0 else { return sample }
    func tone(_ frequency: Float) -> Float {
      let turns = Double(frame) * Double(frequency) / sampleRate
      return Float(sin(2 * .pi * (turns - turns.rounded(.down))))
    }
    let first = tone(shape.ringFrequencies.0) * (1 - shape.ringBalance)
    let tones = first + tone(shape.ringFrequencies.1) * shape.ringBalance
    return sample + (sample * tones - sample) * shape.ringMix
  }

  private mutating func echo(_ sample: Float, _ channel: Int, _ frame: Int) -> Float {
    let base = channel * capacity
    let earlier = echoes[base + ((frame - delay) & (capacity - 1))]
    let echo = sample + earlier * echoGain
    echoes[base + (frame & (capacity - 1))] = abs(echo) < 1e-20 ? 0 : echo
    return sample + (earlier * echoGain) * shape.delayMix
  }

  private mutating func reduce(_ sample: Float, _ channel: Int, _ frame: Int) -> Float {
    guard shape.decimationMix > 0 else { return sample }
    if frame % holdFrames == 0 { held[channel] = sample }
    var reduced = held[channel]
    if roundingStep > 0 { reduced = (reduced / roundingStep).rounded() * roundingStep }
    return sample + (reduced - sample) * shape.decimationMix
  }

  private mutating func bend(_ sample: Float, _ channel: Int) -> Float {
    guard shape.polynomialMix > 0 else { return sample }
    let limited = max(-4, min(sample, 4))
    let bent =
      limited * (shape.linearTerm + limited * (shape.squaredTerm + limited * shape.cubicTerm))
    // The squared term adds a constant offset, which a high-pass of a few hertz removes.
    means[channel] += (bent - means[channel]) * 0.001
    if abs(means[channel]) < 1e-20 { means[channel] = 0 }
    return sample + (bent - means[channel] - sample) * shape.polynomialMix
  }
}
