internal import AudioDevices
internal import AudioRealtime
internal import AudioRouting
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The devices that the program can use: those of a sound server or of sound cards, silence, or
/// files that the environment names.
final class HardwareSource: Sendable {
  private struct Choices: Hashable {
    var output: DeviceChoice
    var input: InputChoice
  }

  private static let all = Mutex<[Choices: HardwareSource]>([:])
  /// Takes the reports of servers and calls listeners, one after the other.
  let thread = SerialThread(name: "oca-hardware")

  private let choices: Choices
  private let watching = Mutex<HardwareWatch?>(nil)
  /// The description of the file to record from, until the file changes.
  private let recorded = Mutex<(version: FileVersion, device: HardwareDevice)?>(nil)

  private init(_ choices: Choices) {
    self.choices = choices
  }

  /// The devices that the current task has chosen, or else the devices of the process.
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
        server: { [self] event in thread.post { self.take(event) } },
        cardsChanged: { [self] _ in thread.post { self.check() } })
      watching = made
      return (made, true)
    }
    if isNew { watch.begin() }
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
  ///
  /// - Throws: `kAudioHardwareUnsupportedOperationError` without a server;
  ///   `kAudioHardwareUnspecifiedError` if the server refuses.
  func setVolume(_ volume: Double, of device: HardwareDevice) throws(StatusError) {
    guard let served = device.served, let server = VirtualClock.outside({ watch?.serverWatch })
    else {
      throw StatusError(kAudioHardwareUnsupportedOperationError)
    }
    let isDone = VirtualClock.outside { () -> Bool in
      defer { _ = server.refreshed() }
      return server.setVolume(max(0, min(volume, 1)), of: served)
    }
    guard isDone else { throw StatusError(kAudioHardwareUnspecifiedError) }
  }

  /// Makes a device the default one of the server.
  ///
  /// - Throws: The errors of ``setVolume(_:of:)``.
  func setDefault(_ device: HardwareDevice) throws(StatusError) {
    guard let served = device.served, let server = VirtualClock.outside({ watch?.serverWatch })
    else {
      throw StatusError(kAudioHardwareUnsupportedOperationError)
    }
    let isDone = VirtualClock.outside { () -> Bool in
      defer { _ = server.refreshed() }
      return server.setDefault(served)
    }
    guard isDone else { throw StatusError(kAudioHardwareUnspecifiedError) }
  }

  // MARK: Devices

  /// The current devices.
  var list: HardwareList {
    var list = list(isOutput: true)
    let inputs = self.list(isOutput: false)
    list.devices += inputs.devices
    list.defaultInput = inputs.defaultInput
    return list
  }

  /// The current devices that play, or those that record.
  func list(isOutput: Bool) -> HardwareList {
    var list = HardwareList()
    let kinds = choices.output.kinds
    let first = isOutput ? kinds.first?.address : choices.input.kinds.first?.address
    guard let first else { return list }
    guard first.hasServer || first.hasCards else {
      let device =
        isOutput ? HardwareDevice(first, isOutput: true) : recordingDevice(first)
      list.add([device], isOutput: isOutput, usual: nil)
      return list
    }
    // Servers and cards are real, so they do not follow a test's clock.
    let (snapshot, base) = VirtualClock.outside { (watch?.snapshot, watch?.usualDevice) }
    var devices: [HardwareDevice] = []
    if let snapshot, let base {
      devices = (isOutput ? snapshot.outputs : snapshot.inputs).map {
        HardwareDevice($0, base, in: snapshot)
      }
    }
    // Players fall back to silence, too.
    if isOutput, devices.isEmpty, kinds.contains(.null) {
      devices = [HardwareDevice(DeviceAddress(.null), isOutput: true)]
    }
    let usual = isOutput ? snapshot?.defaultOutput : snapshot?.defaultInput
    list.add(devices, isOutput: isOutput, usual: first.device ?? usual)
    return list
  }
}

extension HardwareSource {
  /// The device of silence or of a file, which is read again after it has changed.
  private func recordingDevice(_ address: DeviceAddress) -> HardwareDevice {
    guard let path = InputKind(address).path, let version = FileVersion(path) else {
      return HardwareDevice(address, isOutput: false)
    }
    if let known = recorded.withLock({ $0 }), known.version == version { return known.device }
    let device = HardwareDevice.recording(address)
    recorded.withLock { $0 = (version, device) }
    return device
  }
}

/// The values that change with the content of a file.
private struct FileVersion: Equatable {
  private let number: UInt64
  private let byteCount: UInt64
  private let date: Date

  /// The version of a file, or `nil` if it does not exist.
  init?(_ path: String) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let date = attributes[.modificationDate] as? Date
    else { return nil }
    self.date = date
    number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
    byteCount = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
  }
}

extension HardwareDevice {
  /// Makes the device that records silence or a file; it has the rate and the channels of the file.
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
