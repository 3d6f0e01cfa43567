/// Plays frames faster or slower without another pitch.
///
/// The output consists of segments of the input. Each segment comes from the exact place of its
/// time, moved by at most half of its length. The move leads to the place that best continues the
/// previous segment. Source: Verhelst and Roelands, "An overlap-add technique based on waveform
/// similarity (WSOLA)", ICASSP 1993.
package struct TimeStretch: Sendable {
  /// Frames of a segment for each unit of overlap, at 44,100 hertz.
  private static let unitFrames = 128.0
  /// The range of the overlap.
  package static let overlaps: ClosedRange<Float> = 3...32

  private let channelCount: Int
  private let unit: Double
  private let longest: Int
  /// The input; the last channel is the sum of the others.
  private var input: FrameHistory
  /// The current segment and the frames that would follow it, one channel after the other.
  private var segment: [Float]
  private var tail: [Float]
  /// The place of the next output frame in the input.
  package private(set) var time = WarpedTime()
  private var segmentFrames: Int
  private var wantedFrames: Int
  private var tailFrames = 0
  private var position: Int
  /// The input frame after the current segment.
  private var following = 0

  /// Makes a stretch.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate in hertz.
  ///   - channelCount: The number of channels.
  ///   - mostInputFrames: The maximum number of input frames that are written before a call renders
  ///     them.
  package init(sampleRate: Double, channelCount: Int, mostInputFrames: Int) {
    self.channelCount = channelCount
    unit = Self.unit(sampleRate)
    longest = Int(unit * Double(Self.overlaps.upperBound))
    input = FrameHistory(
      channelCount: channelCount + 1, frameCount: mostInputFrames + 4 * longest)
    segment = Array(repeating: 0, count: longest * channelCount)
    // A separate array: a copy would share memory, which a change on the render thread would copy.
    tail = Array(repeating: 0, count: longest * (channelCount + 1))
    segmentFrames = Int(unit * 8)
    wantedFrames = segmentFrames
    position = segmentFrames
  }

  /// The maximum number of input frames after a place that an output frame needs.
  package static func mostReach(sampleRate: Double) -> Int {
    reach(Int(unit(sampleRate) * Double(overlaps.upperBound)))
  }

  private static func unit(_ sampleRate: Double) -> Double {
    unitFrames * max(1, min(sampleRate / 44_100, 2))
  }

  /// The input frames after a place that an output frame needs.
  package var reach: Int { Self.reach(max(wantedFrames, segmentFrames)) }

  private static func reach(_ frames: Int) -> Int { 2 * frames + frames / 2 + 2 }

  /// Changes the rate; the next segment follows it.
  package mutating func setRate(_ rate: Double) { time.setRate(rate) }

  /// Changes the length of segments: a larger overlap suits music, and a smaller one speech.
  package mutating func setOverlap(_ overlap: Float) {
    let limited = max(Self.overlaps.lowerBound, min(overlap, Self.overlaps.upperBound))
    wantedFrames = Int(unit * Double(limited))
  }

  /// Drops all frames, and continues with an input frame.
  package mutating func restart(at frame: Int) {
    input.clear()
    time.move(to: frame)
    tailFrames = 0
    position = segmentFrames
    following = frame
  }

  /// The end of the input that the next output frames need.
  package func neededEnd(_ count: Int) -> Int { time.place(after: count).frame + reach }

  /// Writes input frames of a channel, the first channel first.
  package mutating func write(_ channel: Int, at frame: Int, _ samples: borrowing Span<Float>) {
    input.write(channel, at: frame, samples)
    for index in samples.indices {
      let sum = channel == 0 ? 0 : input[channelCount, frame + index]
      input[channelCount, frame + index] = sum + samples[index]
    }
  }

  /// Renders the next frames of all channels into the input of a varispeed.
  mutating func render(_ count: Int, at start: Int, into target: inout Varispeed) {
    var done = 0
    while done < count {
      if position == segmentFrames { beginSegment() }
      let length = min(count - done, segmentFrames - position)
      for channel in 0..<channelCount {
        let first = channel * longest + position
        for index in 0..<length {
          target.write(channel, at: start + done + index, segment[first + index])
        }
      }
      position += length
      time.advance(length)
      done += length
    }
  }

  /// Copies the next segment from the input, and fades from the end of the previous segment.
  private mutating func beginSegment() {
    let frames = wantedFrames
    let begin = nextBegin(frames)
    let fade = begin == following ? 0 : min(tailFrames, frames)
    for channel in 0..<channelCount {
      let base = channel * longest
      for index in 0..<frames {
        var sample = input[channel, begin + index]
        if index < fade {
          let part = (Float(index) + 0.5) / Float(fade)
          sample = tail[base + index] + (sample - tail[base + index]) * part
        }
        segment[base + index] = sample
      }
    }
    for channel in 0...channelCount {
      for index in 0..<frames {
        tail[channel * longest + index] = input[channel, begin + frames + index]
      }
    }
    (segmentFrames, tailFrames, position) = (frames, frames, 0)
    following = begin + frames
  }

  /// The input frame at which the next segment begins.
  private func nextBegin(_ frames: Int) -> Int {
    let ideal = time.frame
    guard tailFrames > 0 else { return ideal }
    if time.isOriginal, abs(following - ideal) <= frames / 2 { return following }
    let fade = min(tailFrames, frames)
    var best = (frame: ideal, score: -Float.infinity)
    for offset in stride(from: -frames / 2, through: frames / 2, by: 4) {
      let score = similarity(ideal + offset, fade, every: 4)
      if score > best.score { best = (ideal + offset, score) }
    }
    let coarse = best.frame
    best.score = -.infinity
    for frame in max(ideal - frames / 2, coarse - 3)...min(ideal + frames / 2, coarse + 3) {
      let score = similarity(frame, fade, every: 2)
      if score > best.score { best = (frame, score) }
    }
    return best.frame
  }

  /// How well the input from a frame on fits the end of the previous segment, at any level.
  private func similarity(_ frame: Int, _ count: Int, every step: Int) -> Float {
    var (product, energy): (Float, Float) = (0, 1e-9)
    var index = 0
    while index < count {
      let sample = input[channelCount, frame + index]
      product += tail[channelCount * longest + index] * sample
      energy += sample * sample
      index += step
    }
    return product / energy.squareRoot()
  }
}
