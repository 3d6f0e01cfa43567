/// A device to record from.
package struct InputKind: Hashable, Sendable {
  package let address: DeviceAddress

  package init(_ address: DeviceAddress) { self.address = address }

  /// Silence, paced by the clock.
  package static let null = InputKind(DeviceAddress(.null))

  /// A source of a server of PulseAudio's protocol, or the monitor of a sink.
  ///
  /// Without a server, libpulse finds one; without a source, the server chooses one.
  package static func pulseAudio(server: String?, source: String?) -> InputKind {
    InputKind(DeviceAddress(.pulseAudio, server: server, device: source))
  }

  /// The PCM of ALSA of this name, or "default".
  package static func alsa(name: String? = nil) -> InputKind {
    InputKind(DeviceAddress(.alsa, device: name))
  }

  /// The sound of the file at this path, once, as fast as it is taken.
  package static func file(path: String) -> InputKind {
    InputKind(DeviceAddress(.file, device: path))
  }

  /// The path of the file, or `nil` for a device.
  package var path: String? { address.backend == .file ? address.device : nil }
}

/// Which devices to try to record from, best first.
package struct InputChoice: Hashable, Sendable {
  package var kinds: [InputKind]
  /// Where the channels come from, or `nil` where the device gives them as usual.
  ///
  /// A server has devices by their names; what else there is gives nothing then but silence.
  package var channels: DeviceChannels?

  package init(_ kinds: [InputKind]) {
    self.kinds = kinds
  }

  /// All that this build knows, in order of preference; the last one always works.
  package static var automatic: InputChoice {
    InputChoice(Backend.automatic.map { InputKind($0) })
  }

  /// Reads the value of the environment variable `OPENCOREAUDIO_INPUT`.
  ///
  /// - Parameter value: `pulse`, `alsa`, `null`, or `file:` and a path. `pulse` may be followed by a colon and a server's
  ///   address, and by `#` and the name of a source, `alsa` by a colon and the name of a PCM. Nothing or an empty value leaves the choice to us.
  /// - Returns: `nil` where the value is none of these.
  package static func named(_ value: String?) -> InputChoice? {
    guard let value, !value.isEmpty else { return automatic }
    return DeviceAddress(named: value, for: .input).map { InputChoice([InputKind($0)]) }
  }

  /// What a program records from, by its environment.
  ///
  /// - Parameters:
  ///   - input: The value of `OPENCOREAUDIO_INPUT`.
  ///   - output: The value of `OPENCOREAUDIO_DEVICE`, which counts where there is no input named: one server is for
  ///     both, and what is played to a file is not heard by a microphone.
  /// - Returns: `nil` where the value that counts names no device.
  package static func named(_ input: String?, playingTo output: String?) -> InputChoice? {
    if let input, !input.isEmpty { return named(input) }
    guard let playing = DeviceChoice.named(output) else { return nil }
    guard let output, !output.isEmpty, let address = playing.kinds.first?.address else {
      return automatic
    }
    return InputChoice([InputKind(address.backend.driver.input(beside: address))])
  }

  /// What to try when the devices of this choice are lost: they may come back, silence is always there.
  package var afterLoss: [InputKind] { kinds.contains(.null) ? kinds : kinds + [.null] }
}

extension InputKind: ProbedDevice {
  /// What ``InputChoice/named(_:)`` reads as this device alone.
  package var name: String { address.backend.driver.name(of: address, for: .input) }

  package var isReachable: Bool { address.backend.driver.isReachable(address, for: .input) }

  /// Makes the device; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - isRetry: Whether it was lost before; then no server is started for it.
  ///   - channels: Where its channels come from, or `nil`.
  /// - Returns: `nil` where this build does not have the device, or it has no channels by the name of a device; and for a file,
  ///   which takes more than devices to read.
  package func makeDevice(
    isRetry: Bool = false, channels: DeviceChannels? = nil
  ) -> (any InputDevice)? {
    address.backend.driver.makeInput(
      address, InputRequest(isRetry: isRetry, channels: channels))
  }
}
