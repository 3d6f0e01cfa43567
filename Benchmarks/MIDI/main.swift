// Measures MIDI files and OpenAL beside their peers.
//
//     BENCHMARKS=1 swift run -c release MIDI [files] [sources]
//
// All measurements run by default. The variable OCA_MIDI names a folder of MIDI files to load.

import Foundation

let measurements: [(name: String, run: () throws -> Void)] = [
  ("files", measureFiles), ("sources", measureSources),
]
let wanted = Set(CommandLine.arguments.dropFirst())
guard wanted.isSubset(of: measurements.map(\.name)) else {
  print("usage: MIDI [files] [sources]")
  exit(2)
}
do {
  for measurement in measurements where wanted.isEmpty || wanted.contains(measurement.name) {
    try measurement.run()
  }
} catch {
  print("failed: \(error)")
  exit(1)
}
