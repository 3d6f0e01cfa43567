import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueueErrorTests {
  @Test func invalidBuffersAreRefused() throws {
    let queue = try TestQueue(.null)
    let other = try TestQueue(.null)
    let buffer = try queue.buffer(capacity: 400)
    #expect(AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == kAudioQueueErr_BufferEmpty)
    buffer.pointee.mAudioDataByteSize = 401
    #expect(AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == kAudio_ParamError)
    buffer.pointee.mAudioDataByteSize = 400
    #expect(AudioQueueEnqueueBuffer(other.queue, buffer, 0, nil) == kAudioQueueErr_InvalidBuffer)
    #expect(AudioQueueFreeBuffer(other.queue, buffer) == kAudioQueueErr_InvalidBuffer)
    #expect(AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == 0)
    #expect(
      AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == kAudioQueueErr_BufferEnqueuedTwice)
    #expect(AudioQueueFreeBuffer(queue.queue, buffer) == kAudioQueueErr_BufferInQueue)
    #expect(AudioQueueStop(queue.queue, true) == 0)
    #expect(AudioQueueFreeBuffer(queue.queue, buffer) == 0)
    #expect(AudioQueueFreeBuffer(queue.queue, buffer) == kAudioQueueErr_InvalidBuffer)
    AudioQueueDispose(queue.queue, true)
    AudioQueueDispose(other.queue, true)
  }

  #if MPG123
    @Test func invalidDescriptionsAreRefused() throws {
      var format = AudioStreamBasicDescription()
      format.mSampleRate = 44100
      format.mFormatID = kAudioFormatMPEGLayer3
      format.mChannelsPerFrame = 2
      format.mFramesPerPacket = 1152
      let queue = try TestQueue(.null, format: format)
      let buffer = try queue.buffer(capacity: 100)
      buffer.pointee.mAudioDataByteSize = 100
      #expect(AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == kAudio_ParamError)
      let bad: [(Int64, UInt32)] = [(-1, 10), (0, 101), (101, 0), (100, 1), (.max, 1)]
      for (offset, size) in bad {
        var description = AudioStreamPacketDescription(
          mStartOffset: offset, mVariableFramesInPacket: 0, mDataByteSize: size)
        #expect(AudioQueueEnqueueBuffer(queue.queue, buffer, 1, &description) == kAudio_ParamError)
      }
      AudioQueueDispose(queue.queue, true)
    }
  #endif

  @Test func invalidPropertiesAreRefused() throws {
    let queue = try TestQueue(.null)
    var value: UInt64 = 0
    var size: UInt32 = 3
    #expect(
      AudioQueueGetProperty(queue.queue, kAudioQueueProperty_IsRunning, &value, &size)
        == kAudioQueueErr_InvalidPropertySize)
    size = 8
    for property in [
      0, kAudioQueueProperty_ChannelAssignments, kAudioQueueProperty_CurrentLevelMeter,
      kAudioQueueProperty_MagicCookie,
    ] {
      #expect(
        AudioQueueGetProperty(queue.queue, property, &value, &size)
          == kAudioQueueErr_InvalidProperty)
      #expect(
        AudioQueueGetPropertySize(queue.queue, property, &size) == kAudioQueueErr_InvalidProperty)
    }
    #expect(
      AudioQueueSetProperty(queue.queue, kAudioQueueProperty_IsRunning, &value, 4)
        == kAudioQueueErr_InvalidProperty)
    #expect(
      AudioQueueSetProperty(queue.queue, kAudioQueueProperty_EnableLevelMetering, &value, 3)
        == kAudioQueueErr_InvalidPropertySize)
    var description = AudioStreamBasicDescription()
    #expect(
      AudioQueueGetPropertySize(queue.queue, kAudioQueueProperty_StreamDescription, &size) == 0)
    #expect(size == 40)
    AudioQueueGetProperty(
      queue.queue, kAudioQueueProperty_StreamDescription, &description, &size)
    #expect(description.mSampleRate == 44100 && description.mBytesPerFrame == 4)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func invalidParametersAreRefused() throws {
    let queue = try TestQueue(.null)
    var value: Float32 = 9
    for (parameter, expected) in [
      (kAudioQueueParam_Volume, 1), (kAudioQueueParam_PlayRate, 1), (kAudioQueueParam_Pitch, 0),
      (kAudioQueueParam_VolumeRampTime, 0), (kAudioQueueParam_Pan, Float32(0)),
    ] {
      #expect(AudioQueueGetParameter(queue.queue, parameter, &value) == 0)
      #expect(value == expected)
      #expect(AudioQueueSetParameter(queue.queue, parameter, .nan) == kAudio_ParamError)
      #expect(AudioQueueSetParameter(queue.queue, parameter, 9999) == kAudio_ParamError)
    }
    #expect(AudioQueueGetParameter(queue.queue, 99, &value) == kAudioQueueErr_InvalidParameter)
    #expect(AudioQueueSetParameter(queue.queue, 99, 0) == kAudioQueueErr_InvalidParameter)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func unplayableFormatsAreRefused() {
    var planar = TestQueue.format(channelCount: 2)
    planar.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
    var unknown = TestQueue.format()
    unknown.mFormatID = 0x3F3F_3F3F
    var silent = TestQueue.format()
    silent.mChannelsPerFrame = 0
    // A small file can state this format, and a second of it would take gigabytes.
    let wide = TestQueue.format(channelCount: 32_767)
    for var format in [planar, unknown, silent, wide, AudioStreamBasicDescription()] {
      var queue: AudioQueueRef?
      let status = AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &queue)
      #expect(status == kAudioConverterErr_FormatNotSupported)
      #expect(queue == nil)
    }
  }

  @Test func anUnreachableStartTimeIsRefused() throws {
    let queue = try TestQueue(.null)
    var time = AudioTimeStamp()
    time.mSampleTime = 9e14
    time.mFlags = .sampleTimeValid
    #expect(AudioQueueStart(queue.queue, &time) == kAudio_ParamError)
    AudioQueueDispose(queue.queue, true)
  }

  #if LibAV
    @Test func anInvalidConfigurationIsRefused() throws {
      var format = AudioStreamBasicDescription()
      format.mSampleRate = 44100
      format.mFormatID = kAudioFormatMPEG4AAC
      format.mChannelsPerFrame = 2
      format.mFramesPerPacket = 1024
      let queue = try TestQueue(.null, format: format)
      let cookie: [UInt8] = [0xFF, 0xFF, 0xFF]
      AudioQueueSetProperty(queue.queue, kAudioQueueProperty_MagicCookie, cookie, 3)
      let buffer = try queue.buffer(capacity: 64)
      buffer.pointee.mAudioDataByteSize = 64
      var packet = AudioStreamPacketDescription(
        mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 64)
      #expect(AudioQueueEnqueueBuffer(queue.queue, buffer, 1, &packet) == 0)
      for _ in 0..<2 {
        #expect(AudioQueuePrime(queue.queue, 0, nil) == kAudioQueueErr_InvalidCodecAccess)
        #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_InvalidCodecAccess)
        #expect(!queue.isRunning)
      }
      AudioQueueStop(queue.queue, true)
      #expect(queue.returned == [buffer])
      AudioQueueDispose(queue.queue, true)
    }
  #endif

  @Test func theEndOfAQueueIsReportedOnItsRunLoop() throws {
    let queue = try TestQueue(.null, runLoop: CFRunLoopGetCurrent())
    let buffer = try queue.enqueue(samples(0..<4410))
    AudioQueueStart(queue.queue, nil)
    AudioQueueDispose(queue.queue, false)
    let deadline = Date(timeIntervalSinceNow: 60)
    while AudioQueuePause(queue.queue) != kAudio_ParamError, Date() < deadline {
      CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0.05, true)
    }
    #expect(queue.returned == [buffer])
    // One for the start and one for the stop. The queue is gone, so their values are unavailable.
    #expect(queue.running.count == 2)
  }

  @Test func stoppedAndDisposedQueuesRefuseCalls() throws {
    let queue = try TestQueue(.null)
    var time = AudioTimeStamp()
    #expect(
      AudioQueueGetCurrentTime(queue.queue, nil, &time, nil) == kAudioQueueErr_InvalidRunState)
    #expect(AudioQueueDeviceGetCurrentTime(queue.queue, &time) == kAudioQueueErr_InvalidRunState)
    try queue.enqueue(samples(0..<44100))
    // Prevents an end by itself, even on a slow machine.
    time = AudioTimeStamp()
    time.mHostTime = AudioGetCurrentHostTime() + 3_600_000_000_000
    time.mFlags = .hostTimeValid
    #expect(AudioQueueStart(queue.queue, &time) == 0)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    AudioQueueStop(queue.queue, false)
    #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_CannotStartYet)
    #expect(AudioQueueDispose(queue.queue, false) == 0)
    #expect(AudioQueuePause(queue.queue) == kAudioQueueErr_DisposalPending)
    var value: UInt32 = 0
    var size: UInt32 = 4
    #expect(
      AudioQueueGetProperty(queue.queue, kAudioQueueProperty_IsRunning, &value, &size)
        == kAudioQueueErr_DisposalPending)
    #expect(AudioQueueDispose(queue.queue, false) == kAudioQueueErr_DisposalPending)
    #expect(AudioQueueDispose(queue.queue, true) == 0)
    #expect(AudioQueueDispose(queue.queue, true) == kAudio_ParamError)
  }

  @Test func aMissingDeviceIsAnError() throws {
    let queue = try TestQueue(.offline(path: "/nonexistent/folder/file.wav"))
    let buffer = try queue.enqueue(samples(0..<100))
    #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_CannotStart)
    #expect(!queue.isRunning)
    AudioQueueStop(queue.queue, true)
    #expect(queue.returned == [buffer])
    AudioQueueDispose(queue.queue, true)
  }
}
