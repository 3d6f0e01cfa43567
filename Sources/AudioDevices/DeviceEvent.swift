/// What happens to a device while it plays or records.
package enum DeviceEvent: Sendable {
  /// It is gone; told once, and nothing after it.
  case lost
  /// Its server has other hardware play or record from now on.
  case moved
}
