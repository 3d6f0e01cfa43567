package import AudioDevices

/// The inputs and outputs for the sound of this process.
package struct SessionRoute: Equatable, Sendable {
  /// The reason for a route change.
  package enum ChangeReason: Sendable {
    case newDevice, oldDeviceGone, category, override, configuration
  }

  package var inputs: [SessionPort] = []
  package var outputs: [SessionPort] = []

  package init() {}

  /// Determines the route of a session on a server.
  ///
  /// - Parameters:
  ///   - snapshot: The server's devices and streams.
  ///   - setup: The settings of the session.
  ///   - output: The device that streams request, or `nil`.
  ///   - input: The device to record from, or `nil`.
  package init(
    _ snapshot: ServerSnapshot, _ setup: SessionSetup, output: String?, input: String?
  ) {
    if setup.category.plays {
      outputs = Self.output(snapshot, output).map { [SessionPort($0)] } ?? []
    }
    if setup.category.records {
      let wanted = snapshot.inputs.first { $0.name == input }
      let usual = snapshot.inputs.first { $0.name == snapshot.defaultInput }
      inputs = (wanted ?? usual ?? snapshot.inputs.first).map { [SessionPort($0)] } ?? []
    }
  }

  /// The device that plays a stream of this process, or would play it.
  private static func output(
    _ snapshot: ServerSnapshot, _ output: String?
  ) -> ServerDevice? {
    let own = snapshot.streams.filter { $0.isOwn }
    let playing = own.first { !$0.isCorked } ?? own.first
    return snapshot.outputs.first { $0.index == playing?.device }
      ?? snapshot.outputs.first { $0.name == output }
      ?? snapshot.outputs.first { $0.name == snapshot.defaultOutput }
      // For a moment after the default device goes away, PipeWire may name a missing one.
      ?? snapshot.outputs.first
  }

  /// Determines why this route replaced another route.
  ///
  /// - Parameters:
  ///   - old: The previous route.
  ///   - now: The server's devices.
  ///   - isNew: Whether a port has just become available.
  /// - Returns: The reason.
  package func reason(
    after old: SessionRoute, now: ServerSnapshot, isNew: (SessionPort) -> Bool
  ) -> ChangeReason {
    let (previous, present) = outputs == old.outputs ? (old.inputs, inputs) : (old.outputs, outputs)
    guard let port = present.first else { return .oldDeviceGone }
    let hasCome = isNew(port)
    if let last = previous.first, !last.isAvailable(in: now), !(hasCome && last.kind.isBuiltIn) {
      return .oldDeviceGone
    }
    if hasCome { return .newDevice }
    return previous.first?.identifier == port.identifier ? .configuration : .override
  }
}
