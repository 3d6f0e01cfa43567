import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AudioToolbox

/// The objects of the hardware, on files and silence as devices.
struct HardwareObjectTests {
  @Test("the system object lists devices and the default ones")
  func system() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let devices = TestObject.system.get(kAudioHardwarePropertyDevices, AudioObjectID(0)).values
      #expect(devices.count == 2)
      #expect(TestObject.system.number(kAudioObjectPropertyClass) == kAudioSystemObjectClassID)
      #expect(devices == [TestObject.defaultOutput.number, TestObject.defaultInput.number])
      #expect(
        TestObject.system.number(kAudioHardwarePropertyDefaultSystemOutputDevice) == devices[0])
      #expect(TestObject.system.isSettable(kAudioHardwarePropertyDefaultOutputDevice) == false)
      // The numbers stay the same, and a short list is cut.
      var address = TestObject.address(kAudioHardwarePropertyDevices)
      var (size, first) = (UInt32(4), AudioObjectID(0))
      let system = AudioObjectID(kAudioObjectSystemObject)
      #expect(AudioObjectGetPropertyData(system, &address, 0, nil, &size, &first) == noErr)
      #expect(size == 4 && first == devices[0])
      size = 3
      #expect(
        AudioObjectGetPropertyData(system, &address, 0, nil, &size, &first)
          == kAudioHardwareBadPropertySizeError)
    }
  }

  @Test("a UID finds its device, and another one finds none")
  func translation() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let uid = try #require(TestObject.defaultInput.text(kAudioDevicePropertyDeviceUID))
      #expect(uid == "file:\(hardware.input.path):input")
      for (name, expected) in [(uid, TestObject.defaultInput.number), ("none", 0)] {
        var string = Unmanaged.passUnretained(name as NSString)
        let kept = name as NSString
        string = Unmanaged.passUnretained(kept)
        var address = TestObject.address(kAudioHardwarePropertyTranslateUIDToDevice)
        var (size, found) = (UInt32(4), AudioObjectID(99))
        let system = AudioObjectID(kAudioObjectSystemObject)
        #expect(
          AudioObjectGetPropertyData(
            system, &address, UInt32(MemoryLayout<UInt>.size), &string, &size, &found) == noErr)
        #expect(found == expected)
        withExtendedLifetime(kept) {}
      }
    }
  }

  @Test("an aggregate device can be neither created nor destroyed")
  func aggregates() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let uid = try #require(TestObject.defaultOutput.text(kAudioDevicePropertyDeviceUID))
      let description: [String: Any] = [
        kAudioAggregateDeviceUIDKey: "both", kAudioAggregateDeviceNameKey: "Both",
        kAudioAggregateDeviceSubDeviceListKey: [[kAudioSubDeviceUIDKey: uid]],
      ]
      var device = AudioObjectID(5)
      #expect(
        AudioHardwareCreateAggregateDevice(description as CFDictionary, &device)
          == kAudioHardwareUnsupportedOperationError)
      #expect(device == kAudioObjectUnknown)
      #expect(
        AudioHardwareDestroyAggregateDevice(TestObject.defaultOutput.number)
          == kAudioHardwareIllegalOperationError)
      #expect(AudioHardwareDestroyAggregateDevice(987_654) == kAudioHardwareBadDeviceError)
    }
  }

  @Test("a device has its sides, channels, rates, and slices")
  func devices() throws {
    let hardware = try TestHardware()
    try hardware.run {
      for (device, isOutput) in [(TestObject.defaultOutput, true), (.defaultInput, false)] {
        let (own, other) =
          isOutput
          ? (kAudioObjectPropertyScopeOutput, kAudioObjectPropertyScopeInput)
          : (kAudioObjectPropertyScopeInput, kAudioObjectPropertyScopeOutput)
        #expect(device.number(kAudioObjectPropertyClass) == kAudioDeviceClassID)
        #expect(device.number(kAudioDevicePropertyDeviceIsAlive) == 1)
        #expect(device.number(kAudioDevicePropertyDeviceIsRunning) == 0)
        #expect(device.get(kAudioDevicePropertyStreams, UInt32(0), own).values.count == 1)
        #expect(device.get(kAudioDevicePropertyStreams, UInt32(0), other).values.isEmpty)
        #expect(device.number(kAudioDevicePropertyHogMode) == UInt32.max)
        #expect(device.set(kAudioDevicePropertyHogMode, getpid()) == unsupported)
        let configuration = device.get(kAudioDevicePropertyStreamConfiguration, UInt32(0), own)
        #expect(configuration.values.prefix(3) == [1, 0, isOutput ? 2 : 1])
        #expect(
          device.get(kAudioDevicePropertyStreamConfiguration, UInt32(0), other).values == [0, 0])
        #expect(device.real(kAudioDevicePropertyNominalSampleRate) == (isOutput ? 44_100 : 22_050))
        #expect(device.number(kAudioDevicePropertyDeviceCanBeDefaultDevice, own) == 1)
        #expect(device.number(kAudioDevicePropertyDeviceCanBeDefaultDevice, other) == 0)
        #expect(!device.has(kAudioDevicePropertyVolumeScalar, own))
      }
    }
  }

  private let unsupported = kAudioHardwareUnsupportedOperationError

  @Test("the rate and the slice can be set, within their limits")
  func settings() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let device = TestObject.defaultOutput
      #expect(device.set(kAudioDevicePropertyNominalSampleRate, 48_000.0) == noErr)
      #expect(device.real(kAudioDevicePropertyNominalSampleRate) == 48_000)
      #expect(
        device.set(kAudioDevicePropertyNominalSampleRate, 12_345.0)
          == kAudioDeviceUnsupportedFormatError)
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(100)) == noErr)
      #expect(device.number(kAudioDevicePropertyBufferFrameSize) == 100)
      #expect(device.number(kAudioDevicePropertyBufferSize) == 800)
      let range = device.get(kAudioDevicePropertyBufferFrameSizeRange, AudioValueRange()).values
      #expect(range.first?.mMinimum == 16 && range.first?.mMaximum == 8_192)
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(8_193)) == illegal)
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(15)) == illegal)
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt16(64)) == badSize)
      let number = try #require(
        device.get(kAudioDevicePropertyStreams, UInt32(0)).values.first)
      let stream = TestObject(number: number)
      #expect(stream.number(kAudioObjectPropertyOwner) == device.number)
      #expect(stream.number(kAudioStreamPropertyDirection) == 0)
      var format = try #require(
        stream.get(kAudioStreamPropertyVirtualFormat, UnitFormats.float()).values.first)
      #expect(format.mSampleRate == 48_000 && format.mBytesPerFrame == 8)
      format.mSampleRate = 96_000
      #expect(stream.set(kAudioStreamPropertyPhysicalFormat, format) == noErr)
      #expect(device.real(kAudioDevicePropertyActualSampleRate) == 96_000)
      format.mChannelsPerFrame = 1
      #expect(
        stream.set(kAudioStreamPropertyVirtualFormat, format)
          == kAudioDeviceUnsupportedFormatError)
    }
  }

  private let illegal = kAudioHardwareIllegalOperationError
  private let badSize = kAudioHardwareBadPropertySizeError

  @Test("missing objects and properties have the documented errors")
  func errors() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let nothing = TestObject(number: 9_999_999)
      #expect(!nothing.has(kAudioObjectPropertyName))
      #expect(nothing.get(kAudioObjectPropertyName, 0).status == kAudioHardwareBadObjectError)
      #expect(nothing.set(kAudioObjectPropertyName, 0) == kAudioHardwareBadObjectError)
      let device = TestObject.defaultOutput
      #expect(device.get(1, 0).status == kAudioHardwareUnknownPropertyError)
      #expect(device.set(1, 0) == kAudioHardwareUnknownPropertyError)
      // A device has no settings for single channels.
      var channel = TestObject.address(kAudioDevicePropertyBufferFrameSize)
      channel.mElement = 1
      var frames: UInt32 = 64
      #expect(
        AudioObjectSetPropertyData(device.number, &channel, 0, nil, 4, &frames)
          == kAudioHardwareUnknownPropertyError)
      #expect(device.number(kAudioDevicePropertyBufferFrameSize) == 512)
      #expect(device.isSettable(1) == nil)
      #expect(device.set(kAudioDevicePropertyDeviceIsAlive, UInt32(0)) == unsupported)
      var identifier: AudioDeviceIOProcID?
      #expect(
        AudioDeviceCreateIOProcIDWithBlock(&identifier, 1, nil) { _, _, _, _, _ in }
          == kAudioHardwareBadDeviceError)
    }
  }

  @Test("without a device named, silence plays, and nothing records")
  func silence() {
    VirtualClock().run {
      AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        AudioQueueDevices.$input.withValue(InputChoice([])) {
          let devices = TestObject.system.get(kAudioHardwarePropertyDevices, UInt32(0)).values
          #expect(devices.count == 1)
          #expect(TestObject.defaultOutput.text(kAudioObjectPropertyName) == "null")
          #expect(TestObject.defaultInput.number == kAudioObjectUnknown)
        }
      }
    }
  }

  /// Counts the calls of listeners.
  private final class Count: Sendable {
    let calls = Mutex<[AudioObjectPropertySelector]>([])
    var list: [AudioObjectPropertySelector] { calls.withLock { $0 } }
  }

  /// Notes the addresses that a listener gets, in the order of the calls.
  private final class Addresses: Sendable {
    private let calls = Mutex<[[HardwareAddress]]>([])

    var block: AudioObjectPropertyListenerBlock {
      { [self] count, addresses in
        let list = UnsafeBufferPointer(start: addresses, count: Int(count))
        calls.withLock { $0.append(list.map(HardwareAddress.init)) }
      }
    }

    func take() -> [[HardwareAddress]] {
      calls.withLock { calls in
        defer { calls = [] }
        return calls
      }
    }
  }

  @Test("listeners with wildcards get the addresses that have changed")
  func wildcards() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let device = TestObject.defaultOutput
      let (anything, anywhere) = (Addresses(), Addresses())
      var all = AudioObjectPropertyAddress(
        mSelector: kAudioObjectPropertySelectorWildcard, mScope: kAudioObjectPropertyScopeWildcard,
        mElement: kAudioObjectPropertyElementWildcard)
      var slice = all
      slice.mSelector = kAudioDevicePropertyBufferFrameSize
      let (first, second) = (anything.block, anywhere.block)
      #expect(AudioObjectAddPropertyListenerBlock(device.number, &all, nil, first) == noErr)
      #expect(AudioObjectAddPropertyListenerBlock(device.number, &slice, nil, second) == noErr)
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(64)) == noErr)
      letOthersRun()
      let address = HardwareAddress(TestObject.address(kAudioDevicePropertyBufferFrameSize))
      #expect(anywhere.take() == [[address]])
      let changes = anything.take()
      // The size of the slice in bytes, and in the list of the streams, has changed, too.
      let expected: [HardwareAddress] = [
        address, HardwareAddress(TestObject.address(kAudioDevicePropertyBufferSize)),
        HardwareAddress(TestObject.address(kAudioDevicePropertyStreamConfiguration)),
      ]
      #expect(changes == [expected.sorted()])
      HardwareListeners.shared.note(kAudioDevicePropertyIOStoppedAbnormally, device.number)
      let event = HardwareAddress(TestObject.address(kAudioDevicePropertyIOStoppedAbnormally))
      #expect(anything.take() == [[event]] && anywhere.take().isEmpty)
      #expect(AudioObjectRemovePropertyListenerBlock(device.number, &all, nil, first) == noErr)
      #expect(AudioObjectRemovePropertyListenerBlock(device.number, &slice, nil, second) == noErr)
    }
  }

  @Test("the description of a file to record from follows its content")
  func changedFile() throws {
    let hardware = try TestHardware()
    let other = try TestHardware(rate: 32_000)
    try hardware.run {
      let device = TestObject.defaultInput
      for _ in 0..<2 { #expect(device.real(kAudioDevicePropertyNominalSampleRate) == 22_050) }
      try FileManager.default.removeItem(at: hardware.input)
      try FileManager.default.copyItem(at: other.input, to: hardware.input)
      #expect(device.real(kAudioDevicePropertyNominalSampleRate) == 32_000)
    }
  }

  @Test("listeners hear of changes, until they are removed")
  func listeners() throws {
    let hardware = try TestHardware()
    try hardware.run {
      let device = TestObject.defaultOutput
      let (count, blocks) = (Count(), Count())
      let pointer = Unmanaged.passUnretained(count).toOpaque()
      let proc: AudioObjectPropertyListenerProc = { _, number, addresses, data in
        guard let data else { return -1 }
        let count = Unmanaged<Count>.fromOpaque(data).takeUnretainedValue()
        #expect(number == 1)
        count.calls.withLock { $0.append(addresses.pointee.mSelector) }
        return noErr
      }
      let block: AudioObjectPropertyListenerBlock = { _, addresses in
        blocks.calls.withLock { $0.append(addresses.pointee.mSelector) }
      }
      var rate = TestObject.address(kAudioDevicePropertyNominalSampleRate)
      var slice = TestObject.address(kAudioDevicePropertyBufferFrameSize)
      #expect(AudioObjectAddPropertyListener(device.number, &rate, proc, pointer) == noErr)
      #expect(AudioObjectAddPropertyListener(device.number, &rate, proc, pointer) == noErr)
      #expect(AudioObjectAddPropertyListenerBlock(device.number, &slice, nil, block) == noErr)
      // No change, no call.
      #expect(device.set(kAudioDevicePropertyNominalSampleRate, 44_100.0) == noErr)
      letOthersRun()
      #expect(count.list.isEmpty)
      #expect(device.set(kAudioDevicePropertyNominalSampleRate, 32_000.0) == noErr)
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(64)) == noErr)
      letOthersRun()
      #expect(count.list == [kAudioDevicePropertyNominalSampleRate])
      #expect(blocks.list == [kAudioDevicePropertyBufferFrameSize])
      #expect(AudioObjectRemovePropertyListener(device.number, &rate, proc, pointer) == noErr)
      #expect(AudioObjectRemovePropertyListenerBlock(device.number, &slice, nil, block) == noErr)
      #expect(device.set(kAudioDevicePropertyNominalSampleRate, 8_000.0) == noErr)
      #expect(device.set(kAudioDevicePropertyBufferFrameSize, UInt32(65)) == noErr)
      letOthersRun()
      #expect(count.list.count == 1)
      #expect(blocks.list.count == 1)
    }
  }
}
