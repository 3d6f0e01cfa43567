// Plays the keys of the terminal, and the messages of MIDI sources, with a sampler.
//
//     swift run Piano                        # sines
//     swift run Piano piano.sf2              # the first preset of a sound bank, or an audio file
//     echo awsedf | swift run Piano -o scale.wav piano.sf2
//
// The row from A has the white keys, and the row above the black ones. Z and X move by an octave;
// Q quits. The same source compiles on macOS.

import AVFoundation

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("Piano: \(text)\n".utf8))
  exit(1)
}

/// Reads a key; `nil` at the end of the input.
func nextKey() -> Character? {
  var byte: UInt8 = 0
  return read(STDIN_FILENO, &byte, 1) == 1 ? Character(UnicodeScalar(byte)) : nil
}

var arguments = Array(CommandLine.arguments.dropFirst())
var output: URL?
if arguments.first == "-o" {
  guard arguments.count >= 2 else { fail("-o needs the name of a file") }
  output = URL(fileURLWithPath: arguments[1])
  arguments.removeFirst(2)
}
var keyboard = Keyboard()
do {
  let piano = try Piano(arguments.first.map { URL(fileURLWithPath: $0) })
  if let output {
    var notes: [UInt8] = []
    while let key = nextKey() {
      keyboard.shift(key)
      if let note = keyboard.note(key) { notes.append(note) }
    }
    try piano.render(notes, secondsPerNote: 0.3, to: output)
    exit(0)
  }
  try piano.start()
  var saved = termios()
  let isTerminal = tcgetattr(STDIN_FILENO, &saved) == 0
  if isTerminal {
    var settings = saved
    // Each key arrives at once and without echo; Ctrl-C remains a signal.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
  print("A to ; play, Z and X move by an octave, Q quits")
  while let key = nextKey(), key != "q" {
    keyboard.shift(key)
    guard let note = keyboard.note(key) else { continue }
    piano.press(note)
    // A terminal does not report when a key is released.
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { piano.release(note) }
  }
  if isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &saved) }
  // The last notes end.
  Thread.sleep(forTimeInterval: 0.5)
} catch {
  fail(error.localizedDescription)
}
