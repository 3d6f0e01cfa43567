internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import AudioRouting
internal import CoreAudioTypes
internal import Synchronization

// Changes and losses of a unit's devices.
extension OutputUnit {
  /// The format of the device, as far as it is known.
  var hardware: AudioStreamBasicDescription {
    if let format = playingFormat {
      return UnitFormat.standard(
        sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
    if devices.settings.withLock({ $0.output }) != nil,
      let device = devices.device(isOutput: true)
    {
      return UnitFormat.standard(
        sampleRate: device.nominalRate, channelCount: device.channelCount)
    }
    // The session watches real servers and cards, so it does not follow a test's clock.
    let rate = VirtualClock.outside { SharedSession.session.hardware.sampleRate }
    let isUsable = GraphFormat(sampleRate: rate, channelCount: 2).isValid
    return UnitFormat.standard(sampleRate: isUsable ? rate : 44_100, channelCount: 2)
  }

  /// The format that the playing device reports, or reported before a call from its own thread.
  var playingFormat: DeviceFormat? {
    let (playback, last) = state.withLock { ($0.playback?.playback, $0.lastFormat) }
    if isDeviceCalling { return last }
    // A sound server's lock guards the format: not within the lock of the state.
    let format = playback?.hardwareFormat
    state.withLock { $0.lastFormat = format }
    return format
  }

  /// Changes the devices or their channels; a running unit starts again.
  ///
  /// A running unit that cannot have the new devices continues with the old ones.
  func changeDevices(_ change: () throws(StatusError) -> Void) throws(StatusError) {
    let old = devices.settings.withLock { $0 }
    try change()
    guard runs, devices.settings.withLock({ $0 }) != old else { return }
    if isDeviceCalling { return later.post { [self] in try? restart(orReturnTo: old) } }
    try restart(orReturnTo: old)
  }

  private func restart(orReturnTo old: OutputDevices.Settings) throws(StatusError) {
    try stop()
    do throws(StatusError) {
      try start()
    } catch {
      devices.settings.withLock { $0 = old }
      try start()
      throw error
    }
  }

  /// Continues on the next device after a loss.
  func deviceWasLost() {
    later.post { [weak self] in self?.reopen(isRetry: true) }
  }

  /// Opens the devices of a running unit again; without them, the unit stops.
  private func reopen(isRetry: Bool) {
    turns.take()
    // Perhaps only one of the two devices is gone.
    if isRetry { input.stop() } else { stopDevices() }
    let isLost = runs && (try? open(isRetry: isRetry)) == nil
    if isLost {
      stopDevices()
      noteStop()
    }
    turns.give()
    if isLost { notify(kAudioOutputUnitProperty_IsRunning, .global) }
  }
}

extension OutputUnit: HardwareUser {
  func deviceSettingsDidChange() {
    later.post { [weak self] in self?.reopen(isRetry: false) }
  }
}

/// Notes the loss of a unit's device.
final class OutputLoss: @unchecked Sendable {
  // Unchecked: set once, before any other thread can read it.
  weak var unit: OutputUnit?

  func note() { unit?.deviceWasLost() }
}
