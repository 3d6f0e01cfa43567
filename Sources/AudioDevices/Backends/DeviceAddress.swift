/// A device: its backend, and its name in that backend.
package struct DeviceAddress: Hashable, Sendable {
  package let backend: Backend
  /// The sound server, or `nil` for the server that the backend finds.
  package var server: String?
  /// The sink, the source, the PCM, or the path of a file; `nil` for the default device.
  package var device: String?

  package init(_ backend: Backend, server: String? = nil, device: String? = nil) {
    self.backend = backend
    self.server = server
    self.device = device
  }

  /// Reads a value of `OPENCOREAUDIO_DEVICE` or `OPENCOREAUDIO_INPUT`.
  ///
  /// The result is `nil` if the value names no device.
  init?(named value: String, for direction: SoundDirection) {
    let found = Backend.allCases.lazy.compactMap {
      $0.driver.address(named: value, for: direction)
    }
    guard let address = found.first else { return nil }
    self = address
  }

  /// Another device of the same backend and server, by the name that the backend gives it.
  package func sibling(_ name: String) -> DeviceAddress {
    let isDefault = name == backend.driver.defaultDevice
    return DeviceAddress(backend, server: server, device: isDefault ? nil : name)
  }

  /// Whether a sound server lists the devices of the backend.
  package var hasServer: Bool { backend.driver.inventory == .server }
  /// Whether the backend plays on sound cards without a server.
  package var hasCards: Bool { backend.driver.inventory == .cards }

  /// Watches the server of the device; `nil` if there is none, or its library is missing.
  package func watchServer(
    changed: @escaping @Sendable (ServerEvent) -> Void
  ) -> (any ServerWatch)? {
    backend.driver.watchServer(server, changed: changed)
  }

  /// Watches the sound cards; `nil` if the backend does not use them.
  package func watchCards(
    _ cards: SoundCards, changed: @escaping @Sendable (ServerSnapshot) -> Void
  ) -> (any CardWatch)? {
    backend.driver.watchCards(cards, changed: changed)
  }
}
