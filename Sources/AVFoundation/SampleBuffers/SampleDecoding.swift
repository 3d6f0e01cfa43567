internal import AVFAudio
internal import CoreMedia
internal import Foundation

/// Decodes the sample buffers of a renderer to Float32 frames of one format.
final class SampleDecoding {
  /// The maximum number of bytes if every packet takes the room of the largest packet.
  private static let mostPacketBytes = 64 << 20

  /// The format of the frames: that of the first sample buffer.
  let format: AVAudioFormat
  private var description: CMFormatDescription?
  private var source: AVAudioFormat
  private var converter: AVAudioConverter?

  /// Prepares for the format of a sample buffer.
  ///
  /// - Throws: ``AVError`` for media other than audio, or a codec without a decoder.
  init(_ description: CMFormatDescription?) throws {
    let source = try Self.format(of: description)
    let rate = source.sampleRate
    guard
      let format = AVAudioFormat(
        standardFormatWithSampleRate: rate, channels: source.channelCount)
        ?? source.channelLayout.map({
          AVAudioFormat(standardFormatWithSampleRate: rate, channelLayout: $0)
        })
    else {
      throw AVError(
        .decoderNotFound,
        "the format of the sample buffer has more than two channels, but no channel layout")
    }
    (self.source, self.format) = (source, format)
    try prepare(description)
  }

  private static func format(of description: CMFormatDescription?) throws -> AVAudioFormat {
    guard let description, description.mediaType == .audio,
      unsafe CMAudioFormatDescriptionGetStreamBasicDescription(description) != nil
    else {
      throw AVError(.invalidSourceMedia, "the sample buffer has no format description of audio")
    }
    return AVAudioFormat(cmAudioFormatDescription: description)
  }

  private func prepare(_ description: CMFormatDescription?) throws {
    source = try Self.format(of: description)
    self.description = description
    converter = AVAudioConverter(from: source, to: format)
    guard converter != nil else {
      throw AVError(.decoderNotFound, "the format of the sample buffer cannot be decoded")
    }
    converter?.downmix = format.channelCount < source.channelCount
  }

  /// Returns the frames of a sample buffer; `nil` if the decoder has not produced any yet.
  ///
  /// - Throws: ``AVError`` if the sample buffer is incomplete or damaged.
  func frames(_ buffer: CMSampleBuffer) throws -> AVAudioPCMBuffer? {
    let new = buffer.formatDescription
    if let new, let description, !CMFormatDescriptionEqual(new, otherFormatDescription: description)
    {
      try prepare(new)
    }
    guard let data = buffer.dataBuffer else {
      throw AVError(.invalidSourceMedia, "the sample buffer has no data")
    }
    let bytes = [UInt8](try data.dataBytes())
    let isCompressed = source.streamDescriptionValue.mFormatID != kAudioFormatLinearPCM
    let input = isCompressed ? try packets(buffer, bytes) : try linear(buffer, bytes)
    return try convert(input, frameCount: frameCount(of: buffer))
  }

  private func frameCount(of buffer: CMSampleBuffer) -> Int {
    let perSample = max(1, Int(source.streamDescriptionValue.mFramesPerPacket))
    let ratio = format.sampleRate / source.sampleRate
    return Int((Double(buffer.numSamples * perSample) * ratio).rounded(.up)) + 4_096
  }

  private func linear(_ buffer: CMSampleBuffer, _ bytes: [UInt8]) throws -> AVAudioBuffer {
    let frameBytes = Int(source.streamDescriptionValue.mBytesPerFrame)
    let planes = source.isInterleaved ? 1 : Int(source.channelCount)
    guard frameBytes > 0, buffer.numSamples > 0,
      buffer.numSamples <= bytes.count / frameBytes / planes,
      let pcm = AVAudioPCMBuffer(
        pcmFormat: source, frameCapacity: AVAudioFrameCount(buffer.numSamples))
    else {
      throw AVError(
        .invalidSourceMedia, "the sample buffer has no samples, or too few bytes for its samples")
    }
    pcm.frameLength = pcm.frameCapacity
    pcm.setBytes(bytes)
    return pcm
  }

  private func packets(_ buffer: CMSampleBuffer, _ bytes: [UInt8]) throws -> AVAudioBuffer {
    let count = buffer.numSamples
    // Each packet has at least one byte, so a false number of packets makes no large arrays.
    guard count > 0, count <= bytes.count else {
      throw AVError(
        .invalidSourceMedia, "the sample buffer has no samples, or too few bytes for its samples")
    }
    let sizes = (0..<count).map { buffer.sampleSize(at: $0) }
    guard sizes.allSatisfy({ $0 >= 0 && $0 <= bytes.count }),
      sizes.reduce(0, +) <= bytes.count,
      (sizes.max() ?? 0) * count <= max(bytes.count, Self.mostPacketBytes)
    else {
      throw AVError(
        .invalidSourceMedia, "the sample sizes of the sample buffer do not match its data")
    }
    let compressed = AVAudioCompressedBuffer(
      format: source, packetCapacity: AVAudioPacketCount(count),
      maximumPacketSize: max(1, sizes.max() ?? 1))
    compressed.setPackets(bytes, sizes: sizes)
    return compressed
  }

  private func convert(_ input: AVAudioBuffer, frameCount: Int) throws -> AVAudioPCMBuffer? {
    guard let converter,
      let output = AVAudioPCMBuffer(
        pcmFormat: format, frameCapacity: AVAudioFrameCount(clamping: frameCount))
    else { return nil }
    var rest: AVAudioBuffer? = input
    var error: NSError?
    // Safe: the pointers are valid during the calls.
    let status = unsafe converter.convert(to: output, error: &error) { _, status in
      defer { rest = nil }
      unsafe status.pointee = rest == nil ? .noDataNow : .haveData
      return rest
    }
    if status == .error {
      throw error ?? AVError(.decodeFailed, "the sample buffer cannot be decoded") as any Error
    }
    return output.frameLength > 0 ? output : nil
  }
}

extension AVAudioFormat {
  var streamDescriptionValue: AudioStreamBasicDescription {
    // Safe: the format owns the description.
    unsafe streamDescription.pointee
  }
}

extension AVAudioCompressedBuffer {
  /// Sets packets that follow each other in memory.
  fileprivate func setPackets(_ bytes: [UInt8], sizes: [Int]) {
    let total = sizes.reduce(0, +)
    // Safe: the capacity was chosen for these packets.
    unsafe bytes.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      unsafe data.copyMemory(from: base, byteCount: min(total, Int(byteCapacity)))
    }
    var offset = 0
    for (index, size) in sizes.enumerated() {
      unsafe packetDescriptions?[index] = AudioStreamPacketDescription(
        mStartOffset: Int64(offset), mVariableFramesInPacket: 0, mDataByteSize: UInt32(size))
      offset += size
    }
    byteLength = UInt32(total)
    packetCount = AVAudioPacketCount(sizes.count)
  }
}
