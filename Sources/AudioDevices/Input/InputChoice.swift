/// A device to record from.
package enum InputKind: Hashable, Sendable {
  /// A source of a server of PulseAudio's protocol: of this server, or the one that libpulse finds; the source of
  /// this name, which may be the monitor of a sink, or the default one.
  case pulseAudio(server: String?, source: String?)
  /// The PCM of ALSA of this name, or "default".
  case alsa(name: String? = nil)
  /// Silence, paced by the clock.
  case null
  /// The sound of the file at this path, once, as fast as it is taken.
  case file(path: String)
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
    var kinds: [InputKind] = []
    #if PulseAudio
      kinds.append(.pulseAudio(server: nil, source: nil))
    #endif
    #if ALSA
      kinds.append(.alsa())
    #endif
    return InputChoice(kinds + [.null])
  }

  /// Reads the value of the environment variable `OPENCOREAUDIO_INPUT`.
  ///
  /// - Parameter value: `pulse`, `alsa`, `null`, or `file:` and a path. `pulse` may be followed by a colon and a server's
  ///   address, and by `#` and the name of a source, `alsa` by a colon and the name of a PCM. Nothing or an empty value leaves the choice to us.
  /// - Returns: `nil` where the value is none of these.
  package static func named(_ value: String?) -> InputChoice? {
    guard let value, !value.isEmpty else { return automatic }
    let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    switch (parts.first, parts.count > 1 ? parts[1] : nil) {
    case ("file", .some(let path)) where !path.isEmpty: return InputChoice([.file(path: path)])
    case ("alsa", let name) where name != "": return InputChoice([.alsa(name: name)])
    case ("null", nil): return InputChoice([.null])
    default:
      return ServerDeviceName(value).map {
        InputChoice([.pulseAudio(server: $0.server, source: $0.device)])
      }
    }
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
    guard let output, !output.isEmpty, let kind = playing.kinds.first else { return automatic }
    switch kind {
    case .pulseAudio(let server, _):
      return InputChoice([.pulseAudio(server: server, source: nil)])
    case .alsa(let name): return InputChoice([.alsa(name: name)])
    case .null, .offline, .pulled: return InputChoice([.null])
    }
  }

  /// What to try when the devices of this choice are lost: they may come back, silence is always there.
  package var afterLoss: [InputKind] { kinds.contains(.null) ? kinds : kinds + [.null] }
}

extension InputKind: ProbedDevice {
  /// What ``InputChoice/named(_:)`` reads as this device alone.
  package var name: String {
    switch self {
    case .pulseAudio(let server, let source):
      ServerDeviceName(server: server, device: source).text
    case .alsa(let name): "alsa" + (name.map { ":" + $0 } ?? "")
    case .null: "null"
    case .file(let path): "file:\(path)"
    }
  }

  package var isReachable: Bool {
    switch self {
    case .pulseAudio(let server, _):
      #if PulseAudio
        return PulseAudioDevice.isReachable(server: server)
      #else
        return false
      #endif
    case .alsa(let name):
      #if ALSA
        return ALSAInput.isReachable(name: name)
      #else
        return false
      #endif
    case .null, .file: return true
    }
  }

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
    switch self {
    case .pulseAudio(let server, let source):
      #if PulseAudio
        return PulseAudioInput(
          server: server, source: source, channels: channels, isRetry: isRetry)
      #else
        return nil
      #endif
    case .alsa(let name):
      #if ALSA
        return channels == nil ? ALSAInput(name: name) : nil
      #else
        return nil
      #endif
    case .null: return NullInput()
    case .file: return nil
    }
  }
}
