internal import AudioDevices

/// A request to play on a loudspeaker, which holds until the route changes.
struct SpeakerOverride: Equatable, Sendable {
  /// The device with the loudspeaker.
  let device: String
  /// The usual output port at the time of the request.
  private let usualPort: String?

  /// Requests the first loudspeaker of a server; `nil` if the server has no loudspeaker.
  init?(_ snapshot: ServerSnapshot) {
    guard let speaker = snapshot.outputs.first(where: Self.isSpeaker) else { return nil }
    device = speaker.name
    usualPort = Self.usualPort(snapshot)
  }

  /// Whether the loudspeaker is present, and the usual output port is unchanged.
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
