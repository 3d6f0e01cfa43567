import AVFoundation

/// Plays a URL to its end while it arrives, and keeps it on disk for the next time.
guard (2...3).contains(CommandLine.arguments.count),
  let url = URL(string: CommandLine.arguments[1])
else {
  print("usage: CachingPlayer URL [FOLDER]")
  exit(2)
}
let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
let folder =
  CommandLine.arguments.count > 2
  ? URL(fileURLWithPath: CommandLine.arguments[2])
  : caches.appendingPathComponent("CachingPlayer")

// The cache is an extension of OpenCoreAudio, which Apple's frameworks do not have.
let cache = AVURLAssetOpenCoreAudioCache(folder: folder, byteLimit: 500_000_000)
let asset = AVURLAsset(url: url, options: [AVURLAssetOpenCoreAudioCacheKey: cache])
let item = AVPlayerItem(asset: asset)
let player = AVPlayer(playerItem: item)

/// Shows the time, and which parts can be played without the network.
@Sendable func show(_ time: CMTime) {
  let ranges = item.loadedTimeRanges.map { value in
    let range = value.timeRangeValue
    return String(format: "%.0f-%.0f s", range.start.seconds, range.end.seconds)
  }
  print(String(format: "%.0f s, loaded: ", time.seconds) + ranges.joined(separator: ", "))
}

@Sendable func fail(_ error: (any Error)?) -> Never {
  print("CachingPlayer: \(error?.localizedDescription ?? "failed")")
  exit(1)
}

let second = CMTime(value: 1, timescale: 1)
let timeObserver = player.addPeriodicTimeObserver(
  forInterval: second, queue: .main, using: show)
let endObserver = NotificationCenter.default.addObserver(
  forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: .main
) { _ in exit(0) }
let failureObserver = NotificationCenter.default.addObserver(
  forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: nil
) { notification in
  fail(notification.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError)
}
let status = item.observe(\.status, options: .initial) { item, _ in
  if item.status == .failed { fail(item.error) }
}
player.play()
if player.status == .failed { fail(player.error) }
RunLoop.main.run()
