/// The result of a command's handler.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
  /// The command was carried out.
  case success = 0
  /// The content does not exist.
  case noSuchContent = 100
  /// No item is playing that the command can act on.
  case noActionableNowPlayingItem = 110
  /// The device was not found.
  case deviceNotFound = 120
  /// The command failed.
  case commandFailed = 200
}
