import AVFAudio
import BenchmarkSupport

// What `Benchmarks/Tools/measure-playing` measures beside the tools:
//
//     Playing players COUNT FILE            plays a file with so many players at once, each started for itself
//     Playing mixing COUNT FILE             the same, started at one moment, in one mix
//     Playing soak HOURS FILE               plays a file over and over again, and tells of its memory
//     Playing roundtrip MILLISECONDS        plays clicks and records them again, in buffers of a length
//
// The devices are those of `OPENCOREAUDIO_DEVICE` and `OPENCOREAUDIO_INPUT`.
let arguments = CommandLine.arguments.dropFirst()
guard let command = arguments.first, let number = arguments.dropFirst().first.flatMap(Double.init)
else {
  print("usage: Playing players|mixing|soak|roundtrip NUMBER [FILE]")
  exit(2)
}
let file = arguments.dropFirst(2).first.map { URL(fileURLWithPath: $0) }
do {
  switch (command, file) {
  case ("players", let file?): try ManyPlayers(file, count: Int(number)).play(atOnce: false)
  case ("mixing", let file?): try ManyPlayers(file, count: Int(number)).play(atOnce: true)
  case ("soak", let file?): try Soak(file, hours: number).run()
  case ("roundtrip", _): try RoundTrip(bufferSeconds: number / 1000).run()
  default: exit(2)
  }
} catch {
  print("failed: \(error)")
  exit(1)
}
