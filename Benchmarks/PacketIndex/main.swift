// Measures opening a file of one hour and counting its packets, compared with libavformat.
//
//     BENCHMARKS=1 swift run -c release PacketIndex [repetitions]

import AudioToolbox
import BenchmarkSupport
import CLibAVWalk
import Foundation

/// Opens a file, reads its packet count, and closes it.
func countPackets(_ url: URL) -> Int64 {
  var file: AudioFileID?
  guard AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) == noErr, let file else {
    return -1
  }
  defer { AudioFileClose(file) }
  var count: UInt64 = 0
  var size = UInt32(MemoryLayout.size(ofValue: count))
  let status = AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &count)
  return status == noErr ? Int64(count) : Int64(status)
}

let repetitions = wantedRepetitions(21)
print("milliseconds, each the best and the median of \(repetitions)")
for media in [
  try Media.makeHour(
    "VBR MP3", "hour.mp3",
    ["-c:a", "libmp3lame", "-q:a", "2", "-write_xing", "0", "-id3v2_version", "0"]),
  try Media.makeHour("ADTS", "hour.aac", ["-c:a", "aac", "-b:a", "128k", "-f", "adts"]),
] {
  var counts: (Int64, Int64) = (0, 0)
  let comparison = Comparison(repetitions: repetitions) {
    counts.0 = countPackets(media.url)
  } peer: {
    counts.1 = OCALibAVCountPackets(media.url.path)
  }
  let bytes = try media.url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  print("\(media.name): \(bytes / 1_000_000) MB, packets \(counts.0) and \(counts.1)")
  comparison.report(peer: "libavformat")
}
