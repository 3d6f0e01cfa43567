/// The properties of MPRIS, from the state of a player.
///
/// Source: MPRIS D-Bus Interface Specification 2.2.
struct MPRISProperties {
  let identity: PlayerIdentity
  let content: NowPlayingContent
  /// The URL of the artwork's file, if there is one.
  var artworkURL: String?
  /// Whether the list of items is published, too.
  var hasTrackList = false

  /// The properties of the player whose changes are announced, without `Position`.
  static let announced = [
    "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "MinimumRate",
    "MaximumRate", "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek",
  ]

  private var commands: RemoteCommands { content.commands }

  /// Returns the value of a property; `nil` if its name is unknown.
  func value(_ name: String, at now: Int) -> MPRISValue? {
    rootValue(name) ?? playerValue(name) ?? abilityValue(name)
      ?? (name == "Position" ? .wide(MPRISValue.microseconds(content.seconds(at: now))) : nil)
  }

  private func rootValue(_ name: String) -> MPRISValue? {
    switch name {
    case "CanQuit", "CanRaise", "Fullscreen", "CanSetFullscreen": .boolean(false)
    case "HasTrackList": .boolean(hasTrackList)
    case "Tracks": .paths(TrackList(content).paths)
    case "CanEditTracks": .boolean(false)
    case "Identity": .text(identity.name)
    case "DesktopEntry": .text(identity.desktopEntry ?? "")
    case "SupportedUriSchemes", "SupportedMimeTypes": .texts([])
    default: nil
    }
  }

  private func playerValue(_ name: String) -> MPRISValue? {
    switch name {
    case "PlaybackStatus": .text(status)
    case "LoopStatus": .text(Self.loopStatus(commands.repeats))
    case "Shuffle": .boolean(commands.shuffles)
    case "Volume": .number(commands.volume)
    case "Rate": .number(content.rate)
    case "MinimumRate": .number(rates.lowerBound)
    case "MaximumRate": .number(rates.upperBound)
    case "Metadata":
      .entries(
        TrackMetadata.entries(
          of: content.track, path: TrackPath.path(of: content), artworkURL: artworkURL))
    default: nil
    }
  }

  private func abilityValue(_ name: String) -> MPRISValue? {
    switch name {
    case "CanControl": .boolean(true)
    case "CanPlay": .boolean(canPlay)
    case "CanPause": .boolean(canPause)
    case "CanGoNext": .boolean(has(.next))
    case "CanGoPrevious": .boolean(has(.previous))
    case "CanSeek": .boolean(canSeek)
    default: nil
    }
  }

  private var status: String {
    switch content.status {
    case .playing: "Playing"
    case .paused: "Paused"
    case .stopped: "Stopped"
    }
  }

  /// The name of a way to repeat.
  static func loopStatus(_ repeats: RemoteCommands.Repeat) -> String {
    switch repeats {
    case .off: "None"
    case .one: "Track"
    case .all: "Playlist"
    }
  }

  // MARK: Abilities

  private func has(_ kind: RemoteCommands.Kinds) -> Bool {
    content.track != nil && commands.kinds.contains(kind)
  }

  var canPlay: Bool { has(.play) || has(.toggle) }
  var canPause: Bool { has(.pause) || has(.toggle) }
  var canGoNext: Bool { has(.next) }
  var canGoPrevious: Bool { has(.previous) }

  /// Whether the player can move to another position, which is impossible in a live stream.
  var canSeek: Bool {
    content.track?.isLive != true
      && (has(.changePosition) || has(.skipForward) || has(.skipBackward))
  }

  /// The rates that a program may set, which include the present one and 1.
  var rates: ClosedRange<Double> {
    let supported = commands.kinds.contains(.changeRate) ? commands.rates.filter { $0 > 0 } : []
    let all = supported + [1, content.rate]
    return (all.min() ?? 1)...(all.max() ?? 1)
  }
}
