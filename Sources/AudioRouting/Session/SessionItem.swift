internal import AudioDevices

/// An item for the session's thread.
enum SessionItem: Sendable {
  case server(ServerEvent)
  case cards(ServerSnapshot)
  case streams(ServerStreams.Event)
  case notify([SessionEvent])
}
