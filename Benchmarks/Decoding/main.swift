// Measures conversion and decoding speed, compared with the simplest loop of each library.
//
//     BENCHMARKS=1 swift run -c release Decoding [repetitions] [NAME...]
//
// The names are samples, MP3, AAC, FLAC, Vorbis, Opus, and ALAC.

import BenchmarkSupport
import CCodecPeers
import Foundation

let repetitions = wantedRepetitions(7)
/// The requested benchmarks; an empty set means all.
let names = Set(CommandLine.arguments.dropFirst(2))

print("Samples, in cache and out of it.")
for toFloat in [true, false] where names.isEmpty || names.contains("samples") {
  SampleConversion.compare(
    toFloat: toFloat, frameCount: 1024, rounds: 20_000, repetitions: repetitions)
  SampleConversion.compare(
    toFloat: toFloat, frameCount: 4 << 20, rounds: 4, repetitions: repetitions)
}

/// A file, its output format, and the libraries that decode it.
struct Case {
  var media: Media
  var asInt16: Bool
  var peers: [(name: String, decode: (String) -> Int64)]

  init(
    _ name: String, _ file: String, sampleRate: Int = 44_100, _ codec: [String], asInt16: Bool,
    _ more: [(String, (String) -> Int64)] = []
  ) throws {
    media = try Media.make(name, file, seconds: 600, sampleRate: sampleRate, codec)
    self.asInt16 = asInt16
    peers = [("libavcodec", { OCAPeerDecodeLibAV($0) })] + more
  }
}

let sndfile: (String, (String) -> Int64) = ("libsndfile", { OCAPeerDecodeSndfile($0, 0) })
let cases = [
  try Case(
    "MP3", "ten.mp3", ["-c:a", "libmp3lame", "-q:a", "2"], asInt16: true,
    [("libmpg123", { OCAPeerDecodeMpg123($0) })]),
  try Case("AAC", "ten.m4a", ["-c:a", "aac", "-b:a", "128k"], asInt16: false),
  try Case(
    "FLAC", "ten.flac", ["-c:a", "flac"], asInt16: true,
    [
      ("libFLAC", { OCAPeerDecodeFLAC($0) }), ("libsndfile", { OCAPeerDecodeSndfile($0, 1) }),
    ]),
  try Case(
    "Vorbis", "ten.ogg", ["-c:a", "libvorbis", "-q:a", "4"], asInt16: false, [sndfile]),
  try Case(
    "Opus", "ten.opus", sampleRate: 48_000, ["-c:a", "libopus"], asInt16: false, [sndfile]),
  try Case("ALAC", "ten.caf", ["-c:a", "alac"], asInt16: true),
]
print("\nTen minutes of stereo, to the last frame, by ExtAudioFileRead.")
for item in cases where names.isEmpty || names.contains(item.media.name) {
  for peer in item.peers {
    var counts: (Int64, Int64) = (0, 0)
    let comparison = Comparison(repetitions: repetitions) {
      counts.0 = FrameReading.readAll(item.media.url, asInt16: item.asInt16)
    } peer: {
      counts.1 = peer.decode(item.media.url.path)
    }
    print("\(item.media.name): frames \(counts.0) and \(counts.1)")
    comparison.report(peer: peer.name)
  }
}
