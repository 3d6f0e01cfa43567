/// A volume that replaces another one during playback, with a fade.
package struct VolumeChange: Sendable {
  /// Seconds of the fade.
  package static let seconds = 0.01

  /// The volume before; `nil` without a fade.
  package var old: VolumeCurve?
  package var new: VolumeCurve

  /// Makes a change, without a fade if both volumes are equal.
  package init(from old: VolumeCurve?, to new: VolumeCurve) {
    self.old = old == new ? nil : old
    self.new = new
  }

  /// Multiplies the frames after the change by their volume.
  ///
  /// - Parameters:
  ///   - samples: Interleaved frames; the fade is in the first ones.
  ///   - channelCount: Samples in each frame.
  ///   - frame: The number of the first frame; frame 0 is at time 0 of the medium.
  ///   - sampleRate: Frames a second.
  package func apply(
    to samples: inout [Float], channelCount: Int, frame: Int, sampleRate: Double
  ) {
    let count = min(samples.count / channelCount, Int(sampleRate * Self.seconds))
    var faded = old == nil ? [] : Array(samples.prefix(count * channelCount))
    new.apply(to: &samples, channelCount: channelCount, frame: frame, sampleRate: sampleRate)
    guard let old else { return }
    old.apply(to: &faded, channelCount: channelCount, frame: frame, sampleRate: sampleRate)
    for index in faded.indices {
      let share = Float(index / channelCount) / Float(count)
      samples[index] = samples[index] * share + faded[index] * (1 - share)
    }
  }
}
