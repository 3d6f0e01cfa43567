import AudioToolbox
import Testing

/// Connections of units, notifications, listeners, and parameters.
struct AudioUnitConnectionTests {
  @Test("a connection passes the format and the frames of its source")
  func connection() throws {
    let first = try TestUnit(kAudioUnitSubType_GenericOutput)
    let second = try TestUnit(kAudioUnitSubType_GenericOutput)
    #expect(first.setFormat(UnitFormats.float(48_000, 1)) == noErr)
    let source = UnitSourceFixture.noise()
    #expect(first.setSource(source) == noErr)
    #expect(second.connect(first) == noErr)
    let format = second.get(
      kAudioUnitProperty_StreamFormat, AudioStreamBasicDescription(), kAudioUnitScope_Input)
    #expect(format.value.mSampleRate == 48_000 && format.value.mChannelsPerFrame == 1)
    #expect(AudioUnitInitialize(second.unit) == noErr)
    #expect(second.render(100, channels: 1).status == kAudioUnitErr_Uninitialized)
    #expect(AudioUnitInitialize(first.unit) == noErr)
    let samples = second.render(blocks: [100, 28], channels: 1)
    #expect(samples == [(0..<128).map { UnitSourceFixture.noiseSample(0, $0, 0) }])
    first.dispose()
    #expect(second.render(16, channels: 1).status == kAudioUnitErr_Uninitialized)
    #expect(AudioUnitSetProperty(second.unit, 1, kAudioUnitScope_Input, 0, nil, 0) == noErr)
    #expect(second.render(16, channels: 1).status == kAudioUnitErr_NoConnection)
  }

  @Test("a unit that would need its own output gets an error instead of a recursion")
  func cycle() throws {
    let first = try TestUnit(kAudioUnitSubType_GenericOutput)
    let second = try TestUnit(kAudioUnitSubType_GenericOutput)
    #expect(first.connect(first) == kAudioUnitErr_InvalidPropertyValue)
    #expect(first.connect(second) == noErr)
    #expect(second.connect(first) == noErr)
    #expect(AudioUnitInitialize(first.unit) == noErr)
    #expect(AudioUnitInitialize(second.unit) == noErr)
    #expect(first.render(16).status == kAudioUnitErr_CannotDoInCurrentContext)
    #expect(first.connect(second, bus: 7) == kAudioUnitErr_InvalidElement)
    #expect(first.connect(second, to: 7) == kAudioUnitErr_InvalidElement)
  }

  @Test("a source is not rendered by the callback that it calls")
  func recursion() throws {
    let unit = try TestUnit(kAudioUnitSubType_GenericOutput)
    var inner: OSStatus = noErr
    let source = UnitSourceFixture { _, _, _ in
      inner = unit.render(16).status
      return noErr
    }
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.render(16).status == noErr)
    #expect(inner == kAudioUnitErr_CannotDoInCurrentContext)
  }

  @Test("notifications come before and after rendering, with its frames")
  func notifications() throws {
    let unit = try TestUnit(kAudioUnitSubType_GenericOutput)
    #expect(unit.setFormat(UnitFormats.float(44_100, 1)) == noErr)
    var status = noErr
    let source = UnitSourceFixture { _, count, list in
      list[0].mData?.assumingMemoryBound(to: Float.self)[0] = 0.5
      return status
    }
    final class Log { var entries: [(flags: UInt32, first: Float, count: UInt32)] = [] }
    let log = Log()
    let proc: AURenderCallback = { context, flags, _, _, count, list in
      let first = list?.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)
      Unmanaged<Log>.fromOpaque(context).takeUnretainedValue().entries.append(
        (flags.pointee.rawValue, first?[0] ?? -1, count))
      // A notification may change the result.
      if flags.pointee.contains(.unitRenderAction_PostRender) { first?[0] = 0.75 }
      return noErr
    }
    let pointer = Unmanaged.passUnretained(log).toOpaque()
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(AudioUnitAddRenderNotify(unit.unit, proc, pointer) == noErr)
    #expect(unit.render(4, channels: 1).samples.first?.first == 0.75)
    #expect(log.entries.map(\.flags) == [4, 8])
    #expect(log.entries.map(\.count) == [4, 4])
    #expect(log.entries.last?.first == 0.5)
    status = -5
    #expect(unit.render(4, channels: 1).status == -5)
    #expect(log.entries.map(\.flags) == [4, 8, 4, 8 + 256])
    #expect(AudioUnitRemoveRenderNotify(unit.unit, proc, pointer) == noErr)
    #expect(unit.render(4, channels: 1).status == -5)
    #expect(log.entries.count == 4)
  }

  @Test("listeners hear changes of their property until they are removed")
  func listeners() throws {
    let unit = try TestUnit(kAudioUnitSubType_GenericOutput)
    final class Log { var entries: [[UInt32]] = [] }
    let log = Log()
    let proc: AudioUnitPropertyListenerProc = { context, _, property, scope, element in
      Unmanaged<Log>.fromOpaque(context).takeUnretainedValue().entries
        .append([property, scope, element])
    }
    let pointer = Unmanaged.passUnretained(log).toOpaque()
    let property = kAudioUnitProperty_StreamFormat
    #expect(AudioUnitAddPropertyListener(unit.unit, property, proc, pointer) == noErr)
    #expect(unit.setFormat(UnitFormats.float(48_000)) == noErr)
    #expect(unit.setFormat(UnitFormats.float(48_000)) == noErr)
    #expect(unit.set(kAudioUnitProperty_MaximumFramesPerSlice, UInt32(4_096)) == noErr)
    #expect(log.entries == [[property, 1, 0], [property, 2, 0]])
    #expect(
      AudioUnitRemovePropertyListenerWithUserData(unit.unit, property, proc, nil) == noErr)
    #expect(unit.setFormat(UnitFormats.float(8_000)) == noErr)
    #expect(log.entries.count == 4)
    #expect(
      AudioUnitRemovePropertyListenerWithUserData(unit.unit, property, proc, pointer) == noErr)
    #expect(unit.setFormat(UnitFormats.float(16_000)) == noErr)
    #expect(log.entries.count == 4)
  }

  @Test("the volume of an output has a name, a range, and limits")
  func volume() throws {
    let unit = try TestUnit(kAudioUnitSubType_DefaultOutput)
    var value: Float = 0
    let volume = kHALOutputParam_Volume
    #expect(AudioUnitGetParameter(unit.unit, volume, 0, 0, &value) == noErr && value == 1)
    #expect(AudioUnitSetParameter(unit.unit, volume, 0, 0, 0.5, 0) == noErr)
    #expect(AudioUnitGetParameter(unit.unit, volume, 0, 0, &value) == noErr && value == 0.5)
    #expect(AudioUnitSetParameter(unit.unit, volume, 0, 0, 7, 0) == noErr)
    #expect(AudioUnitGetParameter(unit.unit, volume, 0, 0, &value) == noErr && value == 1)
    #expect(AudioUnitSetParameter(unit.unit, volume, 0, 0, .nan, 0) == -66_743)
    #expect(AudioUnitSetParameter(unit.unit, volume, 0, 1, 0, 0) == -10_877)
    #expect(AudioUnitSetParameter(unit.unit, volume, 1, 0, 0, 0) == -10_878)
    #expect(AudioUnitGetParameter(unit.unit, 99, 0, 0, &value) == -10_878)
    let (status, info) = unit.get(
      kAudioUnitProperty_ParameterInfo, AudioUnitParameterInfo(), kAudioUnitScope_Global, volume)
    #expect(status == noErr)
    #expect(info.cfNameString?.takeRetainedValue() as String? == "Volume")
    #expect(info.unit == .linearGain && info.minValue == 0 && info.maxValue == 1)
    #expect(info.defaultValue == 1 && info.flags.contains(.flag_IsWritable))
    #expect(withUnsafeBytes(of: info.name) { Array($0.prefix(7)) } == Array("Volume\0".utf8))
    #expect(unit.get(kAudioUnitProperty_ParameterList, UInt32(0)) == (noErr, volume))
  }
}
