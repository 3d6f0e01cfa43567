import AudioToolbox
import Testing

/// Units that the client pulls: life, formats, sources, and errors.
struct AudioUnitTests {
  private func generic() throws -> TestUnit { try TestUnit(kAudioUnitSubType_GenericOutput) }

  @Test("a unit is found, has its component and its functions, and ends once")
  func life() throws {
    let unit = try generic()
    let component = AudioComponentInstanceGetComponent(unit.unit)
    var description = AudioComponentDescription()
    #expect(AudioComponentGetDescription(component, &description) == noErr)
    #expect(description.componentSubType == kAudioUnitSubType_GenericOutput)
    #expect(description.componentManufacturer == kAudioUnitManufacturer_Apple)
    #expect(AudioComponentInstanceCanDo(unit.unit, Int16(kAudioUnitRenderSelect)))
    #expect(!AudioComponentInstanceCanDo(unit.unit, Int16(kAudioOutputUnitStartSelect)))
    #expect(AudioOutputUnitStart(unit.unit) == kAudio_UnimplementedError)
    let output = try TestUnit(kAudioUnitSubType_DefaultOutput)
    #expect(AudioComponentInstanceCanDo(output.unit, Int16(kAudioOutputUnitStartSelect)))
    unit.dispose()
    #expect(AudioComponentInstanceDispose(unit.unit) == kAudio_ParamError)
    #expect(AudioUnitInitialize(unit.unit) == kAudio_ParamError)
    #expect(unit.render(16).status == kAudio_ParamError)
  }

  @Test("a codec has no instances")
  func codec() throws {
    var description = AudioComponentDescription()
    description.componentType = kAudioDecoderComponentType
    let component = try #require(AudioComponentFindNext(nil, &description))
    var instance: AudioComponentInstance?
    #expect(AudioComponentInstanceNew(component, &instance) == kAudioComponentErr_UnsupportedType)
    #expect(instance == nil)
  }

  @Test("rendering has the documented errors, in their order")
  func errors() throws {
    let unit = try generic()
    #expect(unit.render(16).status == kAudioUnitErr_Uninitialized)
    #expect(unit.set(kAudioUnitProperty_MaximumFramesPerSlice, UInt32(512)) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.render(16).status == kAudioUnitErr_NoConnection)
    #expect(unit.get(kAudioUnitProperty_LastRenderError, OSStatus(0)).value == -10_876)
    #expect(unit.get(kAudioUnitProperty_LastRenderError, OSStatus(0)).value == 0)
    let source = UnitSourceFixture.noise()
    #expect(unit.setSource(source) == noErr)
    #expect(unit.render(16).status == noErr)
    #expect(unit.render(513).status == kAudioUnitErr_TooManyFramesToProcess)
    #expect(unit.render(512).status == noErr)
    #expect(unit.render(16, bus: 1).status == kAudioUnitErr_InvalidElement)
    #expect(unit.render(16, channels: 1).status == kAudio_ParamError)
    #expect(unit.render(0).status == noErr)
    #expect(unit.setSource(source, 1) == kAudioUnitErr_InvalidElement)
    #expect(AudioUnitUninitialize(unit.unit) == noErr)
    #expect(unit.render(16).status == kAudioUnitErr_Uninitialized)
  }

  @Test("formats change only before initialization, and must be supported")
  func formats() throws {
    let unit = try generic()
    #expect(unit.setFormat(UnitFormats.float(48_000, 1)) == noErr)
    let follows = unit.get(
      kAudioUnitProperty_StreamFormat, AudioStreamBasicDescription(), kAudioUnitScope_Output)
    #expect(follows.value.mSampleRate == 48_000 && follows.value.mChannelsPerFrame == 1)
    var compressed = UnitFormats.float()
    compressed.mFormatID = kAudioFormatMPEG4AAC
    #expect(unit.setFormat(compressed) == kAudioUnitErr_FormatNotSupported)
    var noRate = UnitFormats.float()
    noRate.mSampleRate = 0
    #expect(unit.setFormat(noRate) == kAudioUnitErr_FormatNotSupported)
    #expect(unit.setFormat(UnitFormats.float(), kAudioUnitScope_Input, 3) == -10_877)
    #expect(unit.setFormat(UnitFormats.float(), kAudioUnitScope_Group) == -10_866)
    #expect(unit.set(kAudioUnitProperty_StreamFormat, 1, kAudioUnitScope_Input) == -10_851)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.setFormat(UnitFormats.float(48_000, 1)) == noErr)
    #expect(unit.setFormat(UnitFormats.float()) == kAudioUnitErr_Initialized)
    #expect(unit.set(kAudioUnitProperty_MaximumFramesPerSlice, UInt32(64)) == -10_849)
    #expect(AudioUnitUninitialize(unit.unit) == noErr)
    #expect(unit.setFormat(UnitFormats.float(44_100, 1), kAudioUnitScope_Output) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == kAudioUnitErr_FormatNotSupported)
  }

  @Test("properties have sizes, and the documented errors")
  func properties() throws {
    let unit = try generic()
    func info(_ property: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global)
      -> (status: OSStatus, size: UInt32, isWritable: Bool)
    {
      var size: UInt32 = 99
      var isWritable: DarwinBoolean = false
      let status = AudioUnitGetPropertyInfo(unit.unit, property, scope, 0, &size, &isWritable)
      return (status, size, isWritable.boolValue)
    }
    #expect(info(kAudioUnitProperty_MaximumFramesPerSlice) == (noErr, 4, true))
    #expect(info(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input) == (noErr, 40, true))
    #expect(info(kAudioUnitProperty_Latency) == (noErr, 8, false))
    #expect(info(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input) == (noErr, 0, true))
    #expect(info(77_777).status == kAudioUnitErr_InvalidProperty)
    #expect(info(kAudioUnitProperty_Latency, kAudioUnitScope_Input).status == -10_866)
    #expect(unit.get(kAudioUnitProperty_MaximumFramesPerSlice, UInt32(0)).value == 1_156)
    #expect(unit.get(kAudioUnitProperty_Latency, 1.0) == (noErr, 0))
    #expect(unit.set(kAudioUnitProperty_Latency, 1.0) == kAudioUnitErr_PropertyNotWritable)
    #expect(unit.set(77_777, 1.0) == kAudioUnitErr_InvalidProperty)
    #expect(unit.get(kAudioUnitProperty_Latency, UInt8(0)).status == -10_851)
    #expect(unit.set(kAudioUnitProperty_MaximumFramesPerSlice, UInt32.max) == -10_851)
    #expect(unit.set(kAudioUnitProperty_SampleRate, 48_000.0, kAudioUnitScope_Input) == noErr)
    #expect(
      unit.get(kAudioUnitProperty_SampleRate, 0.0, kAudioUnitScope_Input) == (noErr, 48_000))
    let count = unit.get(kAudioUnitProperty_ElementCount, UInt32(9), kAudioUnitScope_Input)
    #expect(count == (noErr, 1))
  }

  @Test("any division into blocks gives the same samples")
  func division() throws {
    let total = 3_000
    let expected = (0..<2).map { channel in
      (0..<total).map { UnitSourceFixture.noiseSample(0, $0, channel) }
    }
    for blocks in [[1_000, 1_000, 1_000], [1, 2, 997, 1_000, 1_000], [1_156, 1_156, 688]] {
      let unit = try generic()
      let source = UnitSourceFixture.noise()
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(unit.render(blocks: blocks) == expected)
      #expect(source.counts == blocks)
      #expect(
        source.times.first == 0 && source.times.last == Double(total - blocks[blocks.count - 1]))
    }
  }

  @Test("a source in 16-bit integers or 8.24 fixed point becomes Float32")
  func integers() throws {
    let values = [-32_768, -1, 0, 1, 12_345, 32_767]
    for format in [UnitFormats.int16(), UnitFormats.fixed()] {
      let unit = try generic()
      #expect(unit.setFormat(format) == noErr)
      let source = UnitSourceFixture { _, count, list in
        for frame in 0..<count {
          for channel in 0..<2 {
            let value = channel == 0 ? values[frame] : -values[frame] / 2
            if format.mBitsPerChannel == 16 {
              list[0].mData?.assumingMemoryBound(to: Int16.self)[frame * 2 + channel] =
                Int16(value)
            } else {
              list[channel].mData?.assumingMemoryBound(to: Int32.self)[frame] =
                Int32(value << 9)
            }
          }
        }
        return noErr
      }
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      let (status, samples) = unit.render(values.count)
      #expect(status == noErr)
      #expect(samples.first == values.map { Float($0) / 32_768 })
      #expect(samples.last == values.map { Float(-$0 / 2) / 32_768 })
    }
  }

  @Test("an output in 16-bit integers is rounded and clipped")
  func integerOutput() throws {
    let unit = try generic()
    #expect(unit.setFormat(UnitFormats.float(44_100, 1)) == noErr)
    #expect(unit.setFormat(UnitFormats.int16(44_100, 1), kAudioUnitScope_Output) == noErr)
    let inputs: [Float] = [0, 0.5, -0.5, 1, 2, -2]
    let source = UnitSourceFixture(samples: { frame, _ in inputs[frame] })
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    var samples = [Int16](repeating: 99, count: inputs.count)
    let byteCount = UInt32(samples.count * 2)
    let status = samples.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: 1, mDataByteSize: byteCount, mData: bytes.baseAddress))
      var stamp = AudioTimeStamp()
      return AudioUnitRender(unit.unit, nil, &stamp, 0, UInt32(inputs.count), &list)
    }
    #expect(status == noErr)
    #expect(samples == [0, 16_384, -16_384, 32_767, 32_767, -32_768])
  }

  @Test("frames that a source does not write are silent")
  func missingFrames() throws {
    let unit = try generic()
    var calls = 0
    let source = UnitSourceFixture { _, count, list in
      calls += 1
      for index in 0..<list.count {
        guard let data = list[index].mData?.assumingMemoryBound(to: Float.self) else { continue }
        if calls == 1 { for frame in 0..<count { data[frame] = 1 } }
        if calls == 3 {
          for frame in 0..<4 { data[frame] = 2 }
          list[index].mDataByteSize = 8
        }
      }
      return noErr
    }
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.render(4).samples.first == [1, 1, 1, 1])
    #expect(unit.render(4).samples.first == [0, 0, 0, 0])
    #expect(unit.render(4).samples.first == [2, 2, 0, 0])
  }

  @Test("a source may provide its own memory, report silence, and fail")
  func ownMemory() throws {
    let unit = try generic()
    #expect(unit.setFormat(UnitFormats.float(44_100, 1)) == noErr)
    let own = UnsafeMutablePointer<Float>.allocate(capacity: 4)
    own.initialize(repeating: 0.25, count: 4)
    defer { own.deallocate() }
    var status = noErr
    let source = UnitSourceFixture { _, _, list in
      list[0].mData = UnsafeMutableRawPointer(own)
      return status
    }
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.render(4, channels: 1).samples == [[0.25, 0.25, 0.25, 0.25]])
    status = -77
    #expect(unit.render(4, channels: 1).status == -77)
    #expect(unit.get(kAudioUnitProperty_LastRenderError, OSStatus(0)).value == -77)
    let silence: AURenderCallback = { _, flags, _, _, count, list in
      list?.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)[0] = 1
      flags.pointee.insert(.unitRenderAction_OutputIsSilence)
      return noErr
    }
    let callback = AURenderCallbackStruct(inputProc: silence, inputProcRefCon: nil)
    #expect(
      unit.set(kAudioUnitProperty_SetRenderCallback, callback, kAudioUnitScope_Global) == noErr)
    #expect(unit.render(4, channels: 1).samples == [[0, 0, 0, 0]])
  }

  @Test("a buffer without memory gets the unit's own")
  func unitMemory() throws {
    let unit = try generic()
    #expect(unit.setFormat(UnitFormats.float(44_100, 1)) == noErr)
    let source = UnitSourceFixture(samples: { frame, _ in Float(frame) })
    #expect(unit.setSource(source) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    var list = AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil))
    var stamp = AudioTimeStamp()
    #expect(AudioUnitRender(unit.unit, nil, &stamp, 0, 8, &list) == noErr)
    #expect(list.mBuffers.mDataByteSize == 32)
    let data = try #require(list.mBuffers.mData?.assumingMemoryBound(to: Float.self))
    #expect((0..<8).map { data[$0] } == (0..<8).map { Float($0) })
  }
}
