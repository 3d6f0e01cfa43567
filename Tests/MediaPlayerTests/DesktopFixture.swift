import Foundation
import MediaPlayer
import Synchronization
import TestSupport

@testable import MediaPlayer
@testable import NowPlaying

/// A player on a private bus, with the events of its commands.
final class DesktopFixture: Sendable {
  let bus: PrivateBus
  let link: DesktopLink
  let info: MPNowPlayingInfoCenter
  let commands: MPRemoteCommandCenter
  private let log = Mutex<[String]>([])

  /// The name of the player on the bus.
  static let name = "org.mpris.MediaPlayer2.fixture"

  init(bus: PrivateBus? = nil, address: String? = nil) throws {
    DispatchQueue.main.setSpecific(key: Self.key, value: true)
    self.bus = try bus ?? PrivateBus()
    link = DesktopLink(
      address: address ?? self.bus.address,
      identity: PlayerIdentity(name: "Fixture", program: "fixture"))
    info = MPNowPlayingInfoCenter(link)
    commands = MPRemoteCommandCenter(link)
  }

  deinit { info.nowPlayingInfo = nil }

  /// A song of 100 seconds that is paused after 10 seconds.
  static var song: [String: Any] {
    [
      MPMediaItemPropertyTitle: "Title", MPMediaItemPropertyArtist: "Artist",
      MPMediaItemPropertyAlbumTitle: "Album", MPMediaItemPropertyPlaybackDuration: 100.0,
      MPMediaItemPropertyAlbumTrackNumber: 3, MPNowPlayingInfoPropertyElapsedPlaybackTime: 10,
      MPNowPlayingInfoPropertyPlaybackRate: 0.0,
    ]
  }

  /// Publishes an item, and waits until other programs see it.
  func publish(_ song: [String: Any] = song) throws {
    info.nowPlayingInfo = song
    try waitForPlayers([Self.name])
  }

  /// Waits until these players are on the bus.
  func waitForPlayers(_ names: [String]) throws {
    try waitUntil("\(names) are on the bus") { try bus.players.sorted() == names.sorted() }
  }

  /// Marks the main queue, whose thread need not be the main thread.
  private static let key = DispatchSpecificKey<Bool>()

  /// Handles all commands, and records their events.
  func handleAll() {
    record("play", commands.playCommand)
    record("pause", commands.pauseCommand)
    record("stop", commands.stopCommand)
    record("toggle", commands.togglePlayPauseCommand)
    record("next", commands.nextTrackCommand)
    record("previous", commands.previousTrackCommand)
    record("position", commands.changePlaybackPositionCommand)
    record("rate", commands.changePlaybackRateCommand)
    record("repeat", commands.changeRepeatModeCommand)
    record("shuffle", commands.changeShuffleModeCommand)
  }

  /// Handles a command, and records its events.
  func record(_ name: String, _ command: MPRemoteCommand) {
    command.addTarget { [weak self] event in
      let isMain = DispatchQueue.getSpecific(key: Self.key) == true
      self?.log.withLock { $0.append(name + Self.detail(event) + (isMain ? "" : " off main")) }
      return .success
    }
  }

  private static func detail(_ event: MPRemoteCommandEvent) -> String {
    switch event {
    case let event as MPChangePlaybackPositionCommandEvent: " \(event.positionTime)"
    case let event as MPSkipIntervalCommandEvent: " \(event.interval)"
    case let event as MPChangePlaybackRateCommandEvent: " \(event.playbackRate)"
    case let event as MPChangeRepeatModeCommandEvent: " \(event.repeatType)"
    case let event as MPChangeShuffleModeCommandEvent: " \(event.shuffleType)"
    case let event as OpenCoreAudioChangeVolumeCommandEvent: " \(event.volume)"
    default: ""
    }
  }

  /// Returns the events since the last call, after a number of them has arrived.
  func events(_ count: Int = 1) throws -> [String] {
    try waitUntil("\(count) events arrive") { log.withLock { $0.count >= count } }
    return log.withLock { log in
      defer { log = [] }
      return log
    }
  }

  /// Runs `playerctl` for the player, and returns its output without the last line break.
  @discardableResult
  func playerctl(_ arguments: String...) throws -> String {
    let process = try ChildProcess(
      "playerctl", ["--player=fixture"] + arguments, environment: bus.environment)
    process.wait()
    return (process.output + process.errors).trimmingCharacters(in: .newlines)
  }

  /// Returns the type and the value of a property, as `busctl` prints them.
  func property(_ name: String, of interface: String = "org.mpris.MediaPlayer2.Player") throws
    -> String
  {
    let result = try bus.run(
      "busctl", "--address=\(bus.address)", "get-property", Self.name,
      "/org/mpris/MediaPlayer2", interface, name)
    return (result.output + result.errors).trimmingCharacters(in: .newlines)
  }

  /// Calls a method with `busctl`, and returns its output, or the error.
  @discardableResult
  func call(_ method: String, _ arguments: String...) throws -> String {
    let parts = method.split(separator: ".")
    let interface =
      parts.count > 1 ? "org.freedesktop.DBus.Properties" : "org.mpris.MediaPlayer2.Player"
    let process = try ChildProcess(
      "busctl",
      [
        "--address=\(bus.address)", "call", Self.name, "/org/mpris/MediaPlayer2", interface,
        String(parts[parts.count - 1]),
      ] + arguments, environment: bus.environment)
    process.wait()
    return (process.output + process.errors).trimmingCharacters(in: .newlines)
  }
}
