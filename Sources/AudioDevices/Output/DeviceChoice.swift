/// A kind of device to play on.
package enum DeviceKind: Hashable, Sendable {
  /// A device of a backend.
  case device(DeviceAddress)
  /// Memory, from which the program takes the frames.
  case pulled(PulledDevice)

  /// Silence, paced by the clock.
  package static let null = DeviceKind.device(DeviceAddress(.null))

  /// A sink of a PulseAudio-compatible server.
  ///
  /// Without a server, libpulse finds one; without a sink, the server chooses one.
  package static func pulseAudio(server: String?, sink: String? = nil) -> DeviceKind {
    .device(DeviceAddress(.pulseAudio, server: server, device: sink))
  }

  /// The ALSA PCM of this name, or "default".
  package static func alsa(name: String? = nil) -> DeviceKind {
    .device(DeviceAddress(.alsa, device: name))
  }

  /// A WAV file at this path.
  package static func offline(path: String) -> DeviceKind {
    .device(DeviceAddress(.file, device: path))
  }

  /// The address of the backend's device, or `nil` for memory.
  package var address: DeviceAddress? {
    switch self {
    case .device(let address): address
    case .pulled: nil
    }
  }

  /// Whether this is a file, which takes frames as fast as they come.
  package var isFile: Bool { address?.backend == .file }
}

/// The devices to try, best first.
package struct DeviceChoice: Hashable, Sendable {
  package var kinds: [DeviceKind]
  /// The purpose of the sound, or `nil` for the session's role.
  package var role: StreamRole?
  /// The destination of the sound's channels, or `nil` for the device's usual order.
  ///
  /// Only a server has devices by name; any other device plays silence if this is set.
  package var channels: DeviceChannels?

  package init(_ kinds: [DeviceKind], role: StreamRole? = nil) {
    self.kinds = kinds
    self.role = role
  }

  /// All devices of this build, in order of preference; the last one always works.
  package static var automatic: DeviceChoice {
    DeviceChoice(Backend.automatic.map { .device($0) })
  }

  /// Reads the value of the environment variable `OPENCOREAUDIO_DEVICE`.
  ///
  /// - Parameter value: `pulse`, `alsa`, `null`, or `offline:` and a path. `:` and a server's
  ///   address can follow `pulse`, then `#` and the name of a sink. `:` and the name of a PCM can
  ///   follow `alsa`. `nil` or an empty value means the automatic choice.
  /// - Returns: `nil` if the value has another form.
  package static func named(_ value: String?) -> DeviceChoice? {
    guard let value, !value.isEmpty else { return automatic }
    return DeviceAddress(named: value, for: .output).map { DeviceChoice([.device($0)]) }
  }

  /// The devices to try after a loss: those of this choice, which may come back, then silence.
  package var afterLoss: [DeviceKind] { kinds.contains(.null) ? kinds : kinds + [.null] }
}

extension DeviceKind: ProbedDevice {
  /// The value that ``DeviceChoice/named(_:)`` reads as this device alone.
  package var name: String {
    switch self {
    case .device(let address): address.backend.driver.name(of: address, for: .output)
    case .pulled: "pulled"
    }
  }

  package var isReachable: Bool {
    switch self {
    case .device(let address): address.backend.driver.isReachable(address, for: .output)
    case .pulled: true
    }
  }

  /// Makes a part in a shared device, so that players with one start time start on the same frame.
  ///
  /// - Parameter start: The time of the first frame on the monotonic clock, in nanoseconds.
  /// - Returns: `nil` if the device keeps no time.
  package func makeMixedDevice(start: Int) -> MixedDevice? {
    guard let address, address.backend.driver.keepsTime else { return nil }
    return MixedDevice(self, start: start)
  }

  /// Makes the device; opens nothing yet.
  ///
  /// - Parameters:
  ///   - isRetry: Whether the device was lost before; then no server is started for it.
  ///   - role: The purpose of the sound, or `nil` for the session's role.
  ///   - channels: The destination of the channels, or `nil`.
  /// - Returns: `nil` if this build lacks the device, or if `channels` is set and the backend has
  ///   no named devices.
  package func makeDevice(
    isRetry: Bool = false, role: StreamRole? = nil, channels: DeviceChannels? = nil
  ) -> (any OutputDevice)? {
    switch self {
    case .device(let address):
      let request = OutputRequest(isRetry: isRetry, role: role, channels: channels)
      return address.backend.driver.makeOutput(address, request)
    case .pulled(let device): return device
    }
  }
}
