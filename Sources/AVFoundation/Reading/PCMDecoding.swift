internal import AVFAudio
internal import AudioModel
internal import AudioToolbox
internal import CoreMedia
internal import Foundation

/// Converts interleaved Float32 frames to a client's format.
final class PCMDecoding {
  private let input: AVAudioFormat
  private let output: AVAudioFormat
  private let converter: AVAudioConverter
  private var hasEnded = false
  /// Whether frames could not be converted.
  private(set) var hasFailed = false

  /// Prepares a conversion; fails if the conversion is unsupported.
  init?(from format: StreamFormat, to output: AVAudioFormat) {
    var description = AudioStreamBasicDescription(format)
    let layout =
      format.channelCount > 2
      ? AVAudioChannelLayout(
        layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | UInt32(format.channelCount)) : nil
    // Safe: the pointer lives for the call.
    guard
      let input = unsafe AVAudioFormat(streamDescription: &description, channelLayout: layout),
      let converter = AVAudioConverter(from: input, to: output)
    else { return nil }
    self.input = input
    self.output = output
    self.converter = converter
    converter.downmix = output.channelCount < input.channelCount
  }

  /// Makes the next frames.
  ///
  /// - Parameters:
  ///   - count: The largest number of frames.
  ///   - read: Returns at most the requested number of frames; an empty array at the end.
  /// - Returns: The bytes, one channel after the other if channels are separate, and the number of
  ///   frames, 0 at the end.
  func next(_ count: Int, _ read: (Int) -> [Float]) -> ([UInt8], Int) {
    guard
      let buffer = AVAudioPCMBuffer(pcmFormat: output, frameCapacity: AVAudioFrameCount(count))
    else { return ([], 0) }
    while buffer.frameLength == 0 {
      let status = withoutActuallyEscaping(read) { read in
        unsafe converter.convert(to: buffer, error: nil) { [self] wanted, status in
          // Safe: the pointer is valid during the call.
          guard !hasEnded, let next = pcm(read(Int(wanted))) else {
            hasEnded = true
            unsafe status.pointee = .endOfStream
            return nil
          }
          unsafe status.pointee = .haveData
          return next
        }
      }
      if status == .error { hasFailed = true }
      if status == .endOfStream || status == .error { break }
    }
    return (buffer.allBytes, Int(buffer.frameLength))
  }

  private func pcm(_ samples: [Float]) -> AVAudioPCMBuffer? {
    let count = samples.count / max(1, Int(input.channelCount))
    guard count > 0,
      let buffer = AVAudioPCMBuffer(pcmFormat: input, frameCapacity: AVAudioFrameCount(count))
    else { return nil }
    buffer.frameLength = buffer.frameCapacity
    buffer.setBytes(samples)
    return buffer
  }
}

extension AVAudioPCMBuffer {
  /// The bytes of the frames, one channel after the other if they are separate.
  var allBytes: [UInt8] {
    var bytes: [UInt8] = []
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(mutableAudioBufferList)
    // Safe: each buffer has the stated number of bytes.
    for index in 0..<(unsafe buffers.count) {
      let buffer = unsafe buffers[index]
      let count = unsafe min(
        Int(buffer.mDataByteSize),
        Int(frameLength) * Int(format.streamDescription.pointee.mBytesPerFrame))
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: buffer.mData, count: count))
    }
    return bytes
  }

  /// Sets the first buffer to interleaved samples, as many as fit.
  func setBytes(_ samples: [Float]) {
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(mutableAudioBufferList)
    // Safe: the buffer has the stated number of bytes.
    unsafe samples.withUnsafeBytes { source in
      guard let target = unsafe buffers[0].mData else { return }
      let count = min(source.count, unsafe Int(buffers[0].mDataByteSize))
      unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
    }
  }

  /// Sets the buffers to bytes, one channel after the other if they are separate.
  func setBytes(_ bytes: [UInt8]) {
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(mutableAudioBufferList)
    var position = 0
    // Safe: each buffer has the stated number of bytes.
    for index in 0..<(unsafe buffers.count) {
      let buffer = unsafe buffers[index]
      let count = min(unsafe Int(buffer.mDataByteSize), bytes.count - position)
      guard count > 0, let target = unsafe buffer.mData else { return }
      unsafe bytes.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
          .copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
      }
      position += count
    }
  }
}
