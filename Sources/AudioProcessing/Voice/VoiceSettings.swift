/// The parts of voice processing that are on.
package struct VoiceSettings: Equatable, Sendable {
  /// Whether the echo of the far end is removed.
  package var cancelsEcho: Bool
  /// Whether steady noise is removed.
  package var suppressesNoise: Bool
  /// Whether quiet voices become louder, and loud ones quieter.
  package var controlsGain: Bool
  /// Whether constant offsets and frequencies below the voice are removed.
  package var removesLowFrequencies: Bool

  /// Makes settings; by default, all parts are on.
  package init(
    cancelsEcho: Bool = true, suppressesNoise: Bool = true, controlsGain: Bool = true,
    removesLowFrequencies: Bool = true
  ) {
    self.cancelsEcho = cancelsEcho
    self.suppressesNoise = suppressesNoise
    self.controlsGain = controlsGain
    self.removesLowFrequencies = removesLowFrequencies
  }
}
