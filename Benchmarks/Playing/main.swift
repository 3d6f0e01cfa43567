import AVFoundation
import BenchmarkSupport

// The measurements of `Benchmarks/Tools/measure-playing` that the command-line tools cannot make:
//
//     Playing players COUNT FILE        plays a file with COUNT players, started one by one
//     Playing mixing COUNT FILE         plays it with COUNT players that start together in one mix
//     Playing soak HOURS FILE           plays a file repeatedly and prints the memory use
//     Playing radio HOURS URL           plays a live stream and prints the memory use
//     Playing roundtrip MILLISECONDS    plays and records clicks, in buffers of this length
//
// `OPENCOREAUDIO_DEVICE` and `OPENCOREAUDIO_INPUT` choose the devices.
let arguments = CommandLine.arguments.dropFirst()
guard let command = arguments.first, let number = arguments.dropFirst().first.flatMap(Double.init)
else {
  print("usage: Playing players|mixing|soak|radio|roundtrip NUMBER [FILE or URL]")
  exit(2)
}
let file = arguments.dropFirst(2).first.map { URL(fileURLWithPath: $0) }
do {
  switch (command, file) {
  case ("players", let file?): try ManyPlayers(file, count: Int(number)).play(atOnce: false)
  case ("mixing", let file?): try ManyPlayers(file, count: Int(number)).play(atOnce: true)
  case ("soak", let file?): try Soak(file, hours: number).run()
  case ("radio", _?):
    guard let url = URL(string: arguments[arguments.startIndex + 2]) else { exit(2) }
    try Radio(url, hours: number).run()
  case ("roundtrip", _): try RoundTrip(bufferSeconds: number / 1000).run()
  default: exit(2)
  }
} catch {
  print("failed: \(error)")
  exit(1)
}
