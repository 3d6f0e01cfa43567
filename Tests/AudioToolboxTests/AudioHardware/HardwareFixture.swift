import AudioDevices
import AudioRealtime
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// An object of the hardware, for tests.
struct TestObject: Equatable {
  var number: AudioObjectID

  static let system = TestObject(number: AudioObjectID(kAudioObjectSystemObject))

  static func address(
    _ selector: AudioObjectPropertySelector,
    _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
  ) -> AudioObjectPropertyAddress {
    AudioObjectPropertyAddress(
      mSelector: selector, mScope: scope, mElement: kAudioObjectPropertyElementMain)
  }

  /// The values of a property, and the status of getting them.
  func get<Value>(
    _ selector: AudioObjectPropertySelector, _ initial: Value,
    _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
  ) -> (status: OSStatus, values: [Value]) {
    var address = Self.address(selector, scope)
    var size: UInt32 = 0
    var status = AudioObjectGetPropertyDataSize(number, &address, 0, nil, &size)
    guard status == noErr else { return (status, []) }
    let stride = MemoryLayout<Value>.stride
    #expect(Int(size) % stride == 0)
    var values = Array(repeating: initial, count: Int(size) / stride)
    guard !values.isEmpty else { return (noErr, []) }
    status = values.withUnsafeMutableBytes {
      $0.baseAddress.map {
        AudioObjectGetPropertyData(number, &address, 0, nil, &size, $0)
      } ?? -1
    }
    return (status, values)
  }

  func number(
    _ selector: AudioObjectPropertySelector,
    _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
  ) -> UInt32? { get(selector, UInt32(0), scope).values.first }

  func real(_ selector: AudioObjectPropertySelector) -> Double? {
    get(selector, 0.0).values.first
  }

  /// The text of a property.
  func text(_ selector: AudioObjectPropertySelector) -> String? {
    guard let address = get(selector, UInt(0)).values.first,
      let pointer = UnsafeRawPointer(bitPattern: address)
    else { return nil }
    return Unmanaged<NSString>.fromOpaque(pointer).takeRetainedValue() as String
  }

  func set<Value>(
    _ selector: AudioObjectPropertySelector, _ value: Value,
    _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
  ) -> OSStatus {
    var address = Self.address(selector, scope)
    return withUnsafePointer(to: value) {
      AudioObjectSetPropertyData(
        number, &address, 0, nil, UInt32(MemoryLayout<Value>.size), $0)
    }
  }

  func has(
    _ selector: AudioObjectPropertySelector,
    _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
  ) -> Bool {
    var address = Self.address(selector, scope)
    return AudioObjectHasProperty(number, &address)
  }

  func isSettable(_ selector: AudioObjectPropertySelector) -> Bool? {
    var address = Self.address(selector)
    var isSettable = DarwinBoolean(false)
    let status = AudioObjectIsPropertySettable(number, &address, &isSettable)
    return status == noErr ? isSettable.boolValue : nil
  }

  static var defaultOutput: TestObject {
    TestObject(number: system.number(kAudioHardwarePropertyDefaultOutputDevice) ?? 0)
  }

  static var defaultInput: TestObject {
    TestObject(number: system.number(kAudioHardwarePropertyDefaultInputDevice) ?? 0)
  }
}

/// Devices of files, on the virtual clock.
struct TestHardware {
  let folder: TemporaryFolder
  let output: URL
  let input: URL

  init(
    rate: Double = 22_050, samples: [Int16] = (0..<22_050).map { Int16($0) }
  ) throws {
    folder = try TemporaryFolder()
    output = folder.url.appendingPathComponent("out.wav")
    input = folder.url.appendingPathComponent("in.wav")
    var format = UnitFormats.int16(rate, 1)
    var created: AudioFileID?
    let status = AudioFileCreateWithURL(
      input as CFURL, kAudioFileWAVEType, &format, .eraseFile, &created)
    #expect(status == noErr)
    let file = try #require(created)
    var count = UInt32(2 * samples.count)
    try samples.withUnsafeBytes { bytes in
      let start = try #require(bytes.baseAddress)
      #expect(AudioFileWriteBytes(file, false, 0, &count, start) == noErr)
    }
    AudioFileClose(file)
  }

  /// Runs with the files as the only devices.
  func run(_ body: () throws -> Void) throws {
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.offline(path: output.path)])) {
        try AudioQueueDevices.$input.withValue(InputChoice([.file(path: input.path)])) {
          try body()
        }
      }
    }
  }
}
