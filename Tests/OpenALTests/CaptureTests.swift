import AudioDevices
import AudioRealtime
import AudioToolbox
import Foundation
import OpenAL
import TestSupport
import Testing

extension OpenALTests {
  /// Records a file as the microphone: half a second of a sine of 0.5.
  private func record<Sample: BitwiseCopyable>(
    _ format: ALenum, rate: ALCuint = 48_000, channels: Int = 1, zero: Sample
  ) throws -> [Sample] {
    let folder = try TemporaryFolder()
    let url = folder.url("input.wav")
    try writeSine(url)
    var samples: [Sample] = []
    try VirtualClock().run {
      let choice = try #require(InputChoice.named("file:" + url.path))
      try AudioQueueDevices.$input.withValue(choice) {
        let device = try #require(alcCaptureOpenDevice(nil, rate, format, 48_000))
        #expect(available(device) == 0)
        alcCaptureStart(device)
        milliseconds(300)
        let count = available(device)
        #expect(count > Int(rate) / 10)
        alcCaptureStop(device)
        samples = [Sample](repeating: zero, count: Int(count) * channels)
        alcCaptureSamples(device, &samples, ALCsizei(count))
        #expect(alcGetError(device) == ALC_NO_ERROR)
        var rest = available(device)
        rest += 1
        alcCaptureSamples(device, &samples, ALCsizei(rest))
        #expect(alcGetError(device) == ALC_INVALID_VALUE)
        #expect(alcCaptureCloseDevice(device) == ALC_TRUE)
      }
    }
    // The file is recorded at once, and silence follows it.
    return Array(samples.prefix(Int(rate) * channels * 2 / 5))
  }

  private func available(_ device: OpaquePointer) -> Int {
    var count: ALCint = -1
    alcGetIntegerv(device, ALC_CAPTURE_SAMPLES, 1, &count)
    return Int(count)
  }

  private func writeSine(_ url: URL) throws {
    var format = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
      mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
      mReserved: 0)
    var made: ExtAudioFileRef?
    #expect(
      ExtAudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &format, nil, 0, &made) == noErr)
    let file = try #require(made)
    defer { ExtAudioFileDispose(file) }
    var samples = (0..<24_000).map { Float(0.5 * sin(2 * .pi * 1_000 * Double($0) / 48_000)) }
    let status = samples.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
      return ExtAudioFileWrite(file, 24_000, &list)
    }
    #expect(status == noErr)
  }

  @Test("a recording has the samples of the input in 16 bits")
  func recording() throws {
    let samples = try record(AL_FORMAT_MONO16, zero: Int16(0)).map { Float($0) / 32_768 }
    #expect(abs(level(samples) - 0.5) < 0.001)
  }

  @Test("a recording has the wanted channels, rate and kind of samples")
  func recordingFormats() throws {
    let bytes = try record(AL_FORMAT_MONO8, zero: UInt8(0)).map { (Float($0) - 128) / 128 }
    #expect(abs(level(bytes) - 0.5) < 0.01)
    let stereo = try record(AL_FORMAT_STEREO16, channels: 2, zero: Int16(0))
    let left = stride(from: 0, to: stereo.count, by: 2).map { Float(stereo[$0]) / 32_768 }
    #expect(abs(level(left) - 0.5) < 0.001)
    #if Soxr
      // At half the rate, a sine of 1 kHz looks like one of 2 kHz.
      let slow = try record(0x10010, rate: 24_000, zero: Float(0))
      #expect(abs(level(slow, 2_000) - 0.5) < 0.01)
    #endif
  }

  @Test("a format that cannot be recorded, and a device that is unknown, are errors")
  func recordingErrors() {
    #expect(alcCaptureOpenDevice(nil, 48_000, AL_GAIN, 100) == nil)
    #expect(alcGetError(nil) == ALC_INVALID_VALUE)
    #expect(alcCaptureOpenDevice(nil, 48_000, AL_FORMAT_MONO16, 0) == nil)
    #expect(alcCaptureOpenDevice(nil, 0, AL_FORMAT_MONO16, 100) == nil)
    #expect(alcCaptureOpenDevice("unknown", 48_000, AL_FORMAT_MONO16, 100) == nil)
    #expect(alcGetError(nil) == ALC_INVALID_VALUE)
    #expect(alcCaptureOpenDevice(nil, 48_000, AL_FORMAT_STEREO16, .max) == nil)
    #expect(alcGetError(nil) == ALC_OUT_OF_MEMORY)
    alcCaptureStart(nil)
    #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
    #expect(alcCaptureCloseDevice(nil) == ALC_FALSE)
    #expect(alcGetError(nil) == ALC_INVALID_DEVICE)
  }
}
