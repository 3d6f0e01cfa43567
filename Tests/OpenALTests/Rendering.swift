import AudioDevices
import AudioRealtime
import AudioToolbox
import Foundation
import OpenAL
import TestSupport
import Testing

/// Tests of OpenAL, one at a time: the current context belongs to the process.
@Suite(.serialized)
struct OpenALTests {
  static let sampleRate = 48_000
}

/// A device with a context, for one test.
struct TestContext {
  let device: OpaquePointer
  let context: OpaquePointer

  init(_ attributes: [ALCint] = []) throws {
    device = try #require(alcOpenDevice(nil))
    let list = [ALC_FREQUENCY, ALCint(OpenALTests.sampleRate)] + attributes + [0]
    context = try #require(alcCreateContext(device, list))
    #expect(alcMakeContextCurrent(context) == ALC_TRUE)
  }

  func close() {
    #expect(alGetError() == AL_NO_ERROR)
    #expect(alcGetError(device) == ALC_NO_ERROR)
    alcMakeContextCurrent(nil)
    alcDestroyContext(context)
    #expect(alcCloseDevice(device) == ALC_TRUE)
  }

  func value(_ name: ALCenum) -> ALCint {
    var value: ALCint = -1
    alcGetIntegerv(device, name, 1, &value)
    return value
  }

  /// A source that plays a sine without end.
  func makeSine(_ frequency: Int = 1_000, amplitude: Double = 0.5) -> ALuint {
    let rate = Double(OpenALTests.sampleRate)
    let samples = (0..<OpenALTests.sampleRate).map { frame in
      Int16(32_767 * amplitude * sin(2 * .pi * Double(frequency * frame) / rate))
    }
    return makeSource(samples)
  }

  /// A source that repeats samples without end.
  func makeSource(_ samples: [Int16]) -> ALuint {
    var buffer: ALuint = 0
    alGenBuffers(1, &buffer)
    let size = ALsizei(samples.count * 2)
    alBufferData(buffer, AL_FORMAT_MONO16, samples, size, ALsizei(OpenALTests.sampleRate))
    var source: ALuint = 0
    alGenSources(1, &source)
    alSourcei(source, AL_BUFFER, ALint(buffer))
    alSourcei(source, AL_LOOPING, AL_TRUE)
    return source
  }
}

func milliseconds(_ count: Int) { VirtualClock.sleep(nanoseconds: count * 1_000_000) }

/// Runs on a virtual clock with a file as the device, and returns the file's samples by channel.
func play(_ body: () throws -> Void) throws -> [[Float]] {
  let folder = try TemporaryFolder()
  let url = folder.url("openal.wav")
  try VirtualClock().run {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.offline(path: url.path)])) {
      try body()
    }
  }
  return try read(url)
}

func read(_ url: URL) throws -> [[Float]] {
  var opened: ExtAudioFileRef?
  #expect(ExtAudioFileOpenURL(url as CFURL, &opened) == noErr)
  let file = try #require(opened)
  defer { ExtAudioFileDispose(file) }
  var format = AudioStreamBasicDescription(
    mSampleRate: Double(OpenALTests.sampleRate), mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 8,
    mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
    mReserved: 0)
  let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
  #expect(
    ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &format) == noErr)
  var channels: [[Float]] = [[], []]
  var block = [Float](repeating: 0, count: 8_192)
  while true {
    var count: UInt32 = 4_096
    let status = block.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
      return ExtAudioFileRead(file, &count, &list)
    }
    #expect(status == noErr)
    guard count > 0 else { return channels }
    for channel in 0...1 {
      channels[channel] += (0..<Int(count)).map { block[2 * $0 + channel] }
    }
  }
}

/// The level of a sine in the last tenth of a second, by correlation; 1 is full scale.
func level(_ samples: [Float], _ frequency: Int = 1_000) -> Double {
  let last = samples.suffix(OpenALTests.sampleRate / 10)
  guard last.count == OpenALTests.sampleRate / 10 else { return 0 }
  let step = 2 * Double.pi * Double(frequency) / Double(OpenALTests.sampleRate)
  var (real, imaginary) = (0.0, 0.0)
  for (index, sample) in last.enumerated() {
    real += Double(sample) * cos(step * Double(index))
    imaginary += Double(sample) * sin(step * Double(index))
  }
  return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(last.count)
}
