/// Whether the user lets the program record.
public enum AVAuthorizationStatus: Int, Sendable {
  /// The user has not been asked.
  case notDetermined = 0
  /// The program cannot record, and the user cannot change that.
  case restricted = 1
  /// The user does not let the program record.
  case denied = 2
  /// The program may record.
  case authorized = 3
}
