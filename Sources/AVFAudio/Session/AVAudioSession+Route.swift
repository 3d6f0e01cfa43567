internal import AudioDevices
internal import AudioRouting
public import Foundation

extension AVAudioSession {
  /// The devices that play or record the program's streams, or that would do so.
  ///
  /// Without a sound server, the route holds the default PCM of ALSA, or the selected card. Without
  /// sound cards, it is empty.
  public var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(session.route)
  }

  /// The ports available for recording; `nil` if the category does not record.
  public var availableInputs: [AVAudioSessionPortDescription]? {
    guard session.setup.category.records else { return nil }
    return session.snapshot?.inputs.map { AVAudioSessionPortDescription(SessionPort($0)) } ?? []
  }

  /// The preferred port for recording.
  public var preferredInput: AVAudioSessionPortDescription? {
    guard let name = session.streams.input else { return nil }
    return availableInputs?.first { $0.device == name }
  }

  /// Selects the port for recording, or lets the server select it.
  ///
  /// - Throws: ``ErrorCode/incompatibleCategory`` if the category does not record;
  ///   ``ErrorCode/resourceNotAvailable`` if the port does not exist.
  public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    if let inPort {
      guard let inputs = availableInputs else { throw NSError.session(.incompatibleCategory) }
      guard inputs.contains(where: { $0.device == inPort.device }) else {
        throw NSError.session(.resourceNotAvailable)
      }
    }
    session.setInput(inPort?.device)
  }

  /// Sends the program's sound to a loudspeaker, regardless of connected equipment.
  ///
  /// The override lasts until you set `none`. It also ends with another category, an interruption,
  /// or a route change, such as new headphones.
  ///
  /// - Throws: ``ErrorCode/incompatibleCategory`` unless the category is `playAndRecord`;
  ///   ``ErrorCode/resourceNotAvailable`` if the server has no device with a loudspeaker.
  public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
    guard portOverride == .none || session.setup.category == .playAndRecord else {
      throw NSError.session(.incompatibleCategory)
    }
    guard session.setOverridden(portOverride == .speaker) else {
      throw NSError.session(.resourceNotAvailable)
    }
  }

  // MARK: Devices

  /// The sample rate in hertz of the output device, or else of the input device.
  ///
  /// Without a server, or if the device accepts any rate, it is the preferred rate, or else 44,100.
  public var sampleRate: Double { session.hardware.sampleRate }

  /// The buffer duration of the device in seconds: the granted value if a stream runs, or else the
  /// value to request.
  public var ioBufferDuration: TimeInterval { session.bufferSeconds }

  /// The latency of the output device in seconds; each access queries the server.
  public var outputLatency: TimeInterval { session.freshHardware.outputLatency }

  /// The latency of the input device in seconds; each access queries the server.
  public var inputLatency: TimeInterval { session.freshHardware.inputLatency }

  /// The volume of the output device, 0 to 1.
  public var outputVolume: Float { Float(session.hardware.outputVolume) }

  /// The volume of the input device, 0 to 1.
  public var inputGain: Float { Float(session.hardware.inputVolume) }

  /// Whether ``inputGain`` can be set; requires a sound server with an input device.
  public var isInputGainSettable: Bool { session.canSetInputVolume }

  /// Sets the volume of the input device for all programs that record from it.
  ///
  /// - Parameter gain: The volume, 0 to 1.
  /// - Throws: ``ErrorCode/badParam`` if the volume is out of range;
  ///   ``ErrorCode/resourceNotAvailable`` if ``isInputGainSettable`` is `false`.
  public func setInputGain(_ gain: Float) throws {
    guard 0...1 ~= gain else { throw NSError.session(.badParam) }
    guard session.setInputVolume(Double(gain)) else {
      throw NSError.session(.resourceNotAvailable)
    }
  }

  /// Whether an input device is available.
  public var isInputAvailable: Bool { session.hardware.isInputAvailable }

  /// The number of channels of the input device; 0 without a device.
  public var inputNumberOfChannels: Int { session.hardware.inputChannels }
  /// The number of channels of the output device; 0 without a device.
  public var outputNumberOfChannels: Int { session.hardware.outputChannels }
  /// The largest number of input channels on the current route.
  public var maximumInputNumberOfChannels: Int { inputNumberOfChannels }
  /// The largest number of output channels on the current route.
  public var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }

  // MARK: Others

  /// Whether another program plays audio other than desktop sounds.
  public var isOtherAudioPlaying: Bool { !session.otherStreams.isEmpty }

  /// Whether background sound should be silent, because another program plays primary audio.
  public var secondaryAudioShouldBeSilencedHint: Bool { session.othersArePrimary }
}
