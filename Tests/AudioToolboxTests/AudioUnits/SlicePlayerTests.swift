import AudioRealtime
import AudioToolbox
import Testing

/// The scheduled sound player, on the virtual clock.
struct SlicePlayerTests {
  private func player() throws -> TestUnit {
    let unit = try TestUnit(
      kAudioUnitSubType_ScheduledSoundPlayer, type: kAudioUnitType_Generator)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    return unit
  }

  private func ones(_ count: Int) -> [Float] { Array(repeating: 1, count: count) }

  /// The ranges of frames that are not silent.
  private func sounding(_ samples: [Float]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (frame, sample) in samples.enumerated() where sample != 0 {
      if let last = ranges.last, last.upperBound == frame {
        ranges[ranges.count - 1] = last.lowerBound..<frame + 1
      } else {
        ranges.append(frame..<frame + 1)
      }
    }
    return ranges
  }

  @Test("slices land on their frames, whatever the blocks", arguments: [1, 7, 512, 1_000])
  func frames(_ block: Int) throws {
    try VirtualClock().run {
      let unit = try player()
      let starts = [0.0, 3, 512, 517, 1_000, 2_345]
      let slices = starts.map { TestSlice([1], at: $0) }
      for slice in slices { #expect(slice.schedule(unit) == noErr) }
      #expect(unit.startPlayer(at: 100) == noErr)
      let samples = unit.render(blocks: Array(repeating: block, count: 3_000 / block))
      #expect(samples[0].indices.filter { samples[0][$0] != 0 } == starts.map { Int($0) + 100 })
      #expect(samples[1].indices.filter { samples[1][$0] == -1 } == starts.map { Int($0) + 100 })
      letOthersRun()
      #expect(slices.allSatisfy { $0.completionCount == 1 })
      #expect(
        slices.allSatisfy {
          $0.flags == [.scheduledAudioSliceFlag_BeganToRender, .scheduledAudioSliceFlag_Complete]
        })
    }
  }

  @Test("nothing plays before the start, which the next slice can be")
  func start() throws {
    try VirtualClock().run {
      let unit = try player()
      let slice = TestSlice(ones(100), at: 10)
      #expect(slice.schedule(unit) == noErr)
      #expect(unit.playTime == -1)
      #expect(sounding(unit.render(500).samples[0]).isEmpty)
      #expect(slice.flags.isEmpty)
      #expect(unit.startPlayer() == noErr)
      #expect(sounding(unit.render(500, at: 500).samples[0]) == [10..<110])
      #expect(unit.playTime == 500)
      // A new timeline.
      #expect(TestSlice(ones(5), at: 20).schedule(unit) == noErr)
      #expect(unit.startPlayer(at: 1_100) == noErr)
      #expect(sounding(unit.render(500, at: 1_000).samples[0]) == [120..<125])
      #expect(unit.playTime == 400)
    }
  }

  @Test("a time of the machine starts the player at its frame")
  func hostTime() throws {
    try VirtualClock().run {
      let unit = try player()
      let slice = TestSlice(ones(10), at: 0)
      #expect(slice.schedule(unit) == noErr)
      var time = AudioTimeStamp()
      time.mHostTime = AudioConvertNanosToHostTime(1_000_000_000)
      time.mFlags = .hostTimeValid
      #expect(unit.set(kAudioUnitProperty_ScheduleStartTimeStamp, time) == noErr)
      // 441 frames, or 10 ms, before the time.
      let source = try TestUnit(kAudioUnitSubType_GenericOutput)
      #expect(source.connect(unit) == noErr)
      var frames: [Float] = []
      let list = AudioBufferList.allocate(maximumBuffers: 2)
      defer { free(list.unsafeMutablePointer) }
      for index in 0..<4 {
        for channel in 0..<2 {
          list[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 800, mData: nil)
        }
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = Double(200 * index)
        let late = Double(200 * index) / 44_100 * 1e9
        stamp.mHostTime = AudioConvertNanosToHostTime(990_000_000 + UInt64(late))
        stamp.mFlags = [.sampleTimeValid, .hostTimeValid]
        #expect(
          AudioUnitRender(unit.unit, nil, &stamp, 0, 200, list.unsafeMutablePointer) == noErr)
        let data = try #require(list[0].mData?.assumingMemoryBound(to: Float.self))
        frames += UnsafeBufferPointer(start: data, count: 200)
      }
      #expect(sounding(frames) == [441..<451])
    }
  }

  @Test("late frames are left out, and a slice without a time follows")
  func late() throws {
    try VirtualClock().run {
      let unit = try player()
      #expect(unit.startPlayer(at: 0) == noErr)
      _ = unit.render(300)
      let late = TestSlice(ones(100), at: 250)
      let next = TestSlice(ones(50).map { 2 * $0 })
      let tooLate = TestSlice(ones(30), at: 10)
      for slice in [late, next, tooLate] { #expect(slice.schedule(unit) == noErr) }
      let samples = unit.render(300, at: 300).samples[0]
      #expect(samples == ones(50) + ones(50).map { 2 * $0 } + [Float](repeating: 0, count: 200))
      letOthersRun()
      #expect(late.flags.contains(.scheduledAudioSliceFlag_BeganToRenderLate))
      #expect(!next.flags.contains(.scheduledAudioSliceFlag_BeganToRenderLate))
      #expect(
        tooLate.flags == [
          .scheduledAudioSliceFlag_BeganToRenderLate, .scheduledAudioSliceFlag_Complete,
        ])
    }
  }

  @Test("a slice repeats until another one interrupts it, at once or after a round")
  func loops() throws {
    try VirtualClock().run {
      for atLoop in [false, true] {
        let unit = try player()
        let loop = TestSlice([1, 2, 3, 4], at: 0, .scheduledAudioSliceFlag_Loop)
        #expect(loop.schedule(unit) == noErr)
        #expect(unit.startPlayer(at: 0) == noErr)
        #expect(unit.render(6).samples[0] == [1, 2, 3, 4, 1, 2])
        let flag: AUScheduledAudioSliceFlags =
          atLoop ? .scheduledAudioSliceFlag_InterruptAtLoop : .scheduledAudioSliceFlag_Interrupt
        let last = TestSlice([9], at: atLoop ? nil : 7, flag)
        #expect(last.schedule(unit) == noErr)
        let expected: [Float] = atLoop ? [3, 4, 9, 0] : [3, 9, 0, 0]
        #expect(unit.render(4, at: 6).samples[0] == expected)
        letOthersRun()
        #expect(loop.completionCount == 1)
        #expect(last.completionCount == 1)
      }
    }
  }

  @Test("a reset completes all slices and ends the timeline; so does the end of the unit")
  func reset() throws {
    try VirtualClock().run {
      let unit = try player()
      let slices = [TestSlice(ones(1_000), at: 0), TestSlice(ones(1_000), at: 2_000)]
      for slice in slices { #expect(slice.schedule(unit) == noErr) }
      #expect(unit.startPlayer(at: 0) == noErr)
      _ = unit.render(100)
      #expect(AudioUnitReset(unit.unit, kAudioUnitScope_Global, 0) == noErr)
      #expect(slices.allSatisfy { $0.completionCount == 1 })
      #expect(!slices[1].flags.contains(.scheduledAudioSliceFlag_BeganToRender))
      #expect(sounding(unit.render(100, at: 100).samples[0]).isEmpty)
      #expect(unit.playTime == -1)
      let last = TestSlice(ones(10), at: 0)
      #expect(last.schedule(unit) == noErr)
      #expect(unit.startPlayer() == noErr)
      #expect(sounding(unit.render(5, at: 200).samples[0]) == [0..<5])
      unit.dispose()
      #expect(last.completionCount == 1)
    }
  }

  @Test("16-bit slices are converted")
  func integers() throws {
    let unit = try TestUnit(
      kAudioUnitSubType_ScheduledSoundPlayer, type: kAudioUnitType_Generator)
    #expect(unit.setFormat(UnitFormats.int16(), kAudioUnitScope_Output) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    let slice = TestSlice([0, 0], at: 0)
    var list = AudioBufferList()
    list.mNumberBuffers = 1
    var samples: [Int16] = [16_384, -16_384, 8_192, -8_192]
    samples.withUnsafeMutableBytes { bytes in
      list.mBuffers = AudioBuffer(
        mNumberChannels: 2, mDataByteSize: 8, mData: bytes.baseAddress)
      withUnsafeMutablePointer(to: &list) { pointer in
        slice.slice.pointee.mBufferList = pointer
        #expect(slice.schedule(unit) == noErr)
      }
    }
    let output = try TestUnit(kAudioUnitSubType_AUConverter, type: kAudioUnitType_FormatConverter)
    #expect(output.connect(unit) == noErr)
    #expect(output.setFormat(UnitFormats.float(), kAudioUnitScope_Output) == noErr)
    #expect(AudioUnitInitialize(output.unit) == noErr)
    #expect(unit.startPlayer() == noErr)
    #expect(output.render(3).samples == [[0.5, 0.25, 0], [-0.5, -0.25, 0]])
  }

  @Test("slices that cannot play are refused")
  func refused() throws {
    let unit = try TestUnit(
      kAudioUnitSubType_ScheduledSoundPlayer, type: kAudioUnitType_Generator)
    let slice = TestSlice(ones(10), at: 0)
    #expect(slice.schedule(unit) == kAudioUnitErr_Uninitialized)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    slice.slice.pointee.mNumberFrames = 11
    #expect(slice.schedule(unit) == kAudioUnitErr_InvalidPropertyValue)
    slice.slice.pointee.mNumberFrames = 0
    #expect(slice.schedule(unit) == kAudioUnitErr_InvalidPropertyValue)
    slice.slice.pointee.mNumberFrames = 10
    slice.slice.pointee.mTimeStamp.mSampleTime = .nan
    #expect(slice.schedule(unit) == kAudioUnitErr_InvalidPropertyValue)
    #expect(unit.set(kAudioUnitProperty_ScheduleAudioSlice, UInt32(0)) == -10_851)
    #expect(unit.set(kAudioUnitProperty_ScheduleStartTimeStamp, AudioTimeStamp()) == -10_851)
    #expect(unit.get(kAudioUnitProperty_ElementCount, UInt32(9), kAudioUnitScope_Input).value == 0)
    #expect(
      unit.set(kAudioUnitProperty_ElementCount, UInt32(1), kAudioUnitScope_Input) != noErr)
  }
}
