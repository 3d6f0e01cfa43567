// Measures the render graph beside its peers; Docs/Benchmarks.md has the table.
//
//     BENCHMARKS=1 swift run -c release Graph [equalizer] [mixing] [empty] [reverb] [file]
//
// All measurements run by default. `Graph start` plays a constant level on a device until the
// process ends, for `Benchmarks/Tools/measure-playing`.

import AVFAudio

let measurements: [(name: String, run: () throws -> Void)] = [
  ("equalizer", measureEqualizers), ("mixing", measureMixing), ("empty", measureEmptyGraph),
  ("reverb", measureReverb), ("file", measureFile),
]
let wanted = Set(CommandLine.arguments.dropFirst())
guard wanted.isSubset(of: measurements.map(\.name) + ["start"]) else {
  print("usage: Graph [equalizer] [mixing] [empty] [reverb] [file] | start")
  exit(2)
}
do {
  if wanted.contains("start") { try playLevel() }
  for measurement in measurements where wanted.isEmpty || wanted.contains(measurement.name) {
    try measurement.run()
  }
} catch {
  print("failed: \(error)")
  exit(1)
}
