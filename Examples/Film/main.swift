// Plays a film in a window: `AVPlayer` and `AVPlayerLayer` by Apple's names, and the window of
// OpenCoreAudio.
//
//     swift run Film film.mp4
//     swift run Film http://example.org/film.mp4 --seconds 5

import AVFoundation

/// The player, its window, and the keys.
final class FilmProgram: @unchecked Sendable {
  // Sendable: the player and the window may be used on any thread.
  private let player: AVPlayer
  private let layer: AVPlayerLayer
  private var window: OpenCoreAudioLayerWindow?

  init(_ url: URL) {
    player = AVPlayer(url: url)
    layer = AVPlayerLayer(player: player)
    layer.videoGravity = .resizeAspect
  }

  /// Opens the window, and plays to the end, or for a number of seconds.
  func run(seconds: Double?) async throws {
    guard let item = player.currentItem else { return }
    let tracks = try await item.asset.load(.tracks)
    let video = tracks.first { $0.mediaType == .video }
    let size = video?.naturalSize ?? CGSize(width: 640, height: 360)
    window = try OpenCoreAudioLayerWindow(layer: layer, title: "Film", size: size) { event in
      self.take(event)
    }
    player.play()
    let ends = NotificationCenter.default.notifications(
      named: AVPlayerItem.didPlayToEndTimeNotification, object: item)
    if let seconds {
      try await Task.sleep(for: .seconds(seconds))
    } else {
      for await _ in ends { break }
    }
    window?.close()
    print("\(item.presentationSize.width) x \(item.presentationSize.height)")
  }

  private func take(_ event: OpenCoreAudioLayerWindow.Event) {
    switch event {
    case .close, .character("q"): exit(0)
    case .character(" "): player.rate == 0 ? player.play() : player.pause()
    case .character("f"): window?.isFullScreen.toggle()
    case .left: move(by: -10)
    case .right: move(by: 10)
    default: break
    }
  }

  private func move(by seconds: Double) {
    let time = player.currentTime() + CMTime(seconds: seconds, preferredTimescale: 600)
    player.seek(to: CMTimeMaximum(time, .zero))
  }
}

var names = Array(CommandLine.arguments.dropFirst())
var seconds: Double?
if let option = names.firstIndex(of: "--seconds"), option + 1 < names.count {
  seconds = Double(names[option + 1])
  names.removeSubrange(option...option + 1)
}
guard let name = names.first else {
  print("usage: Film FILE or URL [--seconds NUMBER]")
  exit(2)
}
let url = name.contains("://") ? URL(string: name) : URL(fileURLWithPath: name)
guard let url else {
  print("\(name) is not a URL")
  exit(2)
}
do {
  try await FilmProgram(url).run(seconds: seconds)
} catch {
  print("\(name): \(error.localizedDescription)")
  exit(1)
}
