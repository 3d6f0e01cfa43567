internal import AudioDevices
internal import AudioRouting
public import Foundation

extension AVAudioSession {
  /// Where sound comes from and goes to: the device that plays a stream of the program, or would play it.
  ///
  /// Without a sound server these are the usual PCM of ALSA, or the card that was chosen; without sound cards there is nothing in it.
  public var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(session.route)
  }

  /// Ports that can be recorded from; `nil` where the category does not record.
  public var availableInputs: [AVAudioSessionPortDescription]? {
    guard session.setup.category.records else { return nil }
    return session.snapshot?.inputs.map { AVAudioSessionPortDescription(SessionPort($0)) } ?? []
  }

  /// The port that was chosen to record from.
  public var preferredInput: AVAudioSessionPortDescription? {
    guard let name = session.streams.input else { return nil }
    return availableInputs?.first { $0.device == name }
  }

  /// Chooses the port to record from, or leaves the choice to the server.
  ///
  /// - Throws: ``ErrorCode/incompatibleCategory`` where the category does not record;
  ///   ``ErrorCode/resourceNotAvailable`` where there is no such port.
  public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    if let inPort {
      guard let inputs = availableInputs else { throw NSError.session(.incompatibleCategory) }
      guard inputs.contains(where: { $0.device == inPort.device }) else {
        throw NSError.session(.resourceNotAvailable)
      }
    }
    session.setInput(inPort?.device)
  }

  /// Has the program's sound go to a loudspeaker, whatever is plugged in.
  ///
  /// That holds until `none` is set, and ends by itself with another category, an interruption, or another route, as when headphones are
  /// plugged in later.
  ///
  /// - Throws: ``ErrorCode/incompatibleCategory`` in another category than `playAndRecord`;
  ///   ``ErrorCode/resourceNotAvailable`` where the server has no device with a loudspeaker.
  public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
    guard portOverride == .none || session.setup.category == .playAndRecord else {
      throw NSError.session(.incompatibleCategory)
    }
    guard session.setOverridden(portOverride == .speaker) else {
      throw NSError.session(.resourceNotAvailable)
    }
  }

  // MARK: Devices

  /// The rate of the device, in hertz: of the one that plays, or else of the one that records.
  ///
  /// Where there is no server to ask, or the device takes any rate, it is the preferred one, or else 44,100.
  public var sampleRate: Double { session.hardware.sampleRate }

  /// How much a device takes ahead, in seconds: as it was granted where something plays, or else what will be asked for.
  public var ioBufferDuration: TimeInterval { session.bufferSeconds }

  /// How long sound is on its way through the device that plays, in seconds; the server is asked.
  public var outputLatency: TimeInterval { session.freshHardware.outputLatency }

  /// How long sound is on its way through the device that records, in seconds; the server is asked.
  public var inputLatency: TimeInterval { session.freshHardware.inputLatency }

  /// The volume of the device that plays, 0 to 1.
  public var outputVolume: Float { Float(session.hardware.outputVolume) }

  /// The volume of the device that records, 0 to 1.
  public var inputGain: Float { Float(session.hardware.inputVolume) }

  /// Whether a program can set ``inputGain``: where a sound server has a device that records.
  public var isInputGainSettable: Bool { session.canSetInputVolume }

  /// Sets the volume of the device that records, for all programs that record from it.
  ///
  /// - Parameter gain: 0 to 1, as ``inputGain``.
  /// - Throws: ``ErrorCode/badParam`` for other numbers; ``ErrorCode/resourceNotAvailable`` where ``isInputGainSettable`` is false.
  public func setInputGain(_ gain: Float) throws {
    guard 0...1 ~= gain else { throw NSError.session(.badParam) }
    guard session.setInputVolume(Double(gain)) else {
      throw NSError.session(.resourceNotAvailable)
    }
  }

  /// Whether there is something to record from.
  public var isInputAvailable: Bool { session.hardware.isInputAvailable }

  /// Channels of the device that records; 0 where none does.
  public var inputNumberOfChannels: Int { session.hardware.inputChannels }
  /// Channels of the device that plays; 0 where none does.
  public var outputNumberOfChannels: Int { session.hardware.outputChannels }
  /// The most that can be recorded on the present route.
  public var maximumInputNumberOfChannels: Int { inputNumberOfChannels }
  /// The most that can be played on the present route.
  public var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }

  // MARK: Others

  /// Whether another program plays anything but the sounds of a desktop.
  public var isOtherAudioPlaying: Bool { !session.otherStreams.isEmpty }

  /// Whether another program plays what is listened to, so that sound in the background had better be silent.
  public var secondaryAudioShouldBeSilencedHint: Bool { session.othersArePrimary }
}
