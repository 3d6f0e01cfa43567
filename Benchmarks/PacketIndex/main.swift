// How long it takes to open a file of one hour and count its packets: ours against libavformat's.
//
//     BENCHMARKS=1 swift run -c release PacketIndex [repetitions]

import AudioToolbox
import CLibAVWalk
import Foundation

/// Opens a file, asks for its packet count and closes it.
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

/// Milliseconds that `body` takes: by the clock, and of this thread's processor time.
func milliseconds(_ body: () -> Void) -> (clock: Double, processor: Double) {
  let start = (nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_THREAD_CPUTIME_ID))
  body()
  return (
    (nanoseconds(CLOCK_MONOTONIC) - start.0) / 1e6,
    (nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start.1) / 1e6
  )
}

func nanoseconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The smallest and the middle one, and how they compare.
func line(_ name: String, _ ours: [Double], _ theirs: [Double]) -> String {
  let (mine, peer) = (ours.sorted(), theirs.sorted())
  let middle = mine.count / 2
  return String(
    format: "  %@  ours %8.2f %8.2f  libavformat %8.2f %8.2f  ratio %6.1f %6.1f", name, mine[0],
    mine[middle], peer[0], peer[middle], peer[0] / mine[0], peer[middle] / mine[middle])
}

let repetitions = max(CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 21, 1)
print("milliseconds, each the best and the median of \(repetitions)")
for media in try Media.make() {
  var clock: (ours: [Double], theirs: [Double]) = ([], [])
  var processor = clock
  var counts: (Int64, Int64) = (0, 0)
  // Side by side, so that both meet the same moods of the machine; the first round warms the cache.
  for round in 0...repetitions {
    let mine = milliseconds { counts.0 = countPackets(media.url) }
    let peer = milliseconds { counts.1 = OCALibAVCountPackets(media.url.path) }
    guard round > 0 else { continue }
    clock.ours.append(mine.clock)
    clock.theirs.append(peer.clock)
    processor.ours.append(mine.processor)
    processor.theirs.append(peer.processor)
  }
  let bytes = try media.url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  print("\(media.name): \(bytes / 1_000_000) MB, packets \(counts.0) and \(counts.1)")
  print(line("clock    ", clock.ours, clock.theirs))
  print(line("processor", processor.ours, processor.theirs))
}
