internal import AudioDevices
internal import AudioProcessing
internal import AudioRealtime

/// Converts frames to the rate of a mix on their way into the ring.
///
/// Runs on the feeding thread, because libsoxr allocates. The delay of the filter is left out: the
/// first frame in the ring is at the time of the first input frame.
final class RingConversion {
  /// The format of the input.
  let source: DeviceFormat
  /// Frames in the ring for each input frame.
  let ratio: Double
  private let renderer: Renderer
  private var converter: RateConverter
  /// The frame in the ring of the converter's first input frame.
  private var origin: Int
  /// The number of input frames.
  private var fedFrames = 0
  private var isFinished = false

  init(from source: DeviceFormat, to renderer: Renderer) {
    self.source = source
    self.renderer = renderer
    ratio = renderer.sampleRate / source.sampleRate
    origin = renderer.ring.writeIndex
    converter = RateConverter(
      from: source.sampleRate, to: renderer.sampleRate, channelCount: source.channelCount,
      RateSettings())
  }

  /// Whether one rate can be converted to another.
  static func canConvert(_ rate: Double, to other: Double) -> Bool {
    max(rate / other, other / rate) <= RateConverter.greatestRatio
  }

  /// The frame in the ring of the next input frame.
  var nextFrame: Int {
    origin
      + RateConverter.length(of: fedFrames, from: source.sampleRate, to: renderer.sampleRate)
  }

  /// Whether input frames are not in the ring yet.
  var holdsFrames: Bool { waitsForRoom || fedFrames > 0 && !isFinished }

  /// Whether frames wait for room in the ring.
  var waitsForRoom: Bool { converter.readyCount > 0 }

  /// Takes frames, if the earlier ones fit into the ring.
  ///
  /// - Returns: The number of samples taken.
  func write(_ samples: Span<Float>) -> Int {
    guard writeReady() else { return 0 }
    if isFinished { restart(RateSettings()) }
    do throws(RateError) {
      try converter.feed(samples)
    } catch {
      // If the library is missing or lacks memory, linear interpolation is the fallback.
      restart(Self.plain)
      try? converter.feed(samples)
    }
    fedFrames += samples.count / source.channelCount
    _ = writeReady()
    return samples.count
  }

  /// Writes the frames in the filter.
  ///
  /// Later frames start a new stream.
  func finish() {
    if !isFinished { try? converter.finish() }
    isFinished = true
    _ = writeReady()
  }

  /// Writes the waiting frames; returns whether all fit.
  func writeReady() -> Bool {
    let first = converter.firstReady * source.channelCount
    let count = converter.readyCount * source.channelCount
    if count > 0 {
      let ready = converter.ready
      converter.take(renderer.ring.write(ready.span.extracting(first..<first + count)))
    }
    return converter.readyCount == 0
  }

  /// Forgets all frames that are not in the ring.
  func drop() { restart(RateSettings()) }

  private static var plain: RateSettings {
    var settings = RateSettings()
    settings.complexity = .linear
    return settings
  }

  private func restart(_ settings: RateSettings) {
    converter.reset(settings)
    origin = renderer.ring.writeIndex
    fedFrames = 0
    isFinished = false
  }
}
