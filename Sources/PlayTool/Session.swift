import AudioToolbox
import Foundation
import NowPlaying
import ToolSupport

/// The state of the tool, which keys and signals can change.
final class Session: @unchecked Sendable {
  // Sendable: `lock` guards the state.
  private let options: PlayOptions
  private let lock = NSLock()
  private var isInterrupted = false
  private var hasQuit = false
  private var player: Player?
  private var stopOpening: (() -> Void)?
  /// The names that are not open yet, and the number of failures; for the playing thread only.
  private var names: ArraySlice<QueuedName>
  private var failureCount = 0
  /// The names of the items so far; for the playing thread only.
  private var opened: [QueuedName] = []
  /// The number of playlist entries so far, limited because nested playlists could have endless
  /// entries.
  private var entryCount = 0
  private static let mostEntries = 100_000

  init(_ options: PlayOptions) {
    self.options = options
    names = options.names.map { QueuedName(name: $0) }[...]
  }

  private var isOver: Bool { lock.withLock { isInterrupted || hasQuit } }

  /// Ends playback because of a signal; any thread may call it.
  func interrupt() {
    lock.withLock { isInterrupted = true }
    stop()
    Keys.restoreTerminal()
  }

  private func stop() {
    let (player, stopOpening) = lock.withLock { (self.player, self.stopOpening) }
    stopOpening?()
    player?.ask(.end)
  }

  /// Plays all names.
  ///
  /// - Returns: The exit status, unless a signal ended playback.
  func play() -> Int32 {
    Keys.listen { [self] key in take(key) }
    let desktop = options.isHidden ? nil : DesktopPlayer { [self] request in take(request) }
    defer { desktop?.end() }
    let pictures = Pictures { [self] key in
      take(key)
    } complain: { [self] in
      complain($0)
    }
    defer { pictures.end() }
    var item = next()
    while let current = item, !isOver {
      do throws(ToolFailure) {
        let player = try Player(current, options)
        lock.withLock { self.player = player }
        if isOver { break }
        let line = Terminal.isInteractive ? ProgressLine(player: player) : nil
        desktop?.show(player)
        pictures.show(player)
        let next = { [self] in
          let item = self.next()
          if let item { pictures.expect(item) }
          return item
        }
        item = player.play(next: next) { report($0.name, $1) }
        line?.end()
        if player.wantsEarlierItem {
          returnToItem(player.items[0].number - 1)
          item = next()
        }
        lock.withLock { self.player = nil }
      } catch {
        report(current.name, error)
        item = next()
      }
    }
    return failureCount == 0 ? 0 : 1
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
    case .quit:
      lock.withLock { hasQuit = true }
      stop()
    }
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
    case .stop:
      lock.withLock { hasQuit = true }
      stop()
    case .changeRate, .changeRepeat, .changeShuffle, .goTo: break
    }
  }

  /// Makes an earlier item the next one, followed by all later ones.
  private func returnToItem(_ number: Int) {
    names = (opened[number...] + names)[...]
    opened.removeLast(opened.count - number)
  }

  /// Opens the next name that can be opened.
  private func next() -> Player.Item? {
    let opener = SourceOpener(
      cacheFolder: options.cacheFolder, soundFont: options.soundFont
    ) { [self] stop in
      lock.withLock { stopOpening = stop }
      if isOver { stop?() }
    }
    while !isOver, let name = names.popFirst() {
      do throws(ToolFailure) {
        switch try opener.open(name) {
        case .playlist(let entries):
          entryCount += entries.count
          guard entryCount <= Self.mostEntries else {
            throw ToolFailure("the playlists have more than \(Self.mostEntries) entries in total")
          }
          names = entries + names
        case .source(let source):
          let item = Player.Item(name: name.name, source: source, number: opened.count)
          opened.append(name)
          if let seconds = options.seconds { item.source.limit(toSeconds: seconds) }
          if options.isDebugging { describe(item) }
          return item
        }
      } catch {
        report(name.name, error)
      }
    }
    return nil
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
    var text = "\(item.name): \(Numbers.fourCharacters(format.mFormatID))"
    text +=
      ", \(format.mChannelsPerFrame) channels at \(Numbers.fixed(format.mSampleRate, decimals: 0)) Hz"
    text += ", \(format.mFramesPerPacket) frames and \(format.mBytesPerPacket) bytes in a packet"
    if let duration = item.source.duration { text += ", \(Numbers.fixed(duration, decimals: 3)) s" }
    text += ", cookie of \(item.source.magicCookie.count) bytes"
    text += ", buffers of \(item.source.bufferByteCount) bytes"
    complain(text)
  }
}
