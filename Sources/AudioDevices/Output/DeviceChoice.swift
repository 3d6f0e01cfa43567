/// A device that can be asked for.
package enum DeviceKind: Hashable, Sendable {
  /// A device of a backend.
  case device(DeviceAddress)
  /// Memory, as it is asked for.
  case pulled(PulledDevice)

  /// Silence, paced by the clock.
  package static let null = DeviceKind.device(DeviceAddress(.null))

  /// A sink of a server of PulseAudio's protocol.
  ///
  /// Without a server, libpulse finds one; without a sink, the server chooses one.
  package static func pulseAudio(server: String?, sink: String? = nil) -> DeviceKind {
    .device(DeviceAddress(.pulseAudio, server: server, device: sink))
  }

  /// The PCM of ALSA of this name, or "default".
  package static func alsa(name: String? = nil) -> DeviceKind {
    .device(DeviceAddress(.alsa, device: name))
  }

  /// A WAV file at this path.
  package static func offline(path: String) -> DeviceKind {
    .device(DeviceAddress(.file, device: path))
  }

  /// The backend's device, or `nil` for memory.
  package var address: DeviceAddress? {
    switch self {
    case .device(let address): address
    case .pulled: nil
    }
  }

  /// Whether this is a file, which takes frames as fast as they come.
  package var isFile: Bool { address?.backend == .file }
}

/// Which devices to try, best first.
package struct DeviceChoice: Hashable, Sendable {
  package var kinds: [DeviceKind]
  /// What the sound is for, or `nil` for what the session says.
  package var role: StreamRole?
  /// Where the channels of the sound go, or `nil` where the device has them as usual.
  ///
  /// A server has devices by their names; what else there is plays nothing then but silence.
  package var channels: DeviceChannels?

  package init(_ kinds: [DeviceKind], role: StreamRole? = nil) {
    self.kinds = kinds
    self.role = role
  }

  /// All that this build knows, in order of preference; the last one always works.
  package static var automatic: DeviceChoice {
    DeviceChoice(Backend.automatic.map { .device($0) })
  }

  /// Reads the value of the environment variable `OPENCOREAUDIO_DEVICE`.
  ///
  /// - Parameter value: `pulse`, which may be followed by `:` and a server's address, and by `#` and the name of a sink; `alsa`,
  ///   which may be followed by `:` and the name of a PCM; `null` or `offline:` and a path; nothing or an empty value leaves the choice to us.
  /// - Returns: `nil` where the value is none of these.
  package static func named(_ value: String?) -> DeviceChoice? {
    guard let value, !value.isEmpty else { return automatic }
    return DeviceAddress(named: value, for: .output).map { DeviceChoice([.device($0)]) }
  }

  /// What to try when the devices of this choice are lost: they may come back, silence is always there.
  package var afterLoss: [DeviceKind] { kinds.contains(.null) ? kinds : kinds + [.null] }
}

extension DeviceKind: ProbedDevice {
  /// What ``DeviceChoice/named(_:)`` reads as this device alone.
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

  /// Makes a part in a device that players share, so that those of one moment start with one frame.
  ///
  /// - Parameter start: The moment of the monotonic clock at which the first frame is due, in nanoseconds.
  /// - Returns: `nil` where the device keeps no time.
  package func makeMixedDevice(start: Int) -> MixedDevice? {
    guard let address, address.backend.driver.keepsTime else { return nil }
    return MixedDevice(self, start: start)
  }

  /// Makes the device; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - isRetry: Whether it was lost before; then no server is started for it.
  ///   - role: What the sound is for, or `nil` for what the session says.
  ///   - channels: Where its channels go, or `nil`.
  /// - Returns: `nil` where this build does not have the device, or it has no channels by the name of a device.
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
