/// A device that can be asked for.
package enum DeviceKind: Hashable, Sendable {
  /// A server of PulseAudio's protocol, this one or the one that libpulse finds, and the sink of this name or the one that the server chooses.
  case pulseAudio(server: String?, sink: String? = nil)
  /// The PCM of ALSA of this name, or "default".
  case alsa(name: String? = nil)
  case null
  /// A WAV file at this path.
  case offline(path: String)
  /// Memory, as it is asked for.
  case pulled(PulledDevice)
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
    var kinds: [DeviceKind] = []
    #if PulseAudio
      kinds.append(.pulseAudio(server: nil))
    #endif
    #if ALSA
      kinds.append(.alsa())
    #endif
    return DeviceChoice(kinds + [.null])
  }

  /// Reads the value of the environment variable `OPENCOREAUDIO_DEVICE`.
  ///
  /// - Parameter value: `pulse`, which may be followed by `:` and a server's address, and by `#` and the name of a sink; `alsa`,
  ///   which may be followed by `:` and the name of a PCM; `null` or `offline:` and a path; nothing or an empty value leaves the choice to us.
  /// - Returns: `nil` where the value is none of these.
  package static func named(_ value: String?) -> DeviceChoice? {
    guard let value, !value.isEmpty else { return automatic }
    let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    switch (parts.first, parts.count > 1 ? parts[1] : nil) {
    case ("alsa", let name) where name != "": return DeviceChoice([.alsa(name: name)])
    case ("null", nil): return DeviceChoice([.null])
    case ("offline", .some(let path)) where !path.isEmpty:
      return DeviceChoice([.offline(path: path)])
    default:
      return ServerDeviceName(value).map {
        DeviceChoice([.pulseAudio(server: $0.server, sink: $0.device)])
      }
    }
  }

  /// What to try when the devices of this choice are lost: they may come back, silence is always there.
  package var afterLoss: [DeviceKind] { kinds.contains(.null) ? kinds : kinds + [.null] }
}

extension DeviceKind: ProbedDevice {
  /// What ``DeviceChoice/named(_:)`` reads as this device alone.
  package var name: String {
    switch self {
    case .pulseAudio(let server, let sink): ServerDeviceName(server: server, device: sink).text
    case .alsa(let name): "alsa" + (name.map { ":" + $0 } ?? "")
    case .null: "null"
    case .offline(let path): "offline:\(path)"
    case .pulled: "pulled"
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
        return ALSADevice.isReachable(name: name)
      #else
        return false
      #endif
    case .null, .offline, .pulled: return true
    }
  }

  /// Makes a part in a device that players share, so that those of one moment start with one frame.
  ///
  /// - Parameter start: The moment of the monotonic clock at which the first frame is due, in nanoseconds.
  /// - Returns: `nil` where the device keeps no time.
  package func makeMixedDevice(start: Int) -> MixedDevice? {
    switch self {
    case .offline, .pulled: return nil
    case .pulseAudio, .alsa, .null: return MixedDevice(self, start: start)
    }
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
    case .pulseAudio(let server, let sink):
      #if PulseAudio
        return PulseAudioDevice(
          server: server, sink: sink, isRetry: isRetry, role: role, channels: channels)
      #else
        return nil
      #endif
    case .alsa(let name):
      #if ALSA
        return channels == nil ? ALSADevice(name: name) : nil
      #else
        return nil
      #endif
    case .null: return NullDevice()
    case .offline(let path): return channels == nil ? OfflineDevice(path: path) : nil
    case .pulled(let device): return device
    }
  }
}
