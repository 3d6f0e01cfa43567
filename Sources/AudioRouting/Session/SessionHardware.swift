internal import AudioDevices

/// The known properties of a session's devices.
package struct SessionHardware: Equatable, Sendable {
  private let output: ServerDevice?
  private let input: ServerDevice?
  /// The device that would record in a recording category.
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

  /// The rate of the playback device, or else of the recording device, in hertz.
  ///
  /// If both are missing or take any rate, this is the preferred rate, or else 44,100. A silent
  /// device plays at any rate.
  package var sampleRate: Double {
    let rates = [(output ?? input)?.sampleRate ?? 0, preferredRate]
    return rates.first { $0 > 0 } ?? 44_100
  }

  package var inputChannels: Int { input?.channels.count ?? 0 }
  package var outputChannels: Int { output?.channels.count ?? 0 }
  /// The latency of a device, in seconds.
  package var inputLatency: Double { input?.latency ?? 0 }
  package var outputLatency: Double { output?.latency ?? 0 }
  /// The volumes, 0 to 1.
  package var inputVolume: Double { min(1, recordingDevice?.volume ?? 1) }
  package var outputVolume: Double { min(1, output?.volume ?? 1) }
  /// The device that ``inputVolume`` belongs to.
  var recordingDevice: ServerDevice? { input ?? usualInput }
  /// The rate in hertz and the channels of the recording device, if known.
  package var recordingFormat: (sampleRate: Double, channelCount: Int)? {
    guard let device = recordingDevice, device.sampleRate > 0, !device.channels.isEmpty else {
      return nil
    }
    return (device.sampleRate, device.channels.count)
  }
  package var isInputAvailable: Bool { usualInput != nil }

  /// The events to report for changes since earlier hardware.
  func changes(since old: SessionHardware) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if old.outputVolume != outputVolume { events.append(.outputVolume(outputVolume)) }
    if old.inputVolume != inputVolume { events.append(.inputVolume(inputVolume)) }
    if old.isInputAvailable != isInputAvailable {
      events.append(.inputAvailable(isInputAvailable))
    }
    return events
  }
}
