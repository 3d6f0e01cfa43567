#if ALSA
  internal import CALSA
#endif

/// The sound cards of this machine, for use without a sound server.
///
/// Source: the Linux kernel's documentation, Proc Files of ALSA Drivers.
package struct SoundCards: Sendable {
  /// The prefix of PCM names: the plug-in that converts formats which a card does not accept.
  static let prefix = "plughw:"

  /// The default PCM for playback and recording, and whether it is the only permitted one.
  private let usualPCM: String
  private let isForced: Bool
  /// The folder with the kernel's card information, and the folder of the device files.
  private let information: String
  let devices: String

  /// Looks at the cards of this machine.
  ///
  /// - Parameters:
  ///   - forcedPCM: The only PCM to use, or `nil`.
  ///   - usualPCM: The default PCM if none is forced.
  ///   - information: The folder with the kernel's card information.
  ///   - devices: The folder of the device files.
  package init(
    forcedPCM: String? = nil, usualPCM: String = "default", information: String = "/proc/asound",
    devices: String = "/dev/snd"
  ) {
    self.usualPCM = forcedPCM ?? usualPCM
    isForced = forcedPCM != nil
    self.information = information
    self.devices = devices
  }

  /// The PCM that a session has chosen by name, or `nil`.
  static func chosen(_ name: String?) -> String? {
    name.flatMap { $0.hasPrefix(prefix) ? $0 : nil }
  }

  #if ALSA
    /// The current devices, in the form of a sound server's snapshot.
    ///
    /// The default PCM comes first; its configuration determines its card. Plugged-in hardware,
    /// latency, and volume are unknown.
    package var snapshot: ServerSnapshot {
      let cards = Card.all(read("cards"))
      let found = isForced ? [] : PCM.all(read("pcm"))
      var snapshot = ServerSnapshot()
      for isOutput in [true, false] {
        let present = found.filter { isOutput ? $0.plays : $0.records }
        if !present.isEmpty || answers(isOutput) {
          snapshot.add(
            ServerDevice(
              isOutput: isOutput, index: UInt32(snapshot.devices.count), name: usualPCM,
              title: usualPCM == "default" ? "Default" : usualPCM),
            isHardware: !present.isEmpty)
          snapshot.setUsual(usualPCM, isOutput)
        }
        for pcm in present {
          guard let card = cards.first(where: { $0.number == pcm.card }) else { continue }
          var device = ServerDevice(
            isOutput: isOutput, index: UInt32(snapshot.devices.count),
            name: "\(Self.prefix)CARD=\(card.identifier),DEV=\(pcm.device)",
            title: "\(card.name), \(pcm.name)")
          if !read("card\(card.number)/usbid").isEmpty { device.bus = "usb" }
          // A USB headset is one device without ports.
          if device.bus == nil, let kind = ServerPort.Kind(title: device.title) {
            device.ports = [
              ServerPort(name: pcm.name, title: device.title, kind: kind, isActive: true)
            ]
          }
          snapshot.add(device, isHardware: true)
        }
      }
      return snapshot
    }

    private func answers(_ isOutput: Bool) -> Bool {
      isOutput
        ? ALSADevice.isReachable(name: usualPCM, evenBusy: true)
        : ALSAInput.isReachable(name: usualPCM, evenBusy: true)
    }

    /// The maximum number of bytes read from a file.
    private static let greatestLength = 65_536

    private func read(_ name: String) -> String {
      var bytes = [UInt8](repeating: 0, count: Self.greatestLength)
      // Safe: the memory is alive for the call, which receives its size.
      let count = unsafe bytes.withUnsafeMutableBufferPointer { memory in
        guard let start = memory.baseAddress else { return Int64(0) }
        return unsafe OCACardsRead("\(information)/\(name)", start, Int64(memory.count))
      }
      return String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
    }
  #endif
}

#if ALSA
  /// A card, from a line of `cards` such as ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH`.
  private struct Card {
    var number: Int
    var identifier: String
    var name: String

    static func all(_ text: String) -> [Card] {
      text.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "[", maxSplits: 1)
        guard parts.count == 2, let number = Int(parts[0].filter { $0 != " " }) else { return nil }
        let rest = parts[1].split(separator: "]", maxSplits: 1)
        guard rest.count == 2 else { return nil }
        let name = rest[1].split(separator: " - ", maxSplits: 1).last ?? rest[1]
        return Card(
          number: number, identifier: String(rest[0].filter { $0 != " " }), name: String(name))
      }
    }
  }

  /// A PCM of a card, from a line of `pcm`.
  ///
  /// Example: `00-03: HDMI 0 : HDMI 0 : playback 1 : capture 1`.
  private struct PCM {
    var card: Int
    var device: Int
    var name: String
    var plays: Bool
    var records: Bool

    static func all(_ text: String) -> [PCM] {
      text.split(separator: "\n").compactMap { line in
        // Some drivers give no name.
        let parts = line.split(separator: " : ", omittingEmptySubsequences: false)
        let place = line.prefix { $0 != ":" }.split(separator: "-").map { Int($0) }
        guard parts.count > 2, place.count == 2, let card = place[0], let device = place[1] else {
          return nil
        }
        let identifier = parts[0].drop { $0 != ":" }.dropFirst(2).trimmed
        let name = parts[1].trimmed
        return PCM(
          card: card, device: device, name: name.isEmpty ? identifier : name,
          plays: parts.contains { $0.hasPrefix("playback") },
          records: parts.contains { $0.hasPrefix("capture") })
      }
    }
  }

  extension Substring {
    /// The text without trailing spaces.
    fileprivate var trimmed: String {
      var text = self
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }

  extension ServerSnapshot {
    fileprivate mutating func setUsual(_ name: String, _ isOutput: Bool) {
      if isOutput { defaultOutput = name } else { defaultInput = name }
    }

    fileprivate mutating func add(_ device: ServerDevice, isHardware: Bool) {
      var device = device
      device.isHardware = isHardware
      device.channels = [.left, .right]
      devices.append(device)
    }
  }

  extension ServerPort.Kind {
    /// The kind of port that a driver's name for a PCM suggests.
    fileprivate init?(title: String) {
      let words: [(String, ServerPort.Kind)] = [
        ("hdmi", .hdmi), ("displayport", .hdmi), ("headphone", .headphones), ("headset", .headset),
        ("speaker", .speaker),
      ]
      let title = title.lowercased()
      guard let found = words.first(where: { title.contains($0.0) }) else { return nil }
      self = found.1
    }
  }
#endif
