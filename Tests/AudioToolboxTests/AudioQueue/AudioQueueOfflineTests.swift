import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct AudioQueueOfflineTests {
  private func format(
    rate: Double = 44100, flags: AudioFormatFlags = kAudioFormatFlagIsFloat, bits: UInt32 = 32,
    channelCount: UInt32 = 1
  ) -> AudioStreamBasicDescription {
    let bytes = bits / 8 * channelCount
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: flags | kAudioFormatFlagIsPacked, mBytesPerPacket: bytes, mFramesPerPacket: 1,
      mBytesPerFrame: bytes, mChannelsPerFrame: channelCount, mBitsPerChannel: bits, mReserved: 0)
  }

  private func set(_ queue: TestQueue, _ format: AudioStreamBasicDescription) -> OSStatus {
    var format = format
    return AudioQueueSetOfflineRenderFormat(queue.queue, &format, nil)
  }

  /// Renders once, and returns the bytes.
  private func render(
    _ queue: TestQueue, _ buffer: AudioQueueBufferRef, _ frames: Int
  ) -> [UInt8] {
    var time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    #expect(AudioQueueOfflineRender(queue.queue, &time, buffer, UInt32(frames)) == 0)
    return Array(
      UnsafeRawBufferPointer(
        start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize)))
  }

  @Test func everySampleIsRenderedInOrder() throws {
    let queue = try TestQueue(.null)
    #expect(set(queue, format()) == 0)
    let buffer = try queue.buffer(capacity: 4 * 5000)
    try queue.enqueue(samples(0..<70_000))
    #expect(AudioQueueStart(queue.queue, nil) == 0 && queue.isRunning)
    #expect(render(queue, buffer, 0).isEmpty)
    var rendered = LittleEndian.float(render(queue, buffer, 123))
    #expect(rendered.count == 123 && queue.time == 123)
    // The request exceeds the buffer.
    while case let some = LittleEndian.float(render(queue, buffer, 1 << 20)), !some.isEmpty {
      #expect(some.count <= 5000)
      rendered += some
    }
    #expect(firstDifference(rendered, samples(0..<70_000)) == nil)
    try queue.enqueue(samples(70_000..<71_000))
    AudioQueueStop(queue.queue, false)
    let last = LittleEndian.float(render(queue, buffer, 5000))
    #expect(firstDifference(last, samples(70_000..<71_000)) == nil)
    try waitUntil("the queue stops") { queue.hasStopped }
    #expect(render(queue, buffer, 5000).isEmpty)
    // A second start plays new frames.
    try queue.enqueue(samples(0..<1000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(LittleEndian.float(render(queue, buffer, 5000)) == samples(0..<1000))
    #expect(AudioQueueStop(queue.queue, true) == 0)
    AudioQueueDispose(queue.queue, true)
  }

  #if Soxr
    @Test func samplesHaveTheRequestedFormat() throws {
      let queue = try TestQueue(.null)
      let target = format(
        rate: 22050, flags: kAudioFormatFlagIsSignedInteger, bits: 16, channelCount: 1)
      #expect(set(queue, target) == 0)
      let buffer = try queue.buffer(capacity: 2 * 50_000)
      try queue.enqueue(Tone.samples(hertz: 440, seconds: 1))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      AudioQueueStop(queue.queue, false)
      var bytes: [UInt8] = []
      while case let some = render(queue, buffer, 777), !some.isEmpty { bytes += some }
      let rendered = stride(from: 0, to: bytes.count - 1, by: 2).map {
        Float(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)) / 32768
      }
      #expect(rendered.count == 22050)
      #expect(abs(Tone.hertz(rendered, sampleRate: 22050) / 440 - 1) < 1e-3)
      AudioQueueDispose(queue.queue, true)
    }
  #else
    @Test func anotherRateIsRefusedWithoutTheLibrary() throws {
      let queue = try TestQueue(.null)
      #expect(set(queue, format(rate: 22050)) == 0)
      let buffer = try queue.buffer(capacity: 4 * 1000)
      try queue.enqueue(samples(0..<4000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      var time = AudioTimeStamp()
      time.mFlags = .sampleTimeValid
      #expect(
        AudioQueueOfflineRender(queue.queue, &time, buffer, 1000)
          == kAudioConverterErr_FormatNotSupported)
      AudioQueueDispose(queue.queue, true)
    }
  #endif

  @Test(
    "a single channel plays on both sides, and a pan moves it", arguments: [-1, 0, 0.5] as [Float])
  func oneChannelIsSpread(pan: Float) throws {
    let queue = try TestQueue(.null)
    #expect(set(queue, format(channelCount: 2)) == 0)
    let buffer = try queue.buffer(capacity: 8 * 500)
    let sound = (0..<8000).map { 0.25 + Float($0) / 32_000 }
    try queue.enqueue(sound)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    func sides() -> [(Float, Float)] {
      let all = LittleEndian.float(render(queue, buffer, 500))
      return stride(from: 0, to: all.count - 1, by: 2).map { (all[$0], all[$0 + 1]) }
    }
    let before = sides()
    #expect(before.count == 500)
    for (frame, side) in before.enumerated() {
      try #require(side == (sound[frame], sound[frame]))
    }
    AudioQueueSetParameter(queue.queue, kAudioQueueParam_Pan, pan)
    _ = sides()
    for (frame, side) in sides().enumerated() {
      let sample = sound[1000 + frame]
      // The nearer side is unchanged.
      try #require(side.0 == (pan <= 0 ? sample : side.0) && side.1 == (pan >= 0 ? sample : side.1))
      if pan == -1 { try #require(side.1 == 0) }
      if pan == 0.5 { try #require(side.0 > 0 && side.0 < sample) }
    }
    AudioQueueDispose(queue.queue, true)
  }

  @Test func aCallbackMayEnqueueDuringRendering() throws {
    let next = Counter()
    let queue = try TestQueue(.null) { queue, buffer in
      let index = next.increment()
      if index < 5 { queue.enqueue(samples(index * 3000..<(index + 1) * 3000)[...], in: buffer) }
    }
    #expect(set(queue, format()) == 0)
    let buffer = try queue.buffer(capacity: 4 * 20_000)
    try queue.enqueue(samples(0..<3000))
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    let rendered = LittleEndian.float(render(queue, buffer, 20_000))
    #expect(firstDifference(rendered, samples(0..<15_000)) == nil)
    AudioQueueDispose(queue.queue, true)
  }

  @Test func invalidCallsAreRefused() throws {
    let queue = try TestQueue(.null)
    let buffer = try queue.buffer(capacity: 4000)
    var time = AudioTimeStamp()
    #expect(AudioQueueOfflineRender(queue.queue, &time, buffer, 1) == kAudio_ParamError)
    time.mFlags = .sampleTimeValid
    #expect(
      AudioQueueOfflineRender(queue.queue, &time, buffer, 1) == kAudioQueueErr_InvalidOfflineMode)
    var separate = format(channelCount: 2)
    separate.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
    separate.mBytesPerFrame = 4
    separate.mBytesPerPacket = 4
    #expect(set(queue, separate) == kAudioConverterErr_FormatNotSupported)
    var coded = format()
    coded.mFormatID = kAudioFormatMPEGLayer3
    #expect(set(queue, coded) == kAudioConverterErr_FormatNotSupported)
    var stereo = AudioChannelLayout()
    stereo.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    var mono = format()
    #expect(AudioQueueSetOfflineRenderFormat(queue.queue, &mono, &stereo) == kAudio_ParamError)
    #expect(set(queue, format()) == 0)
    let other = try TestQueue(.null)
    let foreign = try other.buffer(capacity: 4)
    #expect(
      AudioQueueOfflineRender(queue.queue, &time, foreign, 1) == kAudioQueueErr_InvalidBuffer)
    queue.enqueue(samples(0..<1000)[...], in: buffer)
    #expect(
      AudioQueueOfflineRender(queue.queue, &time, buffer, 1) == kAudioQueueErr_BufferInQueue)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(set(queue, format()) == kAudioQueueErr_InvalidRunState)
    #expect(AudioQueueStop(queue.queue, true) == 0)
    // The output is a device again.
    #expect(AudioQueueSetOfflineRenderFormat(queue.queue, nil, nil) == 0)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(
      AudioQueueOfflineRender(queue.queue, &time, buffer, 1) == kAudioQueueErr_InvalidOfflineMode)
    for queue in [queue, other] { AudioQueueDispose(queue.queue, true) }
  }

  @Test func timesOfTheDeviceAreTranslated() throws {
    let queue = try TestQueue(.null)
    var (host, sample) = (AudioTimeStamp(), AudioTimeStamp())
    host.mHostTime = AudioGetCurrentHostTime()
    host.mFlags = .hostTimeValid
    #expect(
      AudioQueueDeviceTranslateTime(queue.queue, &host, &sample) == kAudioQueueErr_InvalidRunState)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    sample.mFlags = .sampleTimeValid
    #expect(AudioQueueDeviceTranslateTime(queue.queue, &host, &sample) == 0)
    #expect(sample.mFlags == .sampleTimeValid)
    #expect(abs(sample.mSampleTime - Double(host.mHostTime) * 44100 / 1e9) < 0.01)
    var back = AudioTimeStamp()
    #expect(AudioQueueDeviceTranslateTime(queue.queue, &sample, &back) == 0)
    #expect(back.mFlags.contains([.sampleTimeValid, .hostTimeValid]))
    #expect(abs(Int(back.mHostTime) - Int(host.mHostTime)) < 100_000)
    // A past time is invalid as a start time, but a future one is valid.
    #expect(AudioQueueDeviceGetNearestStartTime(queue.queue, &host, 0) == 0)
    #expect(host.mHostTime <= AudioGetCurrentHostTime() && host.mHostTime >= back.mHostTime)
    host.mHostTime += 3_600_000_000_000
    let wanted = host.mHostTime
    #expect(AudioQueueDeviceGetNearestStartTime(queue.queue, &host, 0) == 0)
    #expect(host.mHostTime == wanted)
    #expect(AudioQueueDeviceGetNearestStartTime(queue.queue, &host, 1) == kAudio_ParamError)
    AudioQueueDispose(queue.queue, true)
  }
}
