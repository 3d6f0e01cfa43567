// Measures the quality of rate conversion with tones; Docs/Resampling.md has the tables.
//
//     BENCHMARKS=1 swift run -c release Resampling [FOLDER]
//
// With `speed` as FOLDER, it only compares the time for one minute of sound with a loop of libsoxr.
// Otherwise it writes the pass band and the aliases of each pair of rates to FOLDER, as CSV.

import AudioToolbox
import BenchmarkSupport
import CCodecPeers
import Foundation

let steps: [(name: String, complexity: UInt32, qualities: [UInt32])] = [
  ("line", kAudioConverterSampleRateConverterComplexity_Linear, [0x40]),
  ("norm", kAudioConverterSampleRateConverterComplexity_Normal, [0, 0x20, 0x40, 0x60, 0x7F]),
  ("bats", kAudioConverterSampleRateConverterComplexity_Mastering, [0, 0x20, 0x40, 0x60, 0x7F]),
  (
    "minp", kAudioConverterSampleRateConverterComplexity_MinimumPhase, [0, 0x20, 0x40, 0x60, 0x7F]
  ),
]
let pairs: [(Double, Double)] = [
  (44_100, 48_000), (48_000, 44_100), (96_000, 44_100), (44_100, 16_000),
]
let amplitude = 0.5

/// Measures the conversion of a tone of one second.
func measure(_ conversion: RateConversion, _ frequency: Double) -> ToneMeasurement {
  let step = 2 * Double.pi * frequency / conversion.inputRate
  let tone = (0..<Int(conversion.inputRate)).map { Float(amplitude * sin(step * Double($0))) }
  return ToneMeasurement(
    conversion.convert(tone), rate: conversion.outputRate, frequency: frequency,
    amplitude: amplitude)
}

/// The highest frequency up to which tones lose at most `decibels`.
func edge(_ conversion: RateConversion, _ decibels: Double) -> Double {
  var (low, high) = (0.0, min(conversion.inputRate, conversion.outputRate) / 2)
  while high - low > 5 {
    let middle = (low + high) / 2
    if measure(conversion, middle).gain > -decibels { low = middle } else { high = middle }
  }
  return low
}

func decibels(_ value: Double) -> String { String(format: "%.1f", value) }
func kilohertz(_ value: Double) -> String { String(format: "%.2f", value / 1000) }

let folder = CommandLine.arguments.dropFirst().first
for (input, output) in folder == "speed" ? [] : pairs {
  let half = min(input, output) / 2
  print("\n## \(Int(input)) to \(Int(output)) Hz\n")
  print(
    "| complexity, quality | -0.1 dB at, kHz | -3 dB at, kHz | at 1 kHz: gain, dB | THD+N, dB"
      + " | worst THD+N to 0.9 of the band, dB | at, kHz | worst beyond the band, dB | at, kHz |")
  print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
  var curves = "step,frequency,gain,residue\n"
  for step in steps {
    for quality in step.qualities {
      let conversion = RateConversion(from: input, to: output, step.complexity, quality)
      let one = measure(conversion, 1000)
      // Avoid whole numbers, so that no frequency equals a common divisor of the rates.
      let inside = (1...30).map { half * 0.9 * Double($0) / 30 - 1.7 }
      let kept = inside.map { ($0, measure(conversion, $0)) }
      let worst = kept.max { $0.1.residue < $1.1.residue } ?? (0, one)
      var folded: (Double, ToneMeasurement)?
      if input > output {
        let outside = (1...30).map { half + (input / 2 - half) * Double($0) / 31 + 1.7 }
        let tones = outside.map { ($0, measure(conversion, $0)) }
        folded = tones.max { $0.1.residue < $1.1.residue }
        for tone in tones { curves += "\(step.name) \(quality),\(tone.0),,\(tone.1.residue)\n" }
      }
      for tone in kept {
        curves += "\(step.name) \(quality),\(tone.0),\(tone.1.gain),\(tone.1.residue)\n"
      }
      print(
        "| `\(step.name)`, \(quality) | \(kilohertz(edge(conversion, 0.1)))"
          + " | \(kilohertz(edge(conversion, 3))) | \(String(format: "%.5f", one.gain))"
          + " | \(decibels(one.residue)) | \(decibels(worst.1.residue)) | \(kilohertz(worst.0))"
          + " | \(folded.map { decibels($0.1.residue) } ?? "–")"
          + " | \(folded.map { kilohertz($0.0) } ?? "–") |")
    }
  }
  if let folder {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try curves.write(
      toFile: "\(folder)/\(Int(input))-\(Int(output)).csv", atomically: true, encoding: .utf8)
  }
}

print("\nA minute of stereo noise, 44,100 to 48,000 Hz, against a loop of libsoxr's own.")
let noise = (0..<60 * 44_100 * 2).map { _ in Float.random(in: -0.5..<0.5) }
for (quality, recipe) in [(0x20, 3), (0x40, 4), (0x7F, 6)] as [(UInt32, Int32)] {
  var conversion = RateConversion(
    from: 44_100, to: 48_000, kAudioConverterSampleRateConverterComplexity_Normal, quality)
  conversion.channelCount = 2
  var counts = (0, 0)
  let comparison = Comparison(repetitions: 11) {
    counts.0 = conversion.count(noise)
  } peer: {
    counts.1 = OCAPeerResample(noise, noise.count / 2, 44_100, 48_000, recipe)
  }
  print("norm, \(quality): frames \(counts.0) and \(counts.1)")
  comparison.report(peer: "libsoxr")
}
