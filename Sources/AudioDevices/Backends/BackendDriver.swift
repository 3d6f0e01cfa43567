/// One backend: a row of the table ``Backend``.
///
/// A backend whose trait is off still reads the names of devices. But it is unavailable, reaches no
/// device, and makes no devices.
protocol BackendDriver: Sendable {
  /// Whether this build contains the backend.
  var isAvailable: Bool { get }
  /// Whether players and recorders try the backend unless the environment names another.
  var isAutomatic: Bool { get }
  /// Whether its devices keep time; then several players can share a device.
  var keepsTime: Bool { get }
  /// The source of the session's list of devices.
  var inventory: DeviceInventory { get }
  /// The name by which the backend itself calls its default device, or `nil`.
  var defaultDevice: String? { get }

  /// Reads a value of `OPENCOREAUDIO_DEVICE` or `OPENCOREAUDIO_INPUT`.
  ///
  /// - Returns: `nil` if the value names no device of this backend.
  func address(named value: String, for direction: SoundDirection) -> DeviceAddress?
  /// The value that ``address(named:for:)`` reads as this device.
  func name(of address: DeviceAddress, for direction: SoundDirection) -> String
  /// The device to record from if the environment names only `output`, the device to play on.
  func input(beside output: DeviceAddress) -> DeviceAddress

  /// Whether the device can probably be opened now; may take seconds.
  func isReachable(_ address: DeviceAddress, for direction: SoundDirection) -> Bool
  /// Makes a device to play on; does not open it yet.
  ///
  /// - Returns: `nil` if this build has no such device, or the device cannot meet the request.
  func makeOutput(_ address: DeviceAddress, _ request: OutputRequest) -> (any OutputDevice)?
  /// Makes a device to record from; does not open it yet.
  ///
  /// - Returns: `nil` if this build has no such device, or the device cannot meet the request.
  func makeInput(_ address: DeviceAddress, _ request: InputRequest) -> (any InputDevice)?

  /// Watches a sound server; `nil` if the backend has none, or its library is missing.
  func watchServer(
    _ server: String?, changed: @escaping @Sendable (ServerEvent) -> Void
  ) -> (any ServerWatch)?
  /// Watches the sound cards; `nil` if the backend does not use them.
  func watchCards(
    _ cards: SoundCards, changed: @escaping @Sendable (ServerSnapshot) -> Void
  ) -> (any CardWatch)?
}

/// The source of a backend's list of devices.
enum DeviceInventory: Sendable {
  case nothing
  case server
  case cards
}

/// A player's request for a device.
struct OutputRequest: Sendable {
  /// Whether the device was lost before; then no server is started for it.
  var isRetry = false
  /// The purpose of the sound, or `nil` for the session's.
  var role: StreamRole?
  /// The device's channels for the sound, or `nil` for the default order.
  var channels: DeviceChannels?
}

/// A recorder's request for a device.
struct InputRequest: Sendable {
  /// Whether the device was lost before; then no server is started for it.
  var isRetry = false
  /// The device's channels to record, or `nil` for the default order.
  var channels: DeviceChannels?
}

extension BackendDriver {
  var isAutomatic: Bool { true }
  var keepsTime: Bool { true }
  var inventory: DeviceInventory { .nothing }
  var defaultDevice: String? { nil }

  func input(beside output: DeviceAddress) -> DeviceAddress { DeviceAddress(.null) }
  func isReachable(_ address: DeviceAddress, for direction: SoundDirection) -> Bool { false }
  func makeOutput(_ address: DeviceAddress, _ request: OutputRequest) -> (any OutputDevice)? { nil }
  func makeInput(_ address: DeviceAddress, _ request: InputRequest) -> (any InputDevice)? { nil }

  func watchServer(
    _ server: String?, changed: @escaping @Sendable (ServerEvent) -> Void
  ) -> (any ServerWatch)? { nil }

  func watchCards(
    _ cards: SoundCards, changed: @escaping @Sendable (ServerSnapshot) -> Void
  ) -> (any CardWatch)? { nil }
}
