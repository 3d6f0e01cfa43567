/// The volume of a medium over its time: steps that hold, and linear ramps.
///
/// A step or a ramp applies from its start to the start of the next one. After its end, a ramp
/// holds its last volume. Before the first start, the volume is 1.
package struct VolumeCurve: Equatable, Sendable {
  /// A linear change of the volume; a step if it starts and ends at the same time.
  package struct Ramp: Equatable, Sendable {
    /// Seconds of the medium.
    package var start: Double
    /// Seconds of the medium.
    package var end: Double
    package var from: Float
    package var to: Float

    package init(start: Double, end: Double, from: Float, to: Float) {
      self.start = start
      self.end = end
      self.from = from
      self.to = to
    }
  }

  /// Frames by which rounded times may miss a whole frame.
  private static let tolerance = 1e-4
  /// Seconds beyond all media, which limit times.
  private static let latest = 1e12

  /// The ramps and steps, by their starts.
  package private(set) var ramps: [Ramp] = []

  package init() {}

  /// The volume 0 at all times.
  package static let silence: VolumeCurve = {
    var curve = VolumeCurve()
    curve.add(Ramp(start: -latest, end: -latest, from: 0, to: 0))
    return curve
  }()

  /// Whether the volume is always 1.
  package var isUnity: Bool { ramps.allSatisfy { $0.from == 1 && $0.to == 1 } }

  /// Adds a ramp or a step; it replaces one with the same start.
  ///
  /// - Returns: False if a time or a volume is not finite, or if the ramp ends before its start.
  ///   The curve is then unchanged.
  @discardableResult
  package mutating func add(_ ramp: Ramp) -> Bool {
    guard ramp.start.isFinite, ramp.end.isFinite, ramp.end >= ramp.start, ramp.from.isFinite,
      ramp.to.isFinite
    else { return false }
    var ramp = ramp
    ramp.start = max(-Self.latest, min(ramp.start, Self.latest))
    ramp.end = max(-Self.latest, min(ramp.end, Self.latest))
    let place = ramps.firstIndex { $0.start >= ramp.start } ?? ramps.count
    if ramps.indices.contains(place), ramps[place].start == ramp.start {
      ramps[place] = ramp
    } else {
      ramps.insert(ramp, at: place)
    }
    return true
  }

  /// The index of the ramp or step that applies at a time; `nil` before the first one.
  package func index(at seconds: Double) -> Int? { ramps.lastIndex { $0.start <= seconds } }

  // MARK: Frames

  /// Frames with one rule for their volume.
  private struct Part {
    /// The frame after the last one.
    var end: Int
    /// The volume at frame 0, and its change from frame to frame.
    var origin: Double
    var slope: Double
  }

  /// Multiplies frames by their volume.
  ///
  /// - Parameters:
  ///   - samples: Interleaved frames.
  ///   - first: The first sample to change.
  ///   - channelCount: Samples in each frame.
  ///   - frame: The number of the first frame; frame 0 is at time 0 of the medium.
  ///   - sampleRate: Frames a second.
  package func apply(
    to samples: inout [Float], from first: Int = 0, channelCount: Int, frame: Int,
    sampleRate: Double
  ) {
    guard !isUnity, channelCount > 0 else { return }
    var (index, frame) = (first, frame)
    let end = frame + (samples.count - first) / channelCount
    while frame < end {
      let part = part(at: frame, sampleRate)
      let next = min(end, part.end)
      if part.slope == 0 {
        let last = index + (next - frame) * channelCount
        Self.scale(&samples, index..<last, by: Float(part.origin))
        index = last
      } else {
        for number in frame..<next {
          let volume = Float(part.origin + part.slope * Double(number))
          for sample in index..<index + channelCount { samples[sample] *= volume }
          index += channelCount
        }
      }
      frame = next
    }
  }

  private static func scale(_ samples: inout [Float], _ range: Range<Int>, by volume: Float) {
    guard volume != 1 else { return }
    for index in range { samples[index] *= volume }
  }

  /// The first frame at a time or after it.
  ///
  /// - Precondition: The time is at most 1e12 seconds and the rate at most 1e6 hertz, so that the
  ///   product fits `Int`.
  private static func frame(at seconds: Double, _ sampleRate: Double) -> Int {
    Int((seconds * sampleRate - tolerance).rounded(.up))
  }

  private func part(at frame: Int, _ sampleRate: Double) -> Part {
    let next = ramps.firstIndex { Self.frame(at: $0.start, sampleRate) > frame } ?? ramps.count
    let limit = next < ramps.count ? Self.frame(at: ramps[next].start, sampleRate) : Int.max
    guard next > 0 else { return Part(end: limit, origin: 1, slope: 0) }
    let ramp = ramps[next - 1]
    let end = Self.frame(at: ramp.end, sampleRate)
    guard frame < end, ramp.from != ramp.to else {
      let holds = frame >= end
      return Part(end: limit, origin: Double(holds ? ramp.to : ramp.from), slope: 0)
    }
    let slope = Double(ramp.to - ramp.from) / ((ramp.end - ramp.start) * sampleRate)
    let origin = Double(ramp.from) - slope * ramp.start * sampleRate
    return Part(end: min(limit, end), origin: origin, slope: slope)
  }
}
