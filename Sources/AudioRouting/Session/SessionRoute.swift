package import AudioDevices

/// Where the sound of this process comes from and goes to.
package struct SessionRoute: Equatable, Sendable {
  /// Why a route has changed.
  package enum ChangeReason: Sendable {
    case newDevice, oldDeviceGone, category, override, configuration
  }

  package var inputs: [SessionPort] = []
  package var outputs: [SessionPort] = []

  package init() {}

  /// The route of a session on a server.
  ///
  /// - Parameters:
  ///   - snapshot: What the server has.
  ///   - setup: What the session is for.
  ///   - output: The device that streams ask for, or `nil`.
  ///   - input: The device that is to be recorded from, or `nil`.
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

  /// The device that plays a stream of ours now, or would.
  private static func output(
    _ snapshot: ServerSnapshot, _ output: String?
  ) -> ServerDevice? {
    let own = snapshot.streams.filter { $0.isOwn }
    let playing = own.first { !$0.isCorked } ?? own.first
    return snapshot.outputs.first { $0.index == playing?.device }
      ?? snapshot.outputs.first { $0.name == output }
      ?? snapshot.outputs.first { $0.name == snapshot.defaultOutput }
      // PipeWire names no device that is there for a moment after the default one has gone.
      ?? snapshot.outputs.first
  }

  /// Why this route has taken the place of another one.
  ///
  /// - Parameters:
  ///   - old: The other one.
  ///   - now: What the server has.
  ///   - isNew: Whether a port has become available just now.
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
