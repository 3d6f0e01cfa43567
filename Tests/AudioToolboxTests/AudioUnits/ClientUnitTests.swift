import AudioToolbox
import Synchronization
import TestSupport
import Testing

/// Units that a client registers.
struct ClientUnitTests {
  /// An instance: the table of functions, then the state.
  ///
  /// It renders 1 plus the parameter.
  private struct Instance {
    var interface: AudioComponentPlugInInterface
    var value: Float = 0
    var isOpen = false
    var unit: AudioUnit?
    /// Whether the instance disposes of its own unit while it renders.
    var endsItself = false
    /// Whether another unit asks for frames while the instance renders.
    var isAskedAgain = false
  }

  /// The unit that asks for frames while an instance renders, or 0.
  private static let asking = Mutex(UInt(0))

  /// The instances that ended themselves and have been closed.
  private static let closed = Mutex(0)

  private static func state(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Instance> {
    pointer.assumingMemoryBound(to: Instance.self)
  }

  private static let render: AudioUnitRenderProc = { object, _, _, _, count, list in
    let value = ClientUnitTests.state(object).pointee.value
    if ClientUnitTests.state(object).pointee.endsItself,
      let unit = ClientUnitTests.state(object).pointee.unit
    {
      #expect(AudioComponentInstanceDispose(unit) == noErr)
      // The object lives until this call returns.
      #expect(ClientUnitTests.closed.withLock { $0 } == 0)
    }
    if ClientUnitTests.state(object).pointee.isAskedAgain {
      ClientUnitTests.state(object).pointee.isAskedAgain = false
      ClientUnitTests.askAgain()
    }
    for buffer in UnsafeMutableAudioBufferListPointer(list) {
      guard let data = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
      for index in 0..<Int(count) { data[index] = 1 + value }
    }
    return noErr
  }

  /// Renders four frames of the unit that asks.
  private static func askAgain() {
    guard let unit = AudioUnit(bitPattern: asking.withLock { $0 }) else { return }
    var samples: [Float] = [9, 9, 9, 9]
    samples.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList()
      list.mNumberBuffers = 1
      list.mBuffers = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: 16, mData: bytes.baseAddress)
      var (flags, time) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
      time.mFlags = .sampleTimeValid
      #expect(
        AudioUnitRender(unit, &flags, &time, 0, 4, &list) == kAudioUnitErr_CannotDoInCurrentContext)
    }
  }

  private static let setParameter: AudioUnitSetParameterProc = { object, number, _, _, value, _ in
    if number == 1 { ClientUnitTests.state(object).pointee.endsItself = true }
    if number == 2 { ClientUnitTests.state(object).pointee.isAskedAgain = true }
    ClientUnitTests.state(object).pointee.value = value
    return noErr
  }

  private static let getProperty: AudioUnitGetPropertyProc = {
    _, property, _, _, data, size in
    guard property == kAudioUnitProperty_StreamFormat, size.pointee >= 40 else {
      return kAudioUnitErr_InvalidProperty
    }
    data.storeBytes(of: UnitFormats.float(44_100, 1), as: AudioStreamBasicDescription.self)
    size.pointee = 40
    return noErr
  }

  private static let getInfo: AudioUnitGetPropertyInfoProc = { _, property, _, _, size, _ in
    size?.pointee = 40
    return property == kAudioUnitProperty_StreamFormat ? noErr : kAudioUnitErr_InvalidProperty
  }

  private static let lookUp: @convention(c) (Int16) -> AudioComponentMethod? = { selector in
    switch Int(selector) {
    case kAudioUnitRenderSelect: unsafeBitCast(ClientUnitTests.render, to: OpaquePointer.self)
    case kAudioUnitSetParameterSelect:
      unsafeBitCast(ClientUnitTests.setParameter, to: OpaquePointer.self)
    case kAudioUnitGetPropertySelect:
      unsafeBitCast(ClientUnitTests.getProperty, to: OpaquePointer.self)
    case kAudioUnitGetPropertyInfoSelect:
      unsafeBitCast(ClientUnitTests.getInfo, to: OpaquePointer.self)
    default: nil
    }
  }

  private static let factory: AudioComponentFactoryFunction = { description in
    guard description.pointee.componentSubType == 0x7465_7374 else { return nil }
    let instance = UnsafeMutablePointer<Instance>.allocate(capacity: 1)
    instance.initialize(
      to: Instance(
        interface: AudioComponentPlugInInterface(
          Open: { object, unit in
            ClientUnitTests.state(object).pointee.isOpen = true
            ClientUnitTests.state(object).pointee.unit = unit
            return noErr
          },
          Close: { object in
            if ClientUnitTests.state(object).pointee.endsItself {
              ClientUnitTests.closed.withLock { $0 += 1 }
            }
            ClientUnitTests.state(object).deallocate()
            return noErr
          }, Lookup: ClientUnitTests.lookUp, reserved: nil)))
    return UnsafeMutableRawPointer(instance)
      .assumingMemoryBound(to: AudioComponentPlugInInterface.self)
  }

  @Test("a registered unit is found, renders, and is the source of other units")
  func registers() throws {
    var description = AudioComponentDescription(
      componentType: kAudioUnitType_Generator, componentSubType: 0x7465_7374,
      componentManufacturer: 0x6F63_6131, componentFlags: 0, componentFlagsMask: 0)
    let component = AudioComponentRegister(
      &description, "Tests: Constant" as CFString, 0x0002_0001, Self.factory)
    #expect(AudioComponentFindNext(nil, &description) == component)
    var version: UInt32 = 0
    #expect(AudioComponentGetVersion(component, &version) == noErr && version == 0x0002_0001)
    let unit = try TestUnit(
      0x7465_7374, type: kAudioUnitType_Generator, manufacturer: 0x6F63_6131)
    #expect(AudioComponentInstanceCanDo(unit.unit, Int16(kAudioUnitRenderSelect)))
    #expect(!AudioComponentInstanceCanDo(unit.unit, Int16(kAudioUnitInitializeSelect)))
    #expect(AudioUnitInitialize(unit.unit) == kAudio_UnimplementedError)
    #expect(unit.render(8, channels: 1).samples == [Array(repeating: 1, count: 8)])
    #expect(AudioUnitSetParameter(unit.unit, 0, 0, 0, 0.5, 0) == noErr)
    let output = try TestUnit(kAudioUnitSubType_GenericOutput)
    #expect(output.connect(unit) == noErr)
    #expect(AudioUnitInitialize(output.unit) == noErr)
    #expect(output.render(8, channels: 1).samples == [Array(repeating: 1.5, count: 8)])
    // A factory may refuse.
    description.componentSubType = 0x7465_7375
    let other = AudioComponentRegister(&description, "Tests: None" as CFString, 1, Self.factory)
    var instance: AudioComponentInstance?
    #expect(AudioComponentInstanceNew(other, &instance) == kAudioUnitErr_FailedInitialization)
  }

  @Test("a unit that is asked again while it renders fills the buffers of the first call")
  func isAskedAgain() throws {
    var description = AudioComponentDescription(
      componentType: kAudioUnitType_Generator, componentSubType: 0x7465_7374,
      componentManufacturer: 0x6F63_6133, componentFlags: 0, componentFlagsMask: 0)
    AudioComponentRegister(&description, "Tests: Asked" as CFString, 1, Self.factory)
    let unit = try TestUnit(
      0x7465_7374, type: kAudioUnitType_Generator, manufacturer: 0x6F63_6133)
    let outputs = try (0..<2).map { _ in
      let output = try TestUnit(kAudioUnitSubType_GenericOutput)
      #expect(output.connect(unit) == noErr)
      #expect(AudioUnitInitialize(output.unit) == noErr)
      return output
    }
    Self.asking.withLock { $0 = UInt(bitPattern: outputs[1].unit) }
    defer { Self.asking.withLock { $0 = 0 } }
    #expect(AudioUnitSetParameter(unit.unit, 2, 0, 0, 0.5, 0) == noErr)
    #expect(outputs[0].render(8, channels: 1).samples == [Array(repeating: 1.5, count: 8)])
    #expect(outputs[1].render(8, channels: 1).samples == [Array(repeating: 1.5, count: 8)])
  }

  @Test("a unit that disposes of itself while it renders is closed afterwards")
  func endsItself() throws {
    var description = AudioComponentDescription(
      componentType: kAudioUnitType_Generator, componentSubType: 0x7465_7374,
      componentManufacturer: 0x6F63_6132, componentFlags: 0, componentFlagsMask: 0)
    AudioComponentRegister(&description, "Tests: Ending" as CFString, 1, Self.factory)
    let unit = try TestUnit(
      0x7465_7374, type: kAudioUnitType_Generator, manufacturer: 0x6F63_6132)
    #expect(AudioUnitSetParameter(unit.unit, 1, 0, 0, 0, 0) == noErr)
    #expect(unit.render(8, channels: 1).status == noErr)
    #expect(unit.render(8, channels: 1).status == kAudio_ParamError)
    try waitUntil("the client closes its object") { Self.closed.withLock { $0 } == 1 }
  }
}
