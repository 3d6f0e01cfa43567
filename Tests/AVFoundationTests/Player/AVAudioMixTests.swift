import AVFoundation
import Testing

/// Mixes by Apple's names: their ramps, their copies, and the sound of a player.
@Suite struct AVAudioMixTests {
  private func time(_ value: CMTimeValue) -> CMTime { CMTime(value: value, timescale: 10) }

  private func range(_ start: CMTimeValue, _ end: CMTimeValue) -> CMTimeRange {
    CMTimeRange(start: time(start), end: time(end))
  }

  private struct Ramp: Equatable {
    var start: Float = -1
    var end: Float = -1
    var range = CMTimeRange.invalid
  }

  private func ramp(_ parameters: AVAudioMixInputParameters, at time: CMTime) -> Ramp? {
    var ramp = Ramp()
    return parameters.getVolumeRamp(
      for: time, startVolume: &ramp.start, endVolume: &ramp.end, timeRange: &ramp.range)
      ? ramp : nil
  }

  @Test("the ramp of a time is found, and a volume holds until the next one")
  func ramps() {
    let parameters = AVMutableAudioMixInputParameters()
    #expect(ramp(parameters, at: .zero) == nil)
    parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0.2, timeRange: range(40, 50))
    parameters.setVolume(1, at: time(10))
    #expect(ramp(parameters, at: time(9)) == nil)
    #expect(ramp(parameters, at: time(10)) == Ramp(start: 1, end: 1, range: range(10, 40)))
    #expect(ramp(parameters, at: time(39)) == Ramp(start: 1, end: 1, range: range(10, 40)))
    #expect(ramp(parameters, at: time(40)) == Ramp(start: 0.5, end: 0.2, range: range(40, 50)))
    let hold = CMTimeRange(start: time(50), duration: .positiveInfinity)
    #expect(ramp(parameters, at: time(50)) == Ramp(start: 0.2, end: 0.2, range: hold))
    #expect(ramp(parameters, at: .indefinite) == nil && ramp(parameters, at: .invalid) == nil)
    #expect(
      parameters.getVolumeRamp(for: time(45), startVolume: nil, endVolume: nil, timeRange: nil))
  }

  @Test("a later ramp with the same start replaces the earlier one; invalid values have no effect")
  func replacements() {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.setVolume(1, at: .zero)
    parameters.setVolume(0.25, at: CMTime(value: 0, timescale: 7))
    parameters.setVolume(.nan, at: time(1))
    parameters.setVolume(1, at: .invalid)
    parameters.setVolume(1, at: .positiveInfinity)
    parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: .invalid)
    let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(ramp(parameters, at: time(99)) == Ramp(start: 0.25, end: 0.25, range: all))
  }

  @Test("copies do not change with their originals")
  func copies() throws {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = 1
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let item = AVPlayerItem(url: URL(fileURLWithPath: "/nonexistent.wav"))
    item.audioMix = mix
    parameters.setVolume(0, at: .zero)
    mix.inputParameters = []
    let kept = try #require(item.audioMix?.inputParameters)
    #expect(kept.count == 1 && kept[0].trackID == 1 && ramp(kept[0], at: .zero) == nil)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.audioMix?.inputParameters.count == 1)
    #expect(copy.audioMix as? AVMutableAudioMix == nil)
    let mutable = try #require(item.audioMix?.mutableCopy() as? AVMutableAudioMix)
    mutable.inputParameters = []
    #expect(item.audioMix?.inputParameters.count == 1)
    item.audioMix = nil
    #expect(item.audioMix == nil)
  }

  /// Plays a file of a constant 0.5.
  private func played(trackID: CMPersistentTrackID) throws -> [Float] {
    let sound = try PlayedSound()
    return try sound.play {
      let item = AVPlayerItem(url: try sound.file([Float](repeating: 0.5, count: 8000)))
      item.audioMix = mix(trackID: trackID)
      return [item]
    }
  }

  private func mix(trackID: CMPersistentTrackID) -> AVAudioMix {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = trackID
    parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range(0, 5))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    return mix
  }

  @Test("the sound of a player follows the ramp of its track")
  func sound() throws {
    let samples = try played(trackID: 1)
    #expect(samples.count == 8000)
    for (frame, sample) in samples.enumerated() {
      #expect(abs(sample - 0.5 * min(1, Float(frame) / 4000)) < 1e-6)
    }
  }

  @Test("parameters of another track change nothing")
  func otherTrack() throws {
    let samples = try played(trackID: 7)
    #expect(samples.count == 8000 && samples.allSatisfy { $0 == 0.5 })
  }
}
