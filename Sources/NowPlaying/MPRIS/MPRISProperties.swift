/// The properties of MPRIS, from the state of a player.
///
/// Source: MPRIS D-Bus Interface Specification 2.2.
struct MPRISProperties {
  let identity: PlayerIdentity
  let content: NowPlayingContent
  /// The URL of the artwork's file, if there is one.
  var artworkURL: String?

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
    case "CanQuit", "CanRaise", "Fullscreen", "CanSetFullscreen", "HasTrackList": .boolean(false)
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
    case "Metadata": .entries(metadata)
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

  /// A live stream has only a present.
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

  // MARK: Metadata

  /// The description of the item; without one, only the path that stands for no item.
  private var metadata: [MPRISValue.Entry] {
    var list = MetadataList()
    list.add("mpris:trackid", .path(TrackPath.path(of: content)))
    guard let track = content.track else { return list.entries }
    if let duration = track.duration, !track.isLive {
      list.add("mpris:length", .wide(MPRISValue.microseconds(duration)))
    }
    list.add("mpris:artUrl", artworkURL)
    list.add("xesam:title", track.title)
    list.add("xesam:artist", track.artists)
    list.add("xesam:album", track.album)
    list.add("xesam:albumArtist", track.albumArtists)
    list.add("xesam:genre", track.genres)
    list.add("xesam:composer", track.composers)
    list.add("xesam:trackNumber", track.trackNumber)
    list.add("xesam:discNumber", track.discNumber)
    list.add("xesam:url", track.url)
    list.add("xesam:contentCreated", track.created)
    list.add("xesam:useCount", track.playCount)
    list.add("xesam:audioBPM", track.beatsPerMinute)
    list.add("xesam:comment", track.comments)
    list.add("xesam:asText", track.lyrics)
    if let rating = track.rating { list.add("xesam:userRating", .number(rating)) }
    return list.entries
  }

  /// The entries with a value.
  private struct MetadataList {
    var entries: [MPRISValue.Entry] = []

    mutating func add(_ key: String, _ value: MPRISValue) {
      entries.append(MPRISValue.Entry(key: key, value: value))
    }

    mutating func add(_ key: String, _ text: String?) {
      if let text { add(key, .text(text)) }
    }

    mutating func add(_ key: String, _ texts: [String]) {
      if !texts.isEmpty { add(key, .texts(texts)) }
    }

    mutating func add(_ key: String, _ number: Int?) {
      if let number { add(key, .integer(Int32(clamping: number))) }
    }
  }
}
