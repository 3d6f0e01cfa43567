internal import AudioProcessing

/// A shape of a distortion.
///
/// Apple documents the names only. The shapes are ours, and follow the names.
public enum AVAudioUnitDistortionPreset: Int, Sendable {
  /// A coarse resolution.
  case drumsBitBrush = 0
  /// Short repeats with a coarse resolution.
  case drumsBufferBeats = 1
  /// A low rate and resolution.
  case drumsLoFi = 2
  /// A broken loudspeaker.
  case multiBrokenSpeaker = 3
  /// A telephone at a concert.
  case multiCellphoneConcert = 4
  /// A slightly lower rate.
  case multiDecimated1 = 5
  /// A lower rate.
  case multiDecimated2 = 6
  /// A much lower rate.
  case multiDecimated3 = 7
  /// The lowest rate.
  case multiDecimated4 = 8
  /// A saturated squared curve.
  case multiDistortedFunk = 9
  /// The third power of the sound.
  case multiDistortedCubed = 10
  /// The square of the sound.
  case multiDistortedSquared = 11
  /// An echo of a quarter of a second.
  case multiEcho1 = 12
  /// An echo of half a second.
  case multiEcho2 = 13
  /// An echo of 40 milliseconds.
  case multiEchoTight1 = 14
  /// An echo of 20 milliseconds.
  case multiEchoTight2 = 15
  /// All stages together.
  case multiEverythingIsBroken = 16
  /// Two low tones modulate the sound.
  case speechAlienChatter = 17
  /// High tones modulate the sound.
  case speechCosmicInterference = 18
  /// Tones in the golden ratio modulate the sound.
  case speechGoldenPi = 19
  /// A radio with a tone.
  case speechRadioTower = 20
  /// A slow tone modulates the sound.
  case speechWaves = 21

  /// The stages of the distortion.
  var shape: DistortionShape {
    var shape = DistortionShape.plain
    switch self {
    case .drumsBitBrush, .drumsBufferBeats, .drumsLoFi: setDrums(&shape)
    case .multiDecimated1: shape.decimate(0.3, rounding: 0.2)
    case .multiDecimated2: shape.decimate(0.45, rounding: 0.35)
    case .multiDecimated3: shape.decimate(0.6, rounding: 0.5)
    case .multiDecimated4: shape.decimate(0.75, rounding: 0.6)
    case .multiDistortedFunk: shape.bend(0.6, squared: 2, cubic: 0.5, gain: 10)
    case .multiDistortedCubed: shape.bend(0, squared: 0, cubic: 4, gain: 6)
    case .multiDistortedSquared: shape.bend(0, squared: 3, cubic: 0, gain: 6)
    case .multiEcho1: shape.echo(0.25, decay: 0.3)
    case .multiEcho2: shape.echo(0.5, decay: 0.15)
    case .multiEchoTight1: shape.echo(0.04, decay: 1.5)
    case .multiEchoTight2: shape.echo(0.02, decay: 2)
    case .multiBrokenSpeaker, .multiCellphoneConcert, .multiEverythingIsBroken:
      setBroken(&shape)
    default: setSpeech(&shape)
    }
    return shape
  }

  private func setDrums(_ shape: inout DistortionShape) {
    switch self {
    case .drumsBitBrush: shape.decimate(0.1, rounding: 0.75)
    case .drumsBufferBeats:
      shape.echo(0.09, decay: 0.8)
      shape.decimate(0.2, rounding: 0.6)
    default: shape.decimate(0.5, rounding: 0.65)
    }
  }

  private func setBroken(_ shape: inout DistortionShape) {
    switch self {
    case .multiBrokenSpeaker: shape.bend(0.3, squared: 6, cubic: 2, gain: 14)
    case .multiCellphoneConcert:
      shape.decimate(0.42, rounding: 0.55)
      shape.bend(0.7, squared: 0.5, cubic: 1, gain: 12)
    default:
      shape.echo(0.12, decay: 0.6)
      shape.decimate(0.5, rounding: 0.6)
      shape.bend(0.2, squared: 5, cubic: 3, gain: 16)
      shape.ring(90, 1_730, mix: 0.4)
    }
  }

  private func setSpeech(_ shape: inout DistortionShape) {
    switch self {
    case .speechAlienChatter: shape.ring(62, 155, mix: 1)
    case .speechCosmicInterference:
      shape.ring(480, 2_900, mix: 0.7)
      shape.decimate(0.3, rounding: 0.3)
    case .speechGoldenPi: shape.ring(314.159, 508.32, mix: 0.8)
    case .speechRadioTower:
      shape.ring(1_000, 1_003, mix: 0.15)
      shape.decimate(0.4, rounding: 0.5)
      shape.bend(0.8, squared: 0.3, cubic: 0.8, gain: 10)
    default: shape.ring(4, 7, mix: 0.9)
    }
  }
}

extension DistortionShape {
  fileprivate mutating func decimate(_ decimation: Float, rounding: Float) {
    (self.decimation, self.rounding, decimationMix) = (decimation, rounding, 1)
  }

  fileprivate mutating func bend(_ linear: Float, squared: Float, cubic: Float, gain: Float) {
    (linearTerm, squaredTerm, cubicTerm) = (linear, squared, cubic)
    (polynomialMix, softClipGain) = (1, gain)
  }

  fileprivate mutating func echo(_ seconds: Float, decay: Float) {
    (delaySeconds, self.decay, delayMix) = (seconds, decay, 1)
  }

  fileprivate mutating func ring(_ first: Float, _ second: Float, mix: Float) {
    (ringFrequencies, ringMix) = ((first, second), mix)
  }
}
