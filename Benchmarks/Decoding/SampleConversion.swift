import AudioToolbox
import BenchmarkSupport
import CCodecPeers
import Foundation

/// Stereo conversion between interleaved Int16 and planar Float32.
enum SampleConversion {
  private static func format(isFloat: Bool) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: isFloat
        ? kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved
        : kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
      mBitsPerChannel: isFloat ? 32 : 16, mReserved: 0)
  }

  /// Compares `AudioConverterConvertComplexBuffer` with `swr_convert`, in calls of `frameCount`
  /// frames.
  static func compare(toFloat: Bool, frameCount: Int, rounds: Int, repetitions: Int) {
    var (from, to) = (format(isFloat: !toFloat), format(isFloat: toFloat))
    var reference: AudioConverterRef?
    guard AudioConverterNew(&from, &to, &reference) == noErr, let converter = reference,
      let peer = OCAPeerSamplesMake(toFloat ? 1 : 0)
    else { return }
    defer {
      AudioConverterDispose(converter)
      OCAPeerSamplesFree(peer)
    }
    let planes = (0..<2).map { _ in plane(4 * frameCount) }
    let frames = plane(4 * frameCount)
    let whole = AudioBufferList.allocate(maximumBuffers: 1)
    whole[0] = AudioBuffer(
      mNumberChannels: 2, mDataByteSize: UInt32(4 * frameCount), mData: frames)
    let real = AudioBufferList.allocate(maximumBuffers: 2)
    for index in 0..<2 {
      real[index] = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(4 * frameCount), mData: planes[index])
    }
    defer {
      for memory in planes + [frames] { memory.deallocate() }
      free(whole.unsafeMutablePointer)
      free(real.unsafeMutablePointer)
    }
    let (input, output) = toFloat ? (whole, real) : (real, whole)
    let realPointers: [UnsafeMutableRawPointer?] = planes
    let wholePointers: [UnsafeMutableRawPointer?] = [frames, nil]
    let (inputs, outputs) =
      toFloat ? (wholePointers, realPointers) : (realPointers, wholePointers)
    func convert() {
      for _ in 0..<rounds {
        AudioConverterConvertComplexBuffer(
          converter, UInt32(frameCount), input.unsafePointer, output.unsafeMutablePointer)
      }
    }
    let comparison = Comparison(repetitions: repetitions, ours: convert) {
      for _ in 0..<rounds {
        inputs.map { UnsafeRawPointer($0) }.withUnsafeBufferPointer { inputs in
          outputs.withUnsafeBufferPointer { outputs in
            guard let inputs = inputs.baseAddress, let outputs = outputs.baseAddress else { return }
            _ = OCAPeerSamplesConvert(peer, inputs, outputs, Int32(frameCount))
          }
        }
      }
    }
    let megabytes = Double(12 * frameCount * rounds) / 1e6
    print(
      "\(toFloat ? "Int16 to Float32" : "Float32 to Int16"), \(frameCount) frames a call,"
        + " \(Int(megabytes)) MB read and written a round")
    comparison.report(peer: "libswresample")
    guard frameCount >= 1 << 20 else { return }
    // The limit of the memory: a copy that reads and writes the same number of bytes.
    let copies = (0..<2).map { _ in plane(6 * frameCount) }
    defer { for memory in copies { memory.deallocate() } }
    Comparison(repetitions: repetitions, ours: convert) {
      for _ in 0..<rounds { memcpy(copies[1], copies[0], 6 * frameCount) }
    }.report(peer: "memcpy")
  }

  private static func plane(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    return memory
  }
}
