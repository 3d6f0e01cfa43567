import Foundation
import ToolSupport

/// The change of the level that gives a program a target loudness.
///
/// Source: Recommendation EBU R 128: -23 LUFS, and a true peak of at most -1 dBTP.
struct Normalization {
  /// The usual target in LUFS.
  static let usualTarget = -23.0
  /// The highest true peak in dBTP.
  static let highestPeak = -1.0
  /// The shortest measurable duration in seconds: one block of ITU-R BS.1770.
  static let shortest = 0.4

  /// The change in decibels.
  let gain: Double
  /// Why the output does not have the target loudness, or `nil` if it has.
  let remark: String?
  /// The measured values.
  let details: String

  /// Chooses the gain.
  ///
  /// - Parameters:
  ///   - loudness: The measured loudness.
  ///   - target: The target in LUFS.
  init(_ loudness: ProgramLoudness, to target: Double) {
    guard loudness.integrated.isFinite else {
      gain = 0
      let isShort = loudness.duration < Self.shortest
      remark =
        isShort
        ? "shorter than \(Self.shortest) seconds, too short for --normalize; the level stays"
        : "silent (below -70 LUFS); the level stays"
      details = "the loudness cannot be measured"
      return
    }
    let wanted = target - loudness.integrated
    let peak = 20 * log10(max(loudness.truePeak, .leastNormalMagnitude))
    let most = Self.highestPeak - peak
    gain = min(wanted, most)
    func text(_ decibels: Double) -> String { Numbers.fixed(decibels, decimals: 2) }
    remark =
      text(gain) == text(wanted)
      ? nil
      : "gain of \(text(gain)) dB instead of \(text(wanted)) dB, because the true peak must not "
        + "exceed \(Int(Self.highestPeak)) dBTP"
    details =
      "\(text(loudness.integrated)) LUFS, true peak \(text(peak)) dBTP, gain \(text(gain)) dB"
  }
}
