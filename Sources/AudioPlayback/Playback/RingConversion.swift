internal import AudioDevices
internal import AudioProcessing
internal import AudioRealtime

/// Brings frames to the rate of a mix on their way into the ring.
///
/// On the feeding thread, since libsoxr takes memory as it goes. The delay of the filter is left out: the first frame in the ring is at
/// the time of the first that came.
final class RingConversion {
  /// The format of the frames that come.
  let source: DeviceFormat
  /// Frames in the ring for each that comes.
  let ratio: Double
  private let renderer: Renderer
  private var converter: RateConverter
  /// The frame in the ring of the first frame that the converter has been fed.
  private var origin: Int
  /// Frames that it has been fed.
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

  /// Whether a rate can be brought to another.
  static func canConvert(_ rate: Double, to other: Double) -> Bool {
    max(rate / other, other / rate) <= RateConverter.greatestRatio
  }

  /// The frame in the ring of the next frame that comes.
  var nextFrame: Int {
    origin
      + RateConverter.length(of: fedFrames, from: source.sampleRate, to: renderer.sampleRate)
  }

  /// Whether frames that came are not in the ring yet.
  var holdsFrames: Bool { waitsForRoom || fedFrames > 0 && !isFinished }

  /// Whether that is for want of room.
  var waitsForRoom: Bool { converter.readyCount > 0 }

  /// Takes frames, where what came before has room in the ring.
  ///
  /// - Returns: The samples that were taken.
  func write(_ samples: Span<Float>) -> Int {
    guard writeReady() else { return 0 }
    if isFinished { restart(RateSettings()) }
    do throws(RateError) {
      try converter.feed(samples)
    } catch {
      // Without the library, or without memory for it, a straight line does.
      restart(Self.plain)
      try? converter.feed(samples)
    }
    fedFrames += samples.count / source.channelCount
    _ = writeReady()
    return samples.count
  }

  /// Lets out what the filter holds back; frames that come later begin anew.
  func finish() {
    if !isFinished { try? converter.finish() }
    isFinished = true
    _ = writeReady()
  }

  /// Writes what waits for room in the ring; tells whether that was all.
  func writeReady() -> Bool {
    let first = converter.firstReady * source.channelCount
    let count = converter.readyCount * source.channelCount
    if count > 0 {
      let ready = converter.ready
      converter.take(renderer.ring.write(ready.span.extracting(first..<first + count)))
    }
    return converter.readyCount == 0
  }

  /// Forgets all that is not in the ring.
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
