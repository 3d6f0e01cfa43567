import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueueInputErrorTests {
  @Test func invalidBuffersAreRefused() throws {
    let queue = try TestInputQueue(.null)
    let other = try TestInputQueue(.null)
    let buffer = try queue.enqueue(capacity: 400)
    #expect(
      AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil) == kAudioQueueErr_BufferEnqueuedTwice)
    #expect(AudioQueueFreeBuffer(queue.queue, buffer) == kAudioQueueErr_BufferInQueue)
    #expect(AudioQueueEnqueueBuffer(other.queue, buffer, 0, nil) == kAudioQueueErr_InvalidBuffer)
    var small: AudioQueueBufferRef?
    #expect(AudioQueueAllocateBuffer(queue.queue, 1, &small) == 0)
    #expect(AudioQueueEnqueueBuffer(queue.queue, try #require(small), 0, nil) == kAudio_ParamError)
    // Stopped before the first frame.
    #expect(AudioQueueStop(queue.queue, true) == 0)
    #expect(queue.returned.map(\.buffer) == [buffer])
    #expect(AudioQueueFreeBuffer(queue.queue, buffer) == 0)
    #expect(AudioQueueFreeBuffer(queue.queue, buffer) == kAudioQueueErr_InvalidBuffer)
    AudioQueueDispose(queue.queue, true)
    AudioQueueDispose(other.queue, true)
  }

  @Test func aStoppingQueueRefusesBuffers() throws {
    let queue = try TestInputQueue(.null) { queue, buffer in
      queue.refusals.append(AudioQueueEnqueueBuffer(queue.queue, buffer, 0, nil))
    }
    try queue.enqueue(capacity: 2 * 400_000)
    AudioQueueStart(queue.queue, nil)
    AudioQueueStop(queue.queue, true)
    #expect(queue.refusals == [kAudioQueueErr_EnqueueDuringReset])
    let later = try queue.enqueue(capacity: 2 * 400_000)
    AudioQueueStart(queue.queue, nil)
    AudioQueueStop(queue.queue, false)
    #expect(
      AudioQueueEnqueueBuffer(queue.queue, later, 0, nil) == kAudioQueueErr_EnqueueDuringReset)
    #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_CannotStartYet)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func callsForPlaybackAreRefused() throws {
    let queue = try TestInputQueue(.null)
    let wrong = kAudioQueueErr_InvalidQueueType
    var value: Float32 = 0
    #expect(AudioQueuePrime(queue.queue, 0, nil) == wrong)
    #expect(AudioQueueGetParameter(queue.queue, kAudioQueueParam_Volume, &value) == wrong)
    #expect(AudioQueueSetParameter(queue.queue, kAudioQueueParam_Volume, 1) == wrong)
    var made: AudioQueueBufferRef?
    AudioQueueAllocateBuffer(queue.queue, 400, &made)
    let buffer = try #require(made)
    #expect(
      AudioQueueEnqueueBufferWithParameters(
        queue.queue, buffer, 0, nil, 1, 0, 0, nil, nil, nil) == wrong)
    var time = AudioTimeStamp()
    #expect(
      AudioQueueEnqueueBufferWithParameters(
        queue.queue, buffer, 0, nil, 0, 0, 0, nil, &time, nil) == wrong)
    var bytes: UInt32 = 0
    #expect(
      AudioQueueSetProperty(queue.queue, kAudioQueueProperty_MagicCookie, &bytes, 4) == wrong)
    #expect(queue.number(kAudioQueueProperty_DecodeBufferSizeFrames) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func unusableDevicesAreRefused() throws {
    let queue = try TestInputQueue(.file(path: "/nonexistent/sound.wav"))
    #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_CannotStart)
    func set(_ name: String) -> OSStatus {
      let text = name as NSString
      var reference = Unmanaged.passUnretained(text).toOpaque()
      return withExtendedLifetime(text) {
        AudioQueueSetProperty(queue.queue, kAudioQueueProperty_CurrentDevice, &reference, 8)
      }
    }
    #expect(set("speaker") == kAudioQueueErr_InvalidDevice)
    #expect(set("offline:/tmp/file.wav") == kAudioQueueErr_InvalidDevice)
    let file = try InputFile(frames: 2000)
    #expect(set("file:\(file.url.path)") == 0)
    var name: Unmanaged<NSString>?
    var size = UInt32(MemoryLayout<Unmanaged<NSString>?>.size)
    #expect(
      AudioQueueGetProperty(queue.queue, kAudioQueueProperty_CurrentDevice, &name, &size) == 0)
    #expect(name?.takeRetainedValue() as String? == "file:\(file.url.path)")
    try queue.enqueue(capacity: 4000)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(set("null") == kAudioQueueErr_InvalidRunState)
    try queue.waitForBuffers(1)
    #expect(queue.samples == InputFile.samples(2000))
    AudioQueueDispose(queue.queue, true)
  }

  @Test func missingArgumentsAreRefused() {
    var format = TestInputQueue.format()
    var queue: AudioQueueRef?
    #expect(
      AudioQueueNewInput(&format, { _, _, _, _, _, _ in }, nil, nil, nil, 1, &queue)
        == kAudio_ParamError)
    #expect(queue == nil)
  }
}
