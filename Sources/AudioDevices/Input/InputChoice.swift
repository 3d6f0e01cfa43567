/// A device to record from.
package struct InputKind: Hashable, Sendable {
  package let address: DeviceAddress

  package init(_ address: DeviceAddress) { self.address = address }

  /// Silence, paced by the clock.
  package static let null = InputKind(DeviceAddress(.null))

  /// A source of a PulseAudio-compatible server, or the monitor of a sink.
  ///
  /// Without a server, libpulse finds one; without a source, the server chooses one.
  package static func pulseAudio(server: String?, source: String?) -> InputKind {
    InputKind(DeviceAddress(.pulseAudio, server: server, device: source))
  }

  /// The ALSA PCM of this name, or "default".
  package static func alsa(name: String? = nil) -> InputKind {
    InputKind(DeviceAddress(.alsa, device: name))
  }

  /// The sound of the file at this path, played once, as fast as the recorder takes it.
  package static func file(path: String) -> InputKind {
    InputKind(DeviceAddress(.file, device: path))
  }

  /// The path of the file, or `nil` for a device.
  package var path: String? { address.backend == .file ? address.device : nil }
}

/// The devices to try to record from, best first.
package struct InputChoice: Hashable, Sendable {
  package var kinds: [InputKind]
  /// The named device and its channels to record; `nil` for the usual order.
  ///
  /// Only sound servers support this. An ALSA device or a file cannot be opened if it is set, and
  /// the silent device ignores it.
  package var channels: DeviceChannels?

  package init(_ kinds: [InputKind]) {
    self.kinds = kinds
  }

  /// All devices of this build, in order of preference; the last one always works.
  package static var automatic: InputChoice {
    InputChoice(Backend.automatic.map { InputKind($0) })
  }

  /// Reads the value of the environment variable `OPENCOREAUDIO_INPUT`.
  ///
  /// - Parameter value: `pulse`, `alsa`, `null`, or `file:` and a path. `:` and a server's address
  ///   can follow `pulse`, then `#` and the name of a source. `:` and the name of a PCM can follow
  ///   `alsa`. `nil` or an empty value means the automatic choice.
  /// - Returns: `nil` if the value has another form.
  package static func named(_ value: String?) -> InputChoice? {
    guard let value, !value.isEmpty else { return automatic }
    return DeviceAddress(named: value, for: .input).map { InputChoice([InputKind($0)]) }
  }

  /// Determines the recording devices from the environment.
  ///
  /// The playback device matters only if no input is named: recording then uses the same server.
  /// Recording is silent if playback goes to a file.
  ///
  /// - Parameters:
  ///   - input: The value of `OPENCOREAUDIO_INPUT`.
  ///   - output: The value of `OPENCOREAUDIO_DEVICE`.
  /// - Returns: `nil` if the value that matters names no device.
  package static func named(_ input: String?, playingTo output: String?) -> InputChoice? {
    if let input, !input.isEmpty { return named(input) }
    guard let playing = DeviceChoice.named(output) else { return nil }
    guard let output, !output.isEmpty, let address = playing.kinds.first?.address else {
      return automatic
    }
    return InputChoice([InputKind(address.backend.driver.input(beside: address))])
  }

  /// The devices to try after a loss: those of this choice, which may come back, then silence.
  package var afterLoss: [InputKind] { kinds.contains(.null) ? kinds : kinds + [.null] }
}

extension InputKind: ProbedDevice {
  /// The value that ``InputChoice/named(_:)`` reads as this device alone.
  package var name: String { address.backend.driver.name(of: address, for: .input) }

  package var isReachable: Bool { address.backend.driver.isReachable(address, for: .input) }

  /// Makes the device; opens nothing yet.
  ///
  /// - Parameters:
  ///   - isRetry: Whether the device was lost before; then no server is started for it.
  ///   - channels: The origin of its channels, or `nil`.
  /// - Returns: `nil` if this build lacks the device, or its backend has no named devices for the
  ///   channels. Also `nil` for a file, which the recorder decodes itself.
  package func makeDevice(
    isRetry: Bool = false, channels: DeviceChannels? = nil
  ) -> (any InputDevice)? {
    address.backend.driver.makeInput(
      address, InputRequest(isRetry: isRetry, channels: channels))
  }
}
