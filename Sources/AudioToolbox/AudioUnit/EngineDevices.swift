package import AudioDevices
internal import CoreAudioTypes
internal import Synchronization

/// The devices of an engine, by the numbers that clients use.
package final class EngineDevices: Sendable {
  private let devices = OutputDevices(UnitKind.outputs[0])

  /// Chooses the default devices.
  package init() {}

  /// The devices to play on, best first; `nil` if the environment variable is invalid.
  package var outputChoice: DeviceChoice? { devices.outputChoice }
  /// The devices to record from, best first; `nil` if the environment variable is invalid.
  package var inputChoice: InputChoice? { devices.inputChoice }

  /// The number of a device in use; 0 without one.
  package func number(isOutput: Bool) -> AudioObjectID {
    HardwareObjects.number(devices.device(isOutput: isOutput)?.key)
  }

  /// Chooses a device; 0 stands for the default one.
  ///
  /// - Returns: 0; `kAudioUnitErr_InvalidPropertyValue` if the device does not exist, or has the
  ///   other direction.
  package func set(_ number: AudioObjectID, isOutput: Bool) -> OSStatus {
    guard number != kAudioObjectUnknown else {
      devices.settings.withLock { settings in
        if isOutput { settings.output = nil } else { settings.input = nil }
      }
      return noErr
    }
    guard case .device(let key) = HardwareObjects.item(number), key.isOutput == isOutput,
      (try? devices.setCurrent(number)) != nil
    else { return kAudioUnitErr_InvalidPropertyValue }
    return noErr
  }
}
