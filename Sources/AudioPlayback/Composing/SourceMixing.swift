internal import AudioDevices
internal import AudioModel
internal import MediaTimeline

/// Applies a mix to frames of a source, which are read in order.
final class SourceMixing {
  private let volume: VolumeCurve
  private let tapping: ItemTapping?
  private let channelCount: Int
  private let sampleRate: Double
  private var frame: Int

  /// Prepares a mix.
  ///
  /// - Parameters:
  ///   - mix: The volume and the tap.
  ///   - channelCount: Samples in each frame.
  ///   - sampleRate: Frames per second.
  ///   - seconds: The time of the first frame.
  init(_ mix: ItemMix, channelCount: Int, sampleRate: Double, from seconds: Double) {
    volume = mix.volume
    self.channelCount = channelCount
    self.sampleRate = sampleRate
    frame = Int(framesOf: seconds, sampleRate: sampleRate)
    let format = DeviceFormat(sampleRate: sampleRate, channelCount: channelCount)
    tapping = mix.tap.flatMap { ItemTapping($0, for: 0, format: format) }
  }

  /// Applies the mix to the next frames: the samples from an index on.
  func apply(to samples: inout [Float], from first: Int) {
    guard let tapping else {
      volume.apply(
        to: &samples, from: first, channelCount: channelCount, frame: frame,
        sampleRate: sampleRate)
      frame += (samples.count - first) / channelCount
      return
    }
    var rest = samples[first...]
    var changed: [Float] = []
    while !rest.isEmpty {
      var piece = Array(rest.prefix(tapping.tap.maximumFrames * channelCount))
      rest = rest.dropFirst(piece.count)
      let count = piece.count / channelCount
      if tapping.tap.place == .beforeEffects { tapping.process(&piece, frame: frame) }
      volume.apply(
        to: &piece, channelCount: channelCount, frame: frame, sampleRate: sampleRate)
      if tapping.tap.place == .afterEffects { tapping.process(&piece, frame: frame) }
      changed += piece
      frame += count
    }
    samples.replaceSubrange(first..., with: changed)
  }
}
