import AudioRealtime
import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

/// A slice of a client: frames, and the structure that describes them.
final class TestSlice {
  let slice: UnsafeMutablePointer<ScheduledAudioSlice>
  private let list: UnsafeMutableAudioBufferListPointer
  private let memory: UnsafeMutablePointer<Float>
  private let completions = Mutex(0)

  /// Makes a slice of two channels.
  ///
  /// - Parameters:
  ///   - samples: The samples of the first channel; the second one has their negatives.
  ///   - frame: The frame of the player; `nil` for none.
  ///   - flags: How the slice plays.
  init(_ samples: [Float], at frame: Double? = nil, _ flags: AUScheduledAudioSliceFlags = []) {
    let count = samples.count
    memory = .allocate(capacity: 2 * count)
    list = AudioBufferList.allocate(maximumBuffers: 2)
    for (index, sample) in samples.enumerated() {
      (memory[index], memory[count + index]) = (sample, -sample)
    }
    for channel in 0..<2 {
      list[channel] = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(4 * count), mData: memory + channel * count)
    }
    slice = .allocate(capacity: 1)
    memset(slice, 0, MemoryLayout<ScheduledAudioSlice>.size)
    slice.pointee.mBufferList = list.unsafeMutablePointer
    slice.pointee.mNumberFrames = UInt32(count)
    slice.pointee.mFlags = flags
    if let frame {
      slice.pointee.mTimeStamp.mSampleTime = frame
      slice.pointee.mTimeStamp.mFlags = .sampleTimeValid
    }
    slice.pointee.mCompletionProcUserData = Unmanaged.passUnretained(self).toOpaque()
    slice.pointee.mCompletionProc = { data, slice in
      guard let data else { return }
      let owner = Unmanaged<TestSlice>.fromOpaque(data).takeRetainedValue()
      #expect(slice == owner.slice)
      #expect(slice.pointee.mFlags.contains(.scheduledAudioSliceFlag_Complete))
      owner.completions.withLock { $0 += 1 }
    }
  }

  deinit {
    free(list.unsafeMutablePointer)
    memory.deallocate()
    slice.deallocate()
  }

  var flags: AUScheduledAudioSliceFlags { slice.pointee.mFlags }
  var completionCount: Int { completions.withLock { $0 } }

  /// Schedules the slice, which lives until it is complete.
  func schedule(_ unit: TestUnit) -> OSStatus {
    let kept = Unmanaged.passRetained(self)
    let status = AudioUnitSetProperty(
      unit.unit, kAudioUnitProperty_ScheduleAudioSlice, kAudioUnitScope_Global, 0, slice,
      UInt32(MemoryLayout<ScheduledAudioSlice>.size))
    if status != noErr { kept.release() }
    return status
  }
}

extension TestUnit {
  /// Starts a player at a frame of the unit.
  func startPlayer(at frame: Double = -1) -> OSStatus {
    var time = AudioTimeStamp()
    (time.mSampleTime, time.mFlags) = (frame, .sampleTimeValid)
    return set(kAudioUnitProperty_ScheduleStartTimeStamp, time)
  }

  /// The frame of the player.
  var playTime: Double {
    let time = self.get(kAudioUnitProperty_CurrentPlayTime, AudioTimeStamp()).value
    return time.mSampleTime
  }
}

/// Lets other threads of the virtual clock run.
func letOthersRun() { VirtualClock.sleep(nanoseconds: 1_000_000) }

/// A file that a player plays, and what the player reports.
final class TestRegionFile {
  let file: AudioFileID
  private let results = Mutex<[OSStatus]>([])

  /// Writes a WAVE file of 16-bit samples, one channel, and opens it.
  init(_ folder: TemporaryFolder, rate: Double, _ samples: [Int16]) throws {
    let url = folder.url.appendingPathComponent("\(samples.count)-\(rate).wav")
    var format = UnitFormats.int16(rate, 1)
    var created: AudioFileID?
    let options = AudioFileFlags.eraseFile
    #expect(
      AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, options, &created)
        == noErr)
    let writing = try #require(created)
    var count = UInt32(2 * samples.count)
    try samples.withUnsafeBytes { bytes in
      let start = try #require(bytes.baseAddress)
      #expect(AudioFileWriteBytes(writing, false, 0, &count, start) == noErr)
    }
    AudioFileClose(writing)
    var opened: AudioFileID?
    #expect(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
    file = try #require(opened)
  }

  deinit { AudioFileClose(file) }

  /// The results that the player has reported.
  var reports: [OSStatus] { results.withLock { $0 } }

  /// A region of the file.
  func region(
    at frame: Double? = 0, from start: Int64 = 0, _ count: UInt32 = .max, loops: UInt32 = 0
  ) -> ScheduledAudioFileRegion {
    var time = AudioTimeStamp()
    if let frame { (time.mSampleTime, time.mFlags) = (frame, .sampleTimeValid) }
    return ScheduledAudioFileRegion(
      mTimeStamp: time,
      mCompletionProc: { data, _, status in
        guard let data else { return }
        let file = Unmanaged<TestRegionFile>.fromOpaque(data).takeUnretainedValue()
        file.results.withLock { $0.append(status) }
      }, mCompletionProcUserData: Unmanaged.passUnretained(self).toOpaque(), mAudioFile: file,
      mLoopCount: loops, mStartFrame: start, mFramesToPlay: count)
  }
}
