/// A device of a sound server as environment variables and properties name it: `pulse`, `:` and the server's address, `#` and the device's name.
struct ServerDeviceName {
  /// The server's address, or `nil` for the one that libpulse finds.
  var server: String?
  /// The device, or `nil` for the server's choice.
  var device: String?

  /// Reads a name; `nil` where it is none of a server's, or a device is announced and not named.
  init?(_ value: String) {
    let parts = value.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let head = parts.first else { return nil }
    device = parts.count > 1 ? String(parts[1]) : nil
    guard device != "" else { return nil }
    if head == "pulse" { return }
    guard head.hasPrefix("pulse:") else { return nil }
    server = String(head.dropFirst(6))
  }

  init(server: String?, device: String?) {
    self.server = server
    self.device = device
  }

  /// What ``init(_:)`` reads.
  var text: String {
    "pulse" + (server.map { ":\($0)" } ?? "") + (device.map { "#\($0)" } ?? "")
  }
}
