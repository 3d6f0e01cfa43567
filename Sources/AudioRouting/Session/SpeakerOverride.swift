internal import AudioDevices

/// The wish to have sound on a loudspeaker, which holds until there is another route.
struct SpeakerOverride: Equatable, Sendable {
  /// The device with the loudspeaker.
  let device: String
  /// The port that sound would go to without the wish, when that was made.
  private let usualPort: String?

  /// Makes the wish for the first loudspeaker of a server; `nil` where it has none.
  init?(_ snapshot: ServerSnapshot) {
    guard let speaker = snapshot.outputs.first(where: Self.isSpeaker) else { return nil }
    device = speaker.name
    usualPort = Self.usualPort(snapshot)
  }

  /// Whether the loudspeaker is there, and nothing else has come that sound would go to.
  func holds(in snapshot: ServerSnapshot) -> Bool {
    let speaker = snapshot.outputs.first { $0.name == device }
    return speaker.map(Self.isSpeaker) == true && Self.usualPort(snapshot) == usualPort
  }

  private static func isSpeaker(_ device: ServerDevice) -> Bool {
    SessionPort(device).kind == .builtInSpeaker
  }

  private static func usualPort(_ snapshot: ServerSnapshot) -> String? {
    snapshot.outputs.first { $0.name == snapshot.defaultOutput }
      .map { SessionPort($0).identifier }
  }
}
