/// A request of an MPRIS client, with arguments of the right types.
enum MPRISRequest: Equatable {
  case raise, quit
  case next, previous, pause, playPause, stop, play
  /// A number of microseconds ahead or back.
  case seek(Int64)
  /// A path and a number of microseconds.
  case setPosition(String, Int64)
  case openURI
  case setLoopStatus(String)
  case setRate(Double)
  case setShuffle(Bool)
  case setVolume(Double)
  case setFullscreen
  /// Describes the items of paths.
  case describe([String])
  /// Adds an item to the list, or removes one.
  case edit
  /// Continues with the item of a path.
  case goTo(String)

  /// Whether the request sets a property, rather than calling a method.
  var isSetting: Bool {
    switch self {
    case .setLoopStatus, .setRate, .setShuffle, .setVolume, .setFullscreen: true
    default: false
    }
  }

  /// The effect of a request.
  enum Effect: Equatable {
    /// No effect, which is not an error.
    case nothing
    case request(RemoteRequest)
    /// An argument is invalid.
    case invalid
    /// The player does not support the request at present.
    case unsupported
  }

  /// Decides on the effect of a request.
  ///
  /// Source: MPRIS D-Bus Interface Specification 2.2.
  func effect(on properties: MPRISProperties, at now: Int) -> Effect {
    let content = properties.content
    switch self {
    case .raise, .quit, .describe, .edit: return .nothing
    case .goTo(let path):
      let entry = content.queue.first { TrackPath.path(ofEntry: $0.id) == path }
      return entry.map { .request(.goTo($0.id)) } ?? .nothing
    case .next: return properties.canGoNext ? .request(.next) : .nothing
    case .previous: return properties.canGoPrevious ? .request(.previous) : .nothing
    case .play, .pause, .playPause, .stop: return playback(properties)
    case .seek(let offset): return seek(offset, properties, now)
    case .setPosition(let path, let microseconds):
      let isCurrent = path == TrackPath.path(of: content)
      return isCurrent ? position(Double(microseconds) / 1e6, properties) : .nothing
    case .openURI, .setFullscreen: return .unsupported
    case .setLoopStatus(let name): return loop(name, content.commands)
    case .setRate(let rate): return self.rate(rate, properties)
    case .setShuffle(let shuffles):
      let has = content.commands.kinds.contains(.changeShuffle)
      return has ? .request(.changeShuffle(shuffles)) : .unsupported
    case .setVolume(let volume):
      // Handlers get a Float.
      guard Float(volume).isFinite else { return .invalid }
      let has = content.commands.kinds.contains(.changeVolume)
      return has ? .request(.changeVolume(max(0, volume))) : .unsupported
    }
  }

  /// Play, pause, and stop; the toggle command replaces a command without a handler.
  private func playback(_ properties: MPRISProperties) -> Effect {
    let content = properties.content
    let kinds = content.commands.kinds
    let isPlaying = content.status == .playing
    switch self {
    case .play:
      guard properties.canPlay, !isPlaying else { return .nothing }
      return .request(kinds.contains(.play) ? .play : .toggle)
    case .pause:
      guard properties.canPause, isPlaying else { return .nothing }
      return .request(kinds.contains(.pause) ? .pause : .toggle)
    case .playPause:
      // The specification wants an error only here.
      guard properties.canPause else { return .unsupported }
      if kinds.contains(.toggle) { return .request(.toggle) }
      if isPlaying { return .request(.pause) }
      return properties.canPlay ? .request(.play) : .nothing
    default:
      guard content.status != .stopped else { return .nothing }
      if kinds.contains(.stop) { return .request(.stop) }
      // If stop has no handler, a pause at least ends the sound.
      return isPlaying && properties.canPause
        ? .request(kinds.contains(.pause) ? .pause : .toggle) : .nothing
    }
  }

  /// Seeks by an offset.
  ///
  /// A seek before the start goes to the start; a seek past the end skips to the next item.
  private func seek(_ offset: Int64, _ properties: MPRISProperties, _ now: Int) -> Effect {
    let content = properties.content
    let kinds = content.commands.kinds
    guard properties.canSeek, offset != 0 else { return .nothing }
    let seconds = Double(offset) / 1e6
    let target = content.seconds(at: now) + seconds
    if let duration = content.track?.duration, target > duration {
      return properties.canGoNext ? .request(.next) : .nothing
    }
    if kinds.contains(.changePosition) { return .request(.changePosition(max(0, target))) }
    let has = kinds.contains(seconds > 0 ? .skipForward : .skipBackward)
    return has ? .request(.skip(seconds)) : .nothing
  }

  /// Moves to a position within the item.
  private func position(_ seconds: Double, _ properties: MPRISProperties) -> Effect {
    guard properties.canSeek, properties.content.commands.kinds.contains(.changePosition),
      seconds >= 0, seconds <= properties.content.track?.duration ?? .infinity
    else { return .nothing }
    return .request(.changePosition(seconds))
  }

  private func loop(_ name: String, _ commands: RemoteCommands) -> Effect {
    let all: [RemoteCommands.Repeat] = [.off, .one, .all]
    guard let repeats = all.first(where: { MPRISProperties.loopStatus($0) == name }) else {
      return .invalid
    }
    return commands.kinds.contains(.changeRepeat)
      ? .request(.changeRepeat(repeats)) : .unsupported
  }

  /// A rate of 0 pauses; others become the nearest supported rate.
  private func rate(_ rate: Double, _ properties: MPRISProperties) -> Effect {
    // Handlers get a Float.
    guard Float(rate).isFinite, rate >= 0 else { return .invalid }
    if rate == 0 { return MPRISRequest.pause.playback(properties) }
    let commands = properties.content.commands
    guard commands.kinds.contains(.changeRate) else { return .unsupported }
    guard !commands.rates.isEmpty else { return .request(.changeRate(rate)) }
    guard properties.rates.contains(rate) else { return .invalid }
    let nearest = commands.rates.min { abs($0 - rate) < abs($1 - rate) }
    return .request(.changeRate(nearest ?? rate))
  }
}
