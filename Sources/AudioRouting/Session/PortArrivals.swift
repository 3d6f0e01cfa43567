package import AudioDevices

/// The times at which the ports of a server's devices became available.
///
/// A server may take a moment to make a new device the default. A card may take a moment to use the
/// port of a jack.
package struct PortArrivals: Sendable {
  /// How long a port counts as new, in nanoseconds.
  private static let newNanoseconds = 2_000_000_000

  /// The arrival times on the monotonic clock, by port and device identifier; `nil` before the
  /// first snapshot.
  private var moments: [String: Int]?

  package init() {}

  /// Notes the devices of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The current devices.
  ///   - nanoseconds: The time on the monotonic clock.
  package mutating func note(_ snapshot: ServerSnapshot, at nanoseconds: Int) {
    // Devices in the first snapshot may have been present for long, so they are not new.
    let moment = moments == nil ? nanoseconds - Self.newNanoseconds : nanoseconds
    var now: [String: Int] = [:]
    for device in snapshot.devices {
      let ports = device.ports.filter { !$0.isUnplugged }.map { SessionPort(device, port: $0) }
      for port in ports + [SessionPort(device, port: nil)] {
        now[port.identifier] = moments?[port.identifier] ?? moment
      }
    }
    moments = now
  }

  /// Whether a port has just become available.
  ///
  /// - Parameters:
  ///   - port: A port.
  ///   - nanoseconds: The time on the monotonic clock.
  /// - Returns: False if the port is missing or was in the first snapshot.
  package func isNew(_ port: SessionPort, at nanoseconds: Int) -> Bool {
    guard let moment = moments?[port.identifier] else { return false }
    return nanoseconds - moment < Self.newNanoseconds
  }
}
