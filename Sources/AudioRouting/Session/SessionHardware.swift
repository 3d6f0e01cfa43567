internal import AudioDevices

/// What is known of the devices of a session.
package struct SessionHardware: Equatable, Sendable {
  private let output: ServerDevice?
  private let input: ServerDevice?
  /// The device that would record in a category that does.
  private let usualInput: ServerDevice?
  private let preferredRate: Double

  init(_ snapshot: ServerSnapshot?, _ route: SessionRoute, preferredRate: Double) {
    func device(_ port: SessionPort?) -> ServerDevice? {
      guard let port else { return nil }
      return snapshot?.devices.first { $0.name == port.device }
    }
    output = device(route.outputs.first)
    input = device(route.inputs.first)
    let inputs = snapshot?.inputs ?? []
    usualInput = inputs.first { $0.name == snapshot?.defaultInput } ?? inputs.first
    self.preferredRate = preferredRate
  }

  /// The rate of the device that plays, or else of the one that records, in hertz.
  ///
  /// Where there is neither, or it takes any rate, it is the preferred one, or else 44,100, at which a silent device plays as at any other.
  package var sampleRate: Double {
    let rates = [(output ?? input)?.sampleRate ?? 0, preferredRate]
    return rates.first { $0 > 0 } ?? 44_100
  }

  package var inputChannels: Int { input?.channels.count ?? 0 }
  package var outputChannels: Int { output?.channels.count ?? 0 }
  /// How long sound is on its way through a device, in seconds.
  package var inputLatency: Double { input?.latency ?? 0 }
  package var outputLatency: Double { output?.latency ?? 0 }
  /// The volumes, 0 to 1.
  package var inputVolume: Double { min(1, recordingDevice?.volume ?? 1) }
  package var outputVolume: Double { min(1, output?.volume ?? 1) }
  /// What ``inputVolume`` is of.
  var recordingDevice: ServerDevice? { input ?? usualInput }
  package var isInputAvailable: Bool { usualInput != nil }
}
