// Measures edits: joining, trimming, and reading.
//
//     BENCHMARKS=1 swift run -c release Editing [REPETITIONS] [join] [trim] [read]
//
// Times are those of whole processes, because exports use threads of their own.

import AVFoundation
import BenchmarkSupport
import Foundation

let arguments = CommandLine.arguments.dropFirst()
let repetitions = wantedRepetitions(5)

/// Whether the command line asks for a part, or for none.
func wants(_ part: String) -> Bool {
  let parts = ["join", "trim", "read"].filter(arguments.contains)
  return parts.isEmpty || parts.contains(part)
}

// A child process does one edit, and reports its memory.
if arguments.first == "edit" {
  let paths = arguments.dropFirst(2).map { URL(fileURLWithPath: $0) }
  try await Edits.run(Array(arguments)[1], Array(paths))
  print(ProcessCounts.peakResidentKiB)
  exit(0)
}

let aac = try Media.make("M4A", "ten.m4a", seconds: 600, ["-c:a", "aac", "-b:a", "128k"])
let folder = FileManager.default.temporaryDirectory
let output = folder.appendingPathComponent("edited.m4a")
let copy = folder.appendingPathComponent("copied.m4a")
defer { for url in [output, copy] { try? FileManager.default.removeItem(at: url) } }

if wants("join") {
  print("Two files of ten minutes, joined and encoded as AAC at 128 kbit/s.")
  let comparison = try ProcessComparison(repetitions: repetitions) {
    try? FileManager.default.removeItem(at: output)
    return try ProcessComparison.child(
      CommandLine.arguments[0], ["edit", "join", output.path, aac.url.path, aac.url.path])
  } peer: {
    try ProcessComparison.child(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-y", "-threads", "1", "-i", aac.url.path, "-i", aac.url.path]
        + ["-filter_complex", "[0:a][1:a]concat=n=2:v=0:a=1", "-c:a", "aac", "-b:a", "128k"]
        + ["-threads", "1", copy.path])
  }
  comparison.report(peer: "ffmpeg")
}

if wants("trim") {
  print("\nAn audio book of ten hours, from 1:00 to 9:30 hours, without decoding.")
  let book = try Media.make("M4B", "book.m4b", repeating: aac, times: 60)
  let comparison = try ProcessComparison(repetitions: repetitions) {
    try? FileManager.default.removeItem(at: output)
    return try ProcessComparison.child(
      CommandLine.arguments[0], ["edit", "trim", output.path, book.url.path])
  } peer: {
    try? FileManager.default.removeItem(at: copy)
    return try ProcessComparison.child("cp", ["--reflink=never", output.path, copy.path])
  }
  comparison.report(peer: "cp")
}

if wants("read") {
  let pcm = try Media.make("WAVE", "ten.wav", seconds: 600, ["-c:a", "pcm_s16le"])
  for media in [pcm, aac] {
    print("\nTen minutes of \(media.name), read as 16-bit integers.")
    let comparison = try ProcessComparison(repetitions: repetitions) {
      try ProcessComparison.measure { Edits.readByReader(media.url) }
    } peer: {
      try ProcessComparison.measure { Edits.readByFile(media.url) }
    }
    comparison.report(peer: "ExtAudioFile")
  }
}
