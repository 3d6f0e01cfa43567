package import AudioDevices

/// When the ports of a server's devices became available.
///
/// A server that has found a device may take a moment to make it the default one, as may a card to use the port of a jack.
package struct PortArrivals: Sendable {
  /// How long a port counts as new, in nanoseconds.
  private static let newNanoseconds = 2_000_000_000

  /// The moments of the monotonic clock, by the identifiers of ports, and of devices; `nil` before anything is known.
  private var moments: [String: Int]?

  package init() {}

  /// Notes what a server has.
  ///
  /// - Parameters:
  ///   - snapshot: What there is.
  ///   - nanoseconds: The moment of the monotonic clock.
  package mutating func note(_ snapshot: ServerSnapshot, at nanoseconds: Int) {
    // What is there at first may have been there for long.
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

  /// Whether a port has become available just now.
  ///
  /// - Parameters:
  ///   - port: A port.
  ///   - nanoseconds: The moment of the monotonic clock.
  /// - Returns: False for one that was there at first, or is not there.
  package func isNew(_ port: SessionPort, at nanoseconds: Int) -> Bool {
    guard let moment = moments?[port.identifier] else { return false }
    return nanoseconds - moment < Self.newNanoseconds
  }
}
