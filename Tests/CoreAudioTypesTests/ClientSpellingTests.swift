// Only the imports of a program for Apple's systems.
import CoreAudioTypes
import Foundation
import Testing

/// The names of CoreFoundation and of C, exactly as clients write them.
@Suite struct ClientSpellingTests {
  @Test func castsBetweenFoundationAndCoreFoundation() {
    let url = URL(fileURLWithPath: "/music/song.mp3") as CFURL
    #expect(url.path == "/music/song.mp3")
    let text = "song" as CFString
    #expect(text as String == "song")
    let dictionary = ["title": "Song"] as CFDictionary
    #expect((dictionary as? [String: String])?["title"] == "Song")
    #expect((["a", "b"] as CFArray).count == 2)
    #expect((Data([1, 2]) as CFData).length == 2)
    #expect((7 as CFNumber).intValue == 7)
  }

  @Test func booleansOfCConvert() {
    var written: DarwinBoolean = false
    #expect(!written.boolValue)
    withUnsafeMutableBytes(of: &written) { $0[0] = 1 }
    #expect(written.boolValue && written == true && written == DarwinBoolean(true))
    #expect("\(written)" == "true")
    #expect(MemoryLayout<DarwinBoolean>.size == 1)
  }

  @Test func noErrIsAStatus() {
    let status: OSStatus = noErr
    #expect(status == kAudio_NoError)
  }

  @Test func runLoopsHaveModes() {
    CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0, false)
    let result = CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0, false)
    #expect(result == .timedOut || result == .finished)
    #expect(CFRunLoopMode.commonModes.rawValue as String == "kCFRunLoopCommonModes")
    #expect(RunLoop.main.getCFRunLoop() === CFRunLoopGetMain())
    #expect(RunLoop.current.getCFRunLoop() === CFRunLoopGetCurrent())
  }

  @Test func aRunLoopIsFoundFromAnotherThread() throws {
    final class Found: @unchecked Sendable {
      var loop: RunLoop?
      var core: CFRunLoop?
    }
    let found = Found()
    let ready = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      found.loop = RunLoop.current
      found.core = CFRunLoopGetCurrent()
      ready.signal()
      done.wait()
    }
    thread.start()
    ready.wait()
    #expect(found.loop?.getCFRunLoop() === found.core)
    done.signal()
  }

  @Test func bytesSwap() {
    #expect(CFSwapInt32HostToBig(0x0102_0304) == UInt32(0x0102_0304).bigEndian)
  }

  @Test func hostTimeRunsForward() {
    let first = AudioGetCurrentHostTime()
    var second = AudioGetCurrentHostTime()
    while second == first { second = AudioGetCurrentHostTime() }
    #expect(second > first)
    #expect(AudioConvertHostTimeToNanos(AudioConvertNanosToHostTime(1_000_000)) == 1_000_000)
    #expect(AudioGetHostClockFrequency() == 1e9)
    #expect(AudioGetHostClockMinimumTimeDelta() >= 1)
  }

  @Test func structuresKeepStrings() {
    let name = "Verse" as CFString
    var marker = AudioFileMarker(
      mFramePosition: 44_100, mName: Unmanaged.passUnretained(name), mMarkerID: 1,
      mSMPTETime: AudioFile_SMPTE_Time(), mType: kAudioFileMarkerType_Generic, mReserved: 0,
      mChannel: 0)
    #expect(marker.mName?.takeUnretainedValue() === name)
    marker.mName = nil
    #expect(marker.mName == nil)
    let region = AudioFileRegion(
      mRegionID: 1, mName: Unmanaged.passUnretained(name), mFlags: [.loopEnable, .playForward],
      mNumberMarkers: 1, mMarkers: marker)
    #expect(region.mName.takeUnretainedValue() === name)
    let assignment = AudioQueueChannelAssignment(
      mDeviceUID: Unmanaged.passUnretained(name), mChannelNumber: 2)
    #expect(assignment.mDeviceUID.takeUnretainedValue() === name)
  }

  @Test func markerListsHaveSizes() {
    #expect(NumAudioFileMarkersToNumBytes(3) == 128)
    #expect(NumBytesToNumAudioFileMarkers(128) == 3)
    #expect(NumBytesToNumAudioFileMarkers(7) == 0)
    #expect(AudioChannelLayoutTag_GetNumberOfChannels(kAudioChannelLayoutTag_MPEG_5_1_A) == 6)
  }

  @Test func regionsFollowEachOther() {
    let name = "Verse" as CFString
    let region = AudioFileRegion(
      mRegionID: 1, mName: Unmanaged.passUnretained(name), mFlags: [], mNumberMarkers: 2,
      mMarkers: AudioFileMarker())
    withUnsafePointer(to: region) { pointer in
      let next = NextAudioFileRegion(pointer)
      let distance: Int = UnsafeRawPointer(next) - UnsafeRawPointer(pointer)
      #expect(distance == 104)
    }
  }
}
