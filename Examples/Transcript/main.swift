// Records the microphone in the usual format of speech models: 16,000 Hz, mono, Float32.
//
//     swift run Transcript 5 > samples.f32                     # five seconds
//     OPENCOREAUDIO_INPUT=file:speech.wav swift run Transcript 5 > samples.f32
//
// A program for speech gives each buffer to its model instead. The same source compiles on macOS.

import AVFAudio
import Foundation

guard CommandLine.arguments.count == 2, let seconds = Double(CommandLine.arguments[1]),
  seconds > 0, seconds < 86_400
else {
  FileHandle.standardError.write(Data("usage: Transcript SECONDS > FILE\n".utf8))
  exit(2)
}
do {
  try record(seconds: seconds) { samples in
    FileHandle.standardOutput.write(samples.withUnsafeBytes { Data($0) })
  }
} catch {
  FileHandle.standardError.write(Data("Transcript: \(error)\n".utf8))
  exit(1)
}
