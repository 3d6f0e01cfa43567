import AVFoundation

/// Plays a file or a URL to its end, and shows the time.
guard CommandLine.arguments.count == 2 else {
  print("usage: StreamPlayer FILE-OR-URL")
  exit(2)
}
let address = CommandLine.arguments[1]
let url =
  address.contains("://") ? URL(string: address) : URL(fileURLWithPath: address)
guard let url else {
  print("StreamPlayer: invalid URL: \(address)")
  exit(2)
}

let player = AVPlayer(url: url)
let second = CMTime(value: 1, timescale: 1)
let timeObserver = player.addPeriodicTimeObserver(forInterval: second, queue: .main) { time in
  print("\(Int(time.seconds.rounded())) s")
}
let endObserver = NotificationCenter.default.addObserver(
  forName: .AVPlayerItemDidPlayToEndTime, object: player.currentItem, queue: nil
) { _ in exit(0) }
let failureObserver = NotificationCenter.default.addObserver(
  forName: .AVPlayerItemFailedToPlayToEndTime, object: player.currentItem, queue: nil
) { notification in
  let error = notification.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
  print("StreamPlayer: \(error?.localizedDescription ?? "failed")")
  exit(1)
}
let status = player.observe(\.currentItem?.status, options: .initial) { player, _ in
  guard player.currentItem?.status == .failed else { return }
  print("StreamPlayer: \(player.currentItem?.error?.localizedDescription ?? "failed")")
  exit(1)
}
player.play()
if player.status == .failed {
  print("StreamPlayer: \(player.error?.localizedDescription ?? "no sound device")")
  exit(1)
}
RunLoop.main.run()
