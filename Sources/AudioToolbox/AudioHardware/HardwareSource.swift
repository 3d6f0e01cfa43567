internal import AudioDevices
internal import AudioRealtime
internal import AudioRouting
internal import CoreAudioTypes
internal import Synchronization

/// The devices that the program can use: those of a sound server or of the sound cards, silence, or
/// the files that the environment names.
final class HardwareSource: Sendable {
  private struct Choices: Hashable {
    var output: DeviceChoice
    var input: InputChoice
  }

  private static let all = Mutex<[Choices: HardwareSource]>([:])
  /// Takes the reports of servers and calls listeners, one after the other.
  static let thread = SerialThread(name: "oca-hardware")

  private let choices: Choices
  private let watching = Mutex<HardwareWatch?>(nil)

  private init(_ choices: Choices) {
    self.choices = choices
  }

  /// The devices of the process, or of the task.
  static var current: HardwareSource {
    let choices = Choices(
      output: AudioQueueDevices.chosen ?? DeviceChoice([]),
      input: AudioQueueDevices.chosenInput ?? InputChoice([]))
    return all.withLock { all in
      if let source = all[choices] { return source }
      let source = HardwareSource(choices)
      all[choices] = source
      return source
    }
  }

  // MARK: Watching

  /// The watch of a server or of cards; `nil` if the devices are neither.
  private var watch: HardwareWatch? {
    let addresses = choices.output.kinds.compactMap(\.address) + choices.input.kinds.map(\.address)
    guard addresses.contains(where: { $0.hasServer || $0.hasCards }) else { return nil }
    let (watch, isNew) = watching.withLock { watching -> (HardwareWatch, Bool) in
      if let watch = watching { return (watch, false) }
      let made = HardwareWatch(
        addresses, cards: { SoundCards(forcedPCM: $0) },
        server: { [self] event in Self.thread.post { self.take(event) } },
        cardsChanged: { [self] _ in Self.thread.post { self.check() } })
      watching = made
      return (made, true)
    }
    // Servers and cards are real: not by a test's clock.
    if isNew { VirtualClock.outside { watch.begin() } }
    return watch
  }

  private func take(_ event: ServerEvent) {
    switch event {
    case .snapshot: watch?.noteServer()
    case .lost: watch?.beginCards()
    }
    check()
  }

  private func check() { HardwareListeners.shared.check(self) }

  /// Sets a volume, from 0 to 1.
  func setVolume(_ volume: Double, of device: HardwareDevice) throws(StatusError) {
    guard let served = device.served, let server = watch?.serverWatch else {
      throw StatusError(kAudioHardwareUnsupportedOperationError)
    }
    server.setVolume(max(0, min(volume, 1)), of: served)
    _ = server.refreshed()
  }

  /// Makes a device the default one of the server.
  func setDefault(_ device: HardwareDevice) throws(StatusError) {
    guard let served = device.served, let server = watch?.serverWatch else {
      throw StatusError(kAudioHardwareUnsupportedOperationError)
    }
    server.setDefault(served)
    _ = server.refreshed()
  }

  // MARK: Devices

  /// The current devices.
  var list: HardwareList {
    var list = HardwareList()
    let watch = watch
    let snapshot = watch?.snapshot
    addOutputs(to: &list, watch, snapshot)
    addInputs(to: &list, watch, snapshot)
    return list
  }

  private func addOutputs(
    to list: inout HardwareList, _ watch: HardwareWatch?, _ snapshot: ServerSnapshot?
  ) {
    guard let first = choices.output.kinds.first?.address else { return }
    guard first.hasServer || first.hasCards else {
      return list.add([HardwareDevice(first, isOutput: true)], isOutput: true, usual: nil)
    }
    var devices: [HardwareDevice] = []
    if let snapshot, let base = watch?.usualDevice {
      devices = snapshot.outputs.map { HardwareDevice($0, base, in: snapshot) }
    }
    // Players fall back to silence, too.
    if devices.isEmpty, choices.output.kinds.contains(.null) {
      devices = [HardwareDevice(DeviceAddress(.null), isOutput: true)]
    }
    list.add(devices, isOutput: true, usual: first.device ?? snapshot?.defaultOutput)
  }

  private func addInputs(
    to list: inout HardwareList, _ watch: HardwareWatch?, _ snapshot: ServerSnapshot?
  ) {
    guard let first = choices.input.kinds.first?.address else { return }
    guard first.hasServer || first.hasCards else {
      return list.add(
        [HardwareDevice.recording(first)], isOutput: false, usual: nil)
    }
    guard let snapshot, let base = watch?.usualDevice else { return }
    list.add(
      snapshot.inputs.map { HardwareDevice($0, base, in: snapshot) }, isOutput: false,
      usual: first.device ?? snapshot.defaultInput)
  }
}

extension HardwareDevice {
  /// Makes the device of silence or of a file, whose rate and channels it has.
  fileprivate static func recording(_ address: DeviceAddress) -> HardwareDevice {
    var device = HardwareDevice(address, isOutput: false)
    guard let path = InputKind(address).path else { return device }
    var file: ExtAudioFileRef?
    guard unsafe ExtAudioFileOpenURL(NSURL(fileURLWithPath: path), &file) == noErr,
      let opened = unsafe file
    else { return device }
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    let status = unsafe ExtAudioFileGetProperty(
      opened, kExtAudioFileProperty_FileDataFormat, &size, &format)
    unsafe ExtAudioFileDispose(opened)
    guard status == noErr, format.mSampleRate > 0, format.mChannelsPerFrame > 0 else {
      return device
    }
    device.sampleRate = format.mSampleRate
    device.channelCount = Int(min(format.mChannelsPerFrame, 64))
    return device
  }
}
