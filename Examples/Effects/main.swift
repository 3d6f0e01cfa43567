// Plays a file through an equalizer, a reverb, and a time-pitch unit, or writes the result.
//
//     swift run Effects song.mp3
//     swift run Effects --rate 0.8 --pitch 300 --reverb 30 --bass 6 song.mp3
//     swift run Effects --rate 1.5 -o fast.wav song.mp3
//
// The same source compiles on macOS.

import AVFoundation

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("Effects: \(text)\n".utf8))
  exit(1)
}

var settings = EffectSettings()
var output: URL?
var files: [URL] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  guard argument.hasPrefix("-") else {
    files.append(URL(fileURLWithPath: argument))
    continue
  }
  guard let value = arguments.popFirst() else { fail("\(argument) needs a value") }
  if argument == "-o" {
    output = URL(fileURLWithPath: value)
  } else if !settings.set(argument, value) {
    fail("\(argument) \(value) is an unknown option, or has an invalid value")
  }
}
guard files.count == 1 else {
  fail("usage: Effects [--rate N] [--pitch CENTS] [--reverb PERCENT] [--bass DB] [-o FILE] FILE")
}
do {
  let chain = try EffectChain(AVAudioFile(forReading: files[0]), settings)
  if let output { try chain.render(to: output) } else { try await chain.play() }
} catch {
  fail("\(error)")
}
