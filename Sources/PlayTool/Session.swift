import AudioToolbox
import Foundation
import NowPlaying
import ToolSupport

/// The state of the tool, which keys and signals can change.
final class Session: @unchecked Sendable {
  // Sendable: `lock` guards the state; the playing thread alone uses `failureCount`.
  private let options: PlayOptions
  private let lock = NSLock()
  private var isInterrupted = false
  private var hasQuit = false
  private var player: Player?
  private var desktop: DesktopPlayer?
  private var failureCount = 0
  private lazy var names = PlayQueue(options) { [unowned self] name, failure in
    report(name, failure)
  } describe: { [unowned self] item in
    if options.isDebugging { describe(item) }
    pictures.expect(item)
  }
  private lazy var pictures = Pictures { [unowned self] key in
    take(key)
  } complain: { [unowned self] in
    complain($0)
  }

  init(_ options: PlayOptions) {
    self.options = options
    _ = (names, pictures)
  }

  private var isOver: Bool { lock.withLock { isInterrupted || hasQuit } }

  /// Ends playback because of a signal; any thread may call it.
  func interrupt() {
    lock.withLock { isInterrupted = true }
    stop()
    Keys.restoreTerminal()
  }

  private func quit() {
    lock.withLock { hasQuit = true }
    stop()
  }

  private func stop() {
    names.end()
    lock.withLock { player }?.ask(.end)
  }

  /// Plays all names.
  ///
  /// - Returns: The exit status, unless a signal ended playback.
  func play() -> Int32 {
    Keys.listen { [self] key in take(key) }
    let desktop =
      options.isHidden ? nil : DesktopPlayer(names) { [self] request in take(request) }
    lock.withLock { self.desktop = desktop }
    defer { desktop?.end() }
    defer { pictures.end() }
    var item = names.next()
    var sound = Player.Sound(volume: options.volume)
    while let current = item, !isOver {
      do throws(ToolFailure) {
        let player = try Player(current, names, options, sound)
        item = play(player)
        sound = player.sound
      } catch {
        report(current.name.name, error)
        item = names.next(isSkip: true)
      }
    }
    return failureCount == 0 ? 0 : 1
  }

  /// Plays items of one format; returns the next item.
  private func play(_ player: Player) -> Player.Item? {
    lock.withLock { self.player = player }
    defer { lock.withLock { self.player = nil } }
    if isOver { return nil }
    let line = Terminal.isInteractive ? ProgressLine(player, names) : nil
    desktop?.show(player)
    pictures.show(player)
    let next = player.play { report($0.name.name, $1) }
    line?.end()
    guard let number = player.wantedNumber else { return next }
    names.rewind(to: number)
    return names.next(isSkip: true)
  }

  private func take(_ key: Keys.Key) {
    guard let player = lock.withLock({ self.player }) else { return }
    switch key {
    case .pause: player.change { $0.isPaused.toggle() }
    case .mute: player.change { $0.isMuted.toggle() }
    case .louder: player.change { $0.volume += 0.05 }
    case .softer: player.change { $0.volume -= 0.05 }
    case .ahead: player.ask(.move(10))
    case .back: player.ask(.move(-10))
    case .next: player.ask(.skip)
    case .previous: player.ask(.back)
    case .shuffle: change { $0.shuffles.toggle() }
    case .repeat: change { $0.repeats = Self.repeat(after: $0.repeats) }
    case .quit: quit()
    }
    desktop?.refresh()
  }

  private func take(_ request: RemoteRequest) {
    guard let player = lock.withLock({ self.player }) else { return }
    switch request {
    case .play: player.change { $0.isPaused = false }
    case .pause: player.change { $0.isPaused = true }
    case .toggle: player.change { $0.isPaused.toggle() }
    case .next: player.ask(.skip)
    case .previous: player.ask(.back)
    case .changePosition(let seconds): player.ask(.seek(seconds))
    case .skip(let seconds): player.ask(.move(seconds))
    case .changeVolume(let volume): player.change { $0.volume = Float(volume) }
    case .changeRepeat(let repeats): change { $0.repeats = repeats }
    case .changeShuffle(let shuffles): change { $0.shuffles = shuffles }
    case .stop: quit()
    case .changeRate, .goTo: break
    }
    desktop?.refresh()
  }

  /// The mode after another one in the order of the key.
  private static func `repeat`(after mode: PlayOrder.Repeat) -> PlayOrder.Repeat {
    switch mode {
    case .off: .all
    case .all: .one
    case .one: .off
    }
  }

  private func change(_ body: (inout PlayQueue.Settings) -> Void) {
    guard names.change(body) else { return }
    lock.withLock { player }?.ask(.reorder)
  }

  private func report(_ name: String, _ failure: ToolFailure) {
    guard !isOver else { return }
    failureCount += 1
    complain("\(name): \(failure.reason)")
  }

  private func complain(_ text: String) {
    StatusLine.clear()
    Terminal.complain("afplay: \(text)\n")
  }

  private func describe(_ item: Player.Item) {
    let format = item.source.fileFormat
    var text = "\(item.name.name): \(Numbers.fourCharacters(format.mFormatID))"
    text +=
      ", \(format.mChannelsPerFrame) channels at \(Numbers.fixed(format.mSampleRate, decimals: 0)) Hz"
    text += ", \(format.mFramesPerPacket) frames and \(format.mBytesPerPacket) bytes per packet"
    if let duration = item.source.duration { text += ", \(Numbers.fixed(duration, decimals: 3)) s" }
    text += ", magic cookie of \(item.source.magicCookie.count) bytes"
    text += ", buffers of \(item.source.bufferByteCount) bytes"
    complain(text)
  }
}
