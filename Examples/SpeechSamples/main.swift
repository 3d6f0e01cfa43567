// Reads any audio file in the usual format of speech recognition: 16,000 Hz, mono, Float32.
//
//     swift run SpeechSamples FILE > samples.f32
//
// The same source compiles on macOS.

import AVFAudio
import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: SpeechSamples FILE\n".utf8))
  exit(2)
}
do {
  let samples = try speechSamples(of: URL(fileURLWithPath: CommandLine.arguments[1]))
  FileHandle.standardOutput.write(samples.withUnsafeBytes { Data($0) })
} catch {
  FileHandle.standardError.write(Data("SpeechSamples: \(error)\n".utf8))
  exit(1)
}
