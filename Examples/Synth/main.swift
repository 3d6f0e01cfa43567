// Plays notes, or writes them into a file.
//
//     swift run Synth C4 E4 G4 C5
//     swift run Synth -o chord.wav C4 E4 G4
//     swift run Synth              # reads the names of notes from lines; an empty line is silence
//
// The same source compiles on macOS.

import AVFoundation

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("Synth: \(text)\n".utf8))
  exit(1)
}

var arguments = Array(CommandLine.arguments.dropFirst())
var output: URL?
if arguments.first == "-o" {
  guard arguments.count >= 2 else { fail("-o needs the name of a file") }
  output = URL(fileURLWithPath: arguments[1])
  arguments.removeFirst(2)
}
let notes = arguments.map { name in
  guard let note = Note(name) else { fail("no note has the name \(name)") }
  return note
}
do {
  if let output {
    try render(notes, to: output)
  } else if notes.isEmpty {
    try playLines()
  } else {
    try play(notes)
  }
} catch {
  fail("\(error)")
}
