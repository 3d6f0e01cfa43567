internal import CoreAudioTypes
internal import Synchronization

/// The item that the number of an object refers to.
enum HardwareItem: Hashable, Sendable {
  case system
  case device(HardwareKey)
  case stream(HardwareKey)
  case volume(HardwareKey)
}

/// The numbers of objects, which stay the same for the life of the process.
enum HardwareObjects {
  private struct State {
    var numbers: [HardwareItem: AudioObjectID] = [:]
    var items: [AudioObjectID: HardwareItem] = [:]
    /// The rates and slices that the process has set.
    var settings: [HardwareKey: HardwareSettings] = [:]
    var last: AudioObjectID = 31
  }

  private static let state = Mutex(State())

  /// The number of an object.
  static func number(_ item: HardwareItem) -> AudioObjectID {
    if item == .system { return AudioObjectID(kAudioObjectSystemObject) }
    return state.withLock { state in
      if let number = state.numbers[item] { return number }
      state.last += 1
      state.numbers[item] = state.last
      state.items[state.last] = item
      return state.last
    }
  }

  /// The number of a device, or `kAudioObjectUnknown`.
  static func number(_ key: HardwareKey?) -> AudioObjectID {
    key.map { number(.device($0)) } ?? kAudioObjectUnknown
  }

  /// The object of a number, or `nil`.
  static func item(_ number: AudioObjectID) -> HardwareItem? {
    if number == AudioObjectID(kAudioObjectSystemObject) { return .system }
    return state.withLock { $0.items[number] }
  }

  static func settings(_ key: HardwareKey) -> HardwareSettings {
    state.withLock { $0.settings[key] ?? HardwareSettings() }
  }

  static func update(_ key: HardwareKey, _ change: (inout HardwareSettings) -> Void) {
    state.withLock { state in change(&state.settings[key, default: HardwareSettings()]) }
  }
}

/// The settings of this process for a device; the sound server converts to those of the hardware.
struct HardwareSettings: Sendable {
  /// The frames of a slice that a process can choose.
  static let bufferRange = 16...8_192
  /// The rates that a process can choose, in hertz.
  static let rates: [Double] = [
    8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
  ]

  /// The rate in hertz, or `nil` for that of the hardware.
  var sampleRate: Double?
  var bufferFrames = 512
}

extension HardwareDevice {
  /// The rate at which this process uses the device, in hertz.
  var nominalRate: Double { HardwareObjects.settings(key).sampleRate ?? sampleRate }

  /// The rates that the process can choose, in hertz.
  var rates: [Double] {
    HardwareSettings.rates.contains(sampleRate)
      ? HardwareSettings.rates : (HardwareSettings.rates + [sampleRate]).sorted()
  }

  /// The frames of a slice.
  var bufferFrames: Int { HardwareObjects.settings(key).bufferFrames }

  /// The format of the only stream.
  var format: AudioStreamBasicDescription { format(sampleRate: nominalRate) }

  func format(sampleRate: Double) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
      mBytesPerPacket: UInt32(4 * channelCount), mFramesPerPacket: 1,
      mBytesPerFrame: UInt32(4 * channelCount), mChannelsPerFrame: UInt32(channelCount),
      mBitsPerChannel: 32, mReserved: 0)
  }

  /// Sets the rate for this process.
  ///
  /// - Throws: `kAudioDeviceUnsupportedFormatError` if the device does not have the rate.
  func setNominalRate(_ rate: Double) throws(StatusError) {
    guard rates.contains(rate) else { throw StatusError(kAudioDeviceUnsupportedFormatError) }
    guard rate != nominalRate else { return }
    HardwareObjects.update(key) { $0.sampleRate = rate }
    HardwareIO.shared.restart(key)
  }

  /// Sets the frames of a slice for this process.
  func setBufferFrames(_ count: Int) throws(StatusError) {
    guard HardwareSettings.bufferRange.contains(count) else {
      throw StatusError(kAudioHardwareIllegalOperationError)
    }
    guard count != bufferFrames else { return }
    HardwareObjects.update(key) { $0.bufferFrames = count }
    HardwareIO.shared.restart(key)
  }
}
