/// The purpose of a stream: servers silence, lower, or route streams by it.
///
/// Source: freedesktop.org, PulseAudio, Application Property List: `media.role`.
package enum StreamRole: String, Sendable {
  case music, video, game, event, phone, production
}
