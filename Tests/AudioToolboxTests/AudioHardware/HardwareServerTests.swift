#if PulseAudio
  import AudioDevices
  import Foundation
  import Synchronization
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

    /// The properties that a listener was called for.
    private final class Changes: Sendable {
      private let all = Mutex<Set<AudioObjectPropertySelector>>([])

      var block: AudioObjectPropertyListenerBlock {
        { [self] count, addresses in
          for index in 0..<Int(count) {
            let selector = addresses[index].mSelector
            all.withLock { _ = $0.insert(selector) }
          }
        }
      }

      /// Whether a property has changed since the last call.
      func take(_ selector: AudioObjectPropertySelector) -> Bool {
        all.withLock { $0.remove(selector) != nil }
      }
    }

    private final class Calls: Sendable {
      let count = Atomic<Int>(0)
    }

    private func listen(_ object: TestObject, _ body: (Changes) throws -> Void) throws {
      let changes = Changes()
      let block = changes.block
      var all = AudioObjectPropertyAddress(
        mSelector: kAudioObjectPropertySelectorWildcard,
        mScope: kAudioObjectPropertyScopeWildcard, mElement: kAudioObjectPropertyElementWildcard)
      #expect(AudioObjectAddPropertyListenerBlock(object.number, &all, nil, block) == noErr)
      defer {
        #expect(AudioObjectRemovePropertyListenerBlock(object.number, &all, nil, block) == noErr)
      }
      try body(changes)
    }

    private var devices: [TestObject] {
      TestObject.system.get(kAudioHardwarePropertyDevices, UInt32(0)).values
        .map { TestObject(number: $0) }
    }

    @Test("listeners hear of devices that come and go, of another default device, and of volumes")
    func listeners() throws {
      try run {
        try waitUntil("the device is known") { devices.count == 1 }
        let first = TestObject.defaultOutput
        try listen(.system) { changes in
          let module = try server.pactl("load-module", "module-null-sink", "sink_name=other")
          try waitUntil("the list has changed") { changes.take(kAudioHardwarePropertyDevices) }
          #expect(devices.count == 2)
          let other = try #require(devices.first { $0 != first })
          _ = try server.pactl("set-default-sink", "other")
          try waitUntil("the default device has changed") {
            changes.take(kAudioHardwarePropertyDefaultOutputDevice)
          }
          #expect(TestObject.defaultOutput == other)
          try listen(other) { settings in
            _ = try server.pactl("set-sink-volume", "other", "25%")
            try waitUntil("the volume has changed") {
              settings.take(kAudioDevicePropertyVolumeScalar)
            }
          }
          #expect(other.number(kAudioDevicePropertyDeviceIsAlive) == 1)
          _ = try server.pactl("unload-module", module.trimmed)
          try waitUntil("the device is gone") { devices == [first] }
          #expect(TestObject.defaultOutput == first)
          #expect(other.number(kAudioDevicePropertyDeviceIsAlive) != 1)
        }
      }
    }

    @Test("a device runs while a function renders, and the server hears it")
    func running() throws {
      try run {
        try waitUntil("the device is known") { devices.count == 1 }
        let device = TestObject.defaultOutput
        let calls = Calls()
        var made: AudioDeviceIOProcID?
        let status = AudioDeviceCreateIOProcIDWithBlock(&made, device.number, nil) {
          _, _, _, output, _ in
          for buffer in UnsafeMutableAudioBufferListPointer(output) {
            let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
            for index in 0..<Int(buffer.mDataByteSize) / 4 { samples?[index] = 0.25 }
          }
          calls.count.wrappingAdd(1, ordering: .relaxed)
        }
        #expect(status == noErr)
        let function = try #require(made)
        #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 0)
        #expect(AudioDeviceStart(device.number, function) == noErr)
        #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 1)
        try waitUntil("the function was called") { calls.count.load(ordering: .relaxed) > 2 }
        #expect(try server.pactl("list", "short", "sink-inputs").trimmed != "")
        #expect(AudioDeviceStop(device.number, function) == noErr)
        #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 0)
        #expect(AudioDeviceDestroyIOProcID(device.number, function) == noErr)
        try waitUntil("the server has no stream") {
          (try? server.pactl("list", "short", "sink-inputs").trimmed) == ""
        }
      }
    }
  }

  extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
  }
#endif
