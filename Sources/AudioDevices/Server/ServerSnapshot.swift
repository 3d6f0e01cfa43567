/// What a sound server had at one moment.
package struct ServerSnapshot: Equatable, Sendable {
  /// The names of the devices that streams go to, and come from, unless they ask for others.
  package var defaultOutput: String?
  package var defaultInput: String?
  package var devices: [ServerDevice] = []
  package var streams: [ServerStreamInfo] = []

  package init() {}

  package var outputs: [ServerDevice] { devices.filter { $0.isOutput } }
  package var inputs: [ServerDevice] { devices.filter { !$0.isOutput } }
}
