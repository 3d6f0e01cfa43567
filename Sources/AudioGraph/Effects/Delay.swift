internal import Glibc
internal import Synchronization

/// The settings of a delay, which any thread changes.
package final class DelaySettings: EffectSettings {
  /// The longest delay, in seconds.
  package static let mostSeconds = 2.0

  private let secondsBits = Atomic<UInt64>(1.0.bitPattern)
  private let feedbackBits = Atomic<UInt32>(Float(0.5).bitPattern)
  private let cutoffBits = Atomic<UInt32>(Float(15_000).bitPattern)
  private let wetBits = Atomic<UInt32>(Float(1).bitPattern)
  private let isOff = Atomic<Bool>(false)
  private let resets = Atomic<Int>(0)

  package init() {}

  /// The delay, from 0 to 2 seconds.
  package var seconds: Double {
    get { Double(bitPattern: secondsBits.load(ordering: .relaxed)) }
    set {
      let seconds = newValue.isFinite ? max(0, min(newValue, Self.mostSeconds)) : 0
      secondsBits.store(seconds.bitPattern, ordering: .relaxed)
    }
  }

  /// The part of the output that is delayed again, from -1 to 1.
  package var feedback: Float {
    get { Float(bitPattern: feedbackBits.load(ordering: .relaxed)) }
    set { feedbackBits.store(Self.limited(newValue, -1...1).bitPattern, ordering: .relaxed) }
  }

  /// The cutoff of the low-pass in the feedback, in hertz.
  package var cutoff: Float {
    get { Float(bitPattern: cutoffBits.load(ordering: .relaxed)) }
    set { cutoffBits.store(Self.limited(newValue, 10...1e6).bitPattern, ordering: .relaxed) }
  }

  /// The share of the delayed sound in the output, from 0 to 1.
  package var wet: Float {
    get { Float(bitPattern: wetBits.load(ordering: .relaxed)) }
    set { wetBits.store(Self.limited(newValue, 0...1).bitPattern, ordering: .relaxed) }
  }

  /// Whether frames pass unchanged.
  package var isBypassed: Bool {
    get { isOff.load(ordering: .relaxed) }
    set { isOff.store(newValue, ordering: .relaxed) }
  }

  private static func limited(_ value: Float, _ range: ClosedRange<Float>) -> Float {
    value.isFinite ? max(range.lowerBound, min(value, range.upperBound)) : range.lowerBound
  }

  /// Drops the delayed sound.
  package func reset() { resets.wrappingAdd(1, ordering: .releasing) }
  var resetCount: Int { resets.load(ordering: .acquiring) }
}

/// A delay with feedback.
///
/// A new delay time fades in within 256 frames, while the old delay time fades out.
package final class Delay: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private static let fadeFrames = 256

  private let settings: DelaySettings
  private let format: GraphFormat
  private let line: Planes
  /// The state of the low-pass of each channel.
  private let lowPass: Planes
  private var place = 0
  private var delayFrames = -1
  private var earlierFrames = 0
  private var fadeFrame = Delay.fadeFrames
  private var seenResets = 0

  package init(_ settings: DelaySettings, _ format: GraphFormat) {
    self.settings = settings
    self.format = format
    let frames = Int((DelaySettings.mostSeconds * format.sampleRate).rounded(.up)) + 1
    line = Planes(channelCount: format.channelCount, capacity: frames)
    lowPass = Planes(channelCount: format.channelCount, capacity: 1)
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    guard !inputs.isEmpty else { return output.clear(count: slice.count) }
    output.fill(at: 0, from: inputs[0].planes, at: 0, count: slice.count)
    if settings.resetCount != seenResets {
      seenResets = settings.resetCount
      line.clear(count: line.capacity)
      lowPass.clear(count: 1)
    }
    var done = 0
    while done < slice.count {
      takeTime()
      let left = slice.count - done
      let count = fadeFrame < Self.fadeFrames ? min(left, Self.fadeFrames - fadeFrame) : left
      render(output, from: done, count: count)
      done += count
    }
  }

  private func render(_ output: Planes, from start: Int, count: Int) {
    let wet = settings.isBypassed ? 0 : settings.wet
    let feedback = settings.feedback
    let angle = min(0.99, 2 * Float.pi * settings.cutoff / Float(format.sampleRate))
    let smoothing = settings.cutoff >= Float(format.sampleRate / 2) ? 1 : 1 - expf(-angle)
    var channel = 0
    while channel < format.channelCount {
      var index = 0
      while index < count {
        let input = output[channel, start + index]
        let write = (place + index) % line.capacity
        line[channel, write] = input
        let delayed = delayedSample(channel, at: write, index)
        lowPass[channel, 0] += (delayed - lowPass[channel, 0]) * smoothing
        if delayFrames > 0 { line[channel, write] = input + feedback * lowPass[channel, 0] }
        output[channel, start + index] = (1 - wet) * input + wet * delayed
        index += 1
      }
      channel += 1
    }
    place = (place + count) % line.capacity
    fadeFrame = min(Self.fadeFrames, fadeFrame + count)
  }

  /// Begins a fade to another delay; the first delay applies at once.
  private func takeTime() {
    let frames = Int((settings.seconds * format.sampleRate).rounded())
    guard frames != delayFrames, fadeFrame == Self.fadeFrames || delayFrames < 0 else { return }
    if delayFrames >= 0 {
      earlierFrames = delayFrames
      fadeFrame = 0
    }
    delayFrames = frames
  }

  private func delayedSample(_ channel: Int, at write: Int, _ index: Int) -> Float {
    let sample = line[channel, (write - delayFrames + line.capacity) % line.capacity]
    let frame = fadeFrame + index
    guard frame < Self.fadeFrames else { return sample }
    let earlier = line[channel, (write - earlierFrames + line.capacity) % line.capacity]
    return earlier + (sample - earlier) * Float(frame + 1) / Float(Self.fadeFrames)
  }
}
