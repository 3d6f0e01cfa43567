/// The devices and streams of a sound server at one time.
package struct ServerSnapshot: Equatable, Sendable {
  /// The names of the devices for streams that request no device.
  package var defaultOutput: String?
  package var defaultInput: String?
  package var devices: [ServerDevice] = []
  package var streams: [ServerStreamInfo] = []

  package init() {}

  package var outputs: [ServerDevice] { devices.filter { $0.isOutput } }
  package var inputs: [ServerDevice] { devices.filter { !$0.isOutput } }
}
