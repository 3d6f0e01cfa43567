import AudioDevices
import AudioRealtime
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

/// The file player, on the virtual clock.
struct FilePlayerTests {
  private func player(_ file: TestRegionFile) throws -> TestUnit {
    let unit = try TestUnit(kAudioUnitSubType_AudioFilePlayer, type: kAudioUnitType_Generator)
    #expect(unit.set(kAudioUnitProperty_ScheduledFileIDs, file.file) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    return unit
  }

  private func schedule(_ unit: TestUnit, _ region: ScheduledAudioFileRegion) -> OSStatus {
    unit.set(kAudioUnitProperty_ScheduledFileRegion, region)
  }

  /// Samples that differ from frame to frame.
  private let ramp = (0..<30_000).map { Int16($0 % 20_000) }

  private func floats(_ samples: some Sequence<Int16>) -> [Float] {
    samples.map { Float($0) / 32_768 }
  }

  private let silence: (Int) -> [Float] = { Array(repeating: 0, count: $0) }

  @Test("regions play at their frames, as often as wanted", arguments: [0, 1, 20_000])
  func regions(_ prime: UInt32) throws {
    let folder = try TemporaryFolder()
    try VirtualClock().run {
      let file = try TestRegionFile(folder, rate: 44_100, ramp)
      let unit = try player(file)
      #expect(schedule(unit, file.region(at: 100, from: 5_000, 3_000, loops: 1)) == noErr)
      #expect(schedule(unit, file.region(at: nil, from: 29_000)) == noErr)
      #expect(schedule(unit, file.region(at: 10_000, from: 10, 10)) == noErr)
      #expect(unit.set(kAudioUnitProperty_ScheduledFilePrime, prime) == noErr)
      // Everything is decoded while the clock runs.
      letOthersRun()
      #expect(unit.startPlayer() == noErr)
      let samples = unit.render(blocks: Array(repeating: 1_000, count: 12))
      let twice = floats(ramp[5_000..<8_000]) + floats(ramp[5_000..<8_000])
      let expected =
        silence(100) + twice + floats(ramp[29_000...]) + silence(2_900)
        + floats(ramp[10..<20]) + silence(1_990)
      #expect(samples[0] == expected)
      #expect(samples[1] == expected)
      #expect(unit.playTime == 12_000)
      letOthersRun()
      #expect(file.reports == [noErr, noErr, noErr])
    }
  }

  #if Soxr
    @Test("a file of another rate plays as long as before")
    func rates() throws {
      let folder = try TemporaryFolder()
      try VirtualClock().run {
        let file = try TestRegionFile(folder, rate: 22_050, Array(repeating: 8_192, count: 10_000))
        let unit = try player(file)
        #expect(unit.set(kAudioUnitProperty_OfflineRender, UInt32(1)) == noErr)
        #expect(schedule(unit, file.region(at: 0, from: 1_000, 5_000)) == noErr)
        #expect(unit.startPlayer() == noErr)
        let samples = unit.render(blocks: Array(repeating: 1_000, count: 12))[0]
        #expect(samples[..<10_000].allSatisfy { abs($0 - 0.25) < 0.02 })
        #expect(samples[10_000...].allSatisfy { $0 == 0 })
      }
    }
  #endif

  @Test("frames that are not decoded yet play later, and none is lost")
  func slowFile() throws {
    let folder = try TemporaryFolder()
    try VirtualClock().run {
      let file = try TestRegionFile(folder, rate: 44_100, ramp)
      let unit = try player(file)
      #expect(unit.set(kAudioUnitProperty_ScheduledFileBufferSizeFrames, UInt32(512)) == noErr)
      #expect(unit.set(kAudioUnitProperty_ScheduledFileNumberBuffers, UInt32(2)) == noErr)
      #expect(schedule(unit, file.region(at: 0)) == noErr)
      #expect(unit.startPlayer() == noErr)
      var heard: [Float] = []
      for block in 0..<200 {
        let samples = unit.render(1_000, at: Double(1_000 * block)).samples[0]
        heard += samples.filter { $0 != 0 }
        letOthersRun()
      }
      #expect(heard == floats(ramp.filter { $0 != 0 }))
      #expect(file.reports == [noErr])
    }
  }

  @Test("a reset and the end of the unit drop regions")
  func reset() throws {
    let folder = try TemporaryFolder()
    try VirtualClock().run {
      let file = try TestRegionFile(folder, rate: 44_100, ramp)
      let unit = try player(file)
      for _ in 0..<3 {
        #expect(schedule(unit, file.region(at: 0, loops: .max)) == noErr)
      }
      #expect(unit.set(kAudioUnitProperty_ScheduledFilePrime, UInt32(0)) == noErr)
      #expect(unit.startPlayer() == noErr)
      _ = unit.render(1_000)
      #expect(AudioUnitReset(unit.unit, kAudioUnitScope_Global, 0) == noErr)
      #expect(file.reports == [-128, -128, -128])
      #expect(unit.render(1_000, at: 1_000).samples[0] == silence(1_000))
      #expect(schedule(unit, file.region(at: 0)) == noErr)
      unit.dispose()
      #expect(file.reports.count == 4)
    }
  }

  @Test(
    "without a library that converts rates, a file of another rate is refused",
    .enabled(if: !UnitRates.canConvert))
  func refusesRates() throws {
    let folder = try TemporaryFolder()
    let file = try TestRegionFile(folder, rate: 22_050, [1, 2, 3])
    let unit = try player(file)
    #expect(schedule(unit, file.region()) == kAudioUnitErr_FormatNotSupported)
  }

  @Test("regions decode a limited number of frames ahead")
  func memory() throws {
    let folder = try TemporaryFolder()
    try VirtualClock().run {
      let file = try TestRegionFile(folder, rate: 44_100, ramp)
      let unit = try player(file)
      let (frames, count) = (
        kAudioUnitProperty_ScheduledFileBufferSizeFrames,
        kAudioUnitProperty_ScheduledFileNumberBuffers
      )
      #expect(unit.set(frames, UInt32(1 << 20)) == noErr)
      #expect(unit.set(count, UInt32(5)) == kAudioUnitErr_InvalidPropertyValue)
      #expect(unit.get(count, UInt32(0)).value == 4)
      // A short region needs no memory for a long one.
      for _ in 0..<100 { #expect(schedule(unit, file.region(10)) == noErr) }
      var statuses: [OSStatus] = []
      for _ in 0..<9 { statuses.append(schedule(unit, file.region(loops: .max))) }
      #expect(statuses.prefix(7).allSatisfy { $0 == noErr })
      #expect(statuses.last == kAudio_MemFullError)
      #expect(AudioUnitReset(unit.unit, kAudioUnitScope_Global, 0) == noErr)
      #expect(schedule(unit, file.region(loops: .max)) == noErr)
    }
  }

  @Test("regions that cannot play are refused")
  func refused() throws {
    let folder = try TemporaryFolder()
    let file = try TestRegionFile(folder, rate: 44_100, [1, 2, 3])
    let unit = try TestUnit(kAudioUnitSubType_AudioFilePlayer, type: kAudioUnitType_Generator)
    #expect(schedule(unit, file.region()) == kAudioUnitErr_Uninitialized)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    #expect(unit.set(kAudioUnitProperty_ScheduledFilePrime, UInt32(10)) == noErr)
    #expect(schedule(unit, file.region()) == kAudioUnitErr_FileNotSpecified)
    #expect(unit.set(kAudioUnitProperty_ScheduledFileIDs, UInt(0x1234)) == -38)
    #expect(unit.set(kAudioUnitProperty_ScheduledFileIDs, file.file) == noErr)
    #expect(schedule(unit, file.region(from: -1)) == kAudioUnitErr_InvalidPropertyValue)
    #expect(schedule(unit, file.region(0)) == kAudioUnitErr_InvalidPropertyValue)
    #expect(unit.set(kAudioUnitProperty_ScheduledFileNumberBuffers, UInt32(0)) == -10_851)
    #expect(unit.get(kAudioUnitProperty_ScheduledFileNumberBuffers, UInt32(0)).value == 4)
  }

  @Test("a graph plays a file on a device")
  func graph() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("graph.wav").path
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.offline(path: path)])) {
        let file = try TestRegionFile(folder, rate: 44_100, ramp)
        let output = try TestUnit(kAudioUnitSubType_DefaultOutput)
        let unit = try TestUnit(kAudioUnitSubType_AudioFilePlayer, type: kAudioUnitType_Generator)
        #expect(output.connect(unit) == noErr)
        #expect(unit.set(kAudioUnitProperty_ScheduledFileIDs, file.file) == noErr)
        #expect(AudioUnitInitialize(unit.unit) == noErr)
        #expect(AudioUnitInitialize(output.unit) == noErr)
        #expect(schedule(unit, file.region()) == noErr)
        #expect(unit.set(kAudioUnitProperty_ScheduledFilePrime, UInt32(0)) == noErr)
        #expect(unit.startPlayer() == noErr)
        #expect(AudioOutputUnitStart(output.unit) == noErr)
        VirtualClock.sleep(nanoseconds: 1_000_000_000)
        #expect(AudioOutputUnitStop(output.unit) == noErr)
      }
    }
    let (rate, samples) = try OutputUnitTests.read(URL(fileURLWithPath: path))
    #expect(rate == 44_100)
    #expect(samples.count == 2)
    #expect(samples.allSatisfy { Array($0.prefix(30_000)) == floats(ramp) })
    #expect(samples.allSatisfy { $0.dropFirst(30_000).allSatisfy { $0 == 0 } })
  }
}
