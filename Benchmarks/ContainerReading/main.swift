// Measures how fast files are opened and read, compared with libavformat. The first test reads all
// properties, the second one all packets.
//
//     BENCHMARKS=1 swift run -c release ContainerReading [repetitions]
//
// For a profiler, open one file, or read its packets, many times:
//
//     BENCHMARKS=1 swift run -c release ContainerReading profile FILE TIMES
//     BENCHMARKS=1 swift run -c release ContainerReading profile-packets FILE TIMES

import AudioToolbox
import BenchmarkSupport
import CLibAVWalk
import Foundation

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1].hasPrefix("profile"), let times = Int(arguments[3]) {
  let url = URL(fileURLWithPath: arguments[2]) as CFURL
  for _ in 0..<times {
    if arguments[1] == "profile" {
      _ = FileReading.askAll(url)
    } else {
      _ = FileReading.readAllPackets(url)
    }
  }
  exit(0)
}

let repetitions = wantedRepetitions(15)
let aac = try Media.make("M4A", "ten.m4a", seconds: 600, ["-c:a", "aac", "-b:a", "128k"])
let media = [
  aac,
  try Media.make(
    "M4A, table first", "first.m4a", seconds: 600,
    ["-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart"]),
  try Media.make("CAF, ALAC", "ten.caf", seconds: 600, ["-c:a", "alac"]),
  try Media.make("CAF, PCM", "pcm.caf", seconds: 600, ["-c:a", "pcm_s16le"]),
  try Media.make("FLAC", "ten.flac", seconds: 600, ["-c:a", "flac"]),
  try Media.make("Ogg Vorbis", "ten.ogg", seconds: 600, ["-c:a", "libvorbis", "-q:a", "4"]),
  try Media.make("Ogg Opus", "ten.opus", seconds: 600, sampleRate: 48_000, ["-c:a", "libopus"]),
  try Media.make("WAVE", "ten.wav", seconds: 600, ["-c:a", "pcm_s16le"]),
  try Media.make("AIFF", "ten.aiff", seconds: 600, ["-c:a", "pcm_s16be"]),
  try Media.make("ADTS", "ten.aac", seconds: 600, ["-c:a", "aac", "-b:a", "128k", "-f", "adts"]),
  try Media.make("MP3", "ten.mp3", seconds: 600, ["-c:a", "libmp3lame", "-q:a", "2"]),
  try Media.make("AC-3", "ten.ac3", seconds: 600, sampleRate: 48_000, ["-c:a", "ac3"]),
]

print("Open and ask for all properties, against avformat_open_input and avformat_find_stream_info.")
print("Milliseconds, each the best and the median of \(repetitions).")
for media in media {
  // Each side receives the type that its call takes.
  let (url, path) = (media.url as CFURL, media.url.path)
  let start = ProcessCounts.bytesRead
  guard let properties = FileReading.askAll(url) else {
    print("\(media.name): not read by this build")
    continue
  }
  let middle = ProcessCounts.bytesRead
  _ = OCALibAVProbe(path)
  let end = ProcessCounts.bytesRead
  print(
    "\(media.name): \(properties) properties, \(middle - start) bytes read, \(end - middle) by libavformat"
  )
  Comparison(repetitions: repetitions) {
    _ = FileReading.askAll(url)
  } peer: {
    _ = OCALibAVProbe(path)
  }.report(peer: "libavformat")
}

print("\nRead all packets, against a loop of av_read_frame.")
for media in media {
  let (url, path) = (media.url as CFURL, media.url.path)
  var counts: (Int64?, Int64) = (0, 0)
  counts.0 = FileReading.readAllPackets(url)
  guard counts.0 != nil else { continue }
  let comparison = Comparison(repetitions: repetitions) {
    counts.0 = FileReading.readAllPackets(url)
  } peer: {
    counts.1 = OCALibAVCountPackets(path)
  }
  print("\(media.name): packets \(counts.0 ?? 0) and \(counts.1)")
  comparison.report(peer: "libavformat")
}

print("\nAn audio book of ten hours, opened and asked for all properties.")
let book = try Media.make("M4B", "book.m4b", repeating: aac, times: 60)
let before = ProcessCounts.residentKiB
let (bookURL, bookPath) = (book.url as CFURL, book.url.path)
_ = FileReading.open(bookURL) { _ in
  print("  memory: \(ProcessCounts.residentKiB - before) KiB more while it is open")
}
Comparison(repetitions: repetitions) {
  _ = FileReading.askAll(bookURL)
} peer: {
  _ = OCALibAVProbe(bookPath)
}.report(peer: "libavformat")
