#if PulseAudio
  import AudioDevices
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioToolbox

  /// The hardware objects of a sound server.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct HardwareServerTests {
    private let server: PrivatePulseAudio

    init() throws {
      server = try PrivatePulseAudio(sink: .null)
    }

    private func run(_ body: () throws -> Void) throws {
      let choice = DeviceChoice([.pulseAudio(server: server.server)])
      try AudioQueueDevices.$choice.withValue(choice) {
        try AudioQueueDevices.$input.withValue(InputChoice([])) { try body() }
      }
    }

    @Test("the server keeps a volume and the default device, or the call reports its refusal")
    func settings() throws {
      let module = try server.pactl("load-module", "module-null-sink", "sink_name=other")
      try run {
        let system = TestObject.system
        let property = kAudioHardwarePropertyDefaultOutputDevice
        try waitUntil("both devices are known") {
          system.get(kAudioHardwarePropertyDevices, UInt32(0)).values.count == 2
        }
        let devices = system.get(kAudioHardwarePropertyDevices, UInt32(0)).values
          .map { TestObject(number: $0) }
        let other = try #require(
          devices.first { $0.text(kAudioDevicePropertyDeviceUID) == "other" })
        #expect(system.set(property, other.number) == noErr)
        #expect(TestObject.defaultOutput == other)
        let (volume, scope) = (kAudioDevicePropertyVolumeScalar, kAudioObjectPropertyScopeOutput)
        #expect(other.set(volume, Float(0.5), scope) == noErr)
        let now = try #require(other.get(volume, Float(0), scope).values.first)
        #expect(abs(now - 0.5) < 0.001)
        // The program still knows the device that the server no longer has.
        let source = HardwareSource.current
        let known = try #require(source.list.devices.first { $0.uid == "other" })
        _ = try server.pactl("unload-module", module.trimmed)
        let refused = StatusError(kAudioHardwareUnspecifiedError)
        #expect(throws: refused) { try source.setVolume(0.25, of: known) }
        #expect(throws: refused) { try source.setDefault(known) }
      }
    }
  }

  extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
  }
#endif
