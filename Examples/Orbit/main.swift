// A sound that moves around the listener.
//
//     swift run Orbit song.mp3           # the file, in mono, once around in four seconds
//     swift run Orbit -n 3 song.mp3      # three times around
//     swift run Orbit                    # a tone
//
// The same source compiles on macOS.

import AudioToolbox
import Foundation
import OpenAL

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("Orbit: \(text)\n".utf8))
  exit(1)
}

var arguments = Array(CommandLine.arguments.dropFirst())
var turns = 2.0
if arguments.first == "-n" {
  guard arguments.count >= 2, let number = Double(arguments[1]), number > 0, number <= 1_000 else {
    fail("-n needs a number of turns")
  }
  turns = number
  arguments.removeFirst(2)
}
guard arguments.count <= 1 else { fail("more than one file") }
do {
  let sound = try arguments.first.map { try Sound(contentsOf: URL(fileURLWithPath: $0)) }
  try orbit(sound ?? Sound.tone, turns: turns)
} catch {
  fail("\(error)")
}
