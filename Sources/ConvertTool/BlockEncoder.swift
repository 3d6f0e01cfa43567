import AudioToolbox
import ToolSupport

/// Encodes blocks of frames independently.
final class BlockEncoder {
  private let converter: FileConverter
  private let client: AudioStreamBasicDescription
  private let framesPerPacket: UInt32
  private let mostBytesOfPacket: Int

  /// Makes an encoder like that of the output.
  ///
  /// - Parameters:
  ///   - client: The format of the frames.
  ///   - target: The output, ready for frames, whose encoder serves as the model.
  ///   - options: The options for the encoder.
  /// - Throws: ``ToolFailure``.
  init(
    _ client: AudioStreamBasicDescription, _ target: TargetFrames, _ options: ConversionOptions
  ) throws(ToolFailure) {
    var (input, output) = (client, try target.encodedFormat())
    var reference: AudioConverterRef?
    let status = AudioConverterNew(&input, &output, &reference)
    guard status == noErr, let reference else { throw ToolFailure(status: status) }
    self.client = client
    converter = FileConverter(reference: reference)
    framesPerPacket = output.mFramesPerPacket
    try converter.setEncoder(options)
    if !target.clientLayout.isEmpty {
      // Channels without a known layout keep their order.
      try? converter.set(kAudioConverterInputChannelLayout, target.clientLayout)
    }
    mostBytesOfPacket = converter.bytes(kAudioConverterPropertyMaximumOutputPacketSize)
      .withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
  }

  deinit {
    AudioConverterDispose(converter.reference)
  }

  /// The remaining frames of a block during encoding.
  private struct Rest {
    var frames: UnsafeRawBufferPointer.SubSequence
    var bytesPerFrame: Int
  }

  /// Encodes frames from the start of `block`.
  ///
  /// - Parameters:
  ///   - block: The frames.
  ///   - memory: Memory of earlier packets to reuse.
  /// - Returns: The packets.
  /// - Throws: ``ToolFailure``.
  func encode(
    _ block: SourceBlocks.Block, into memory: consuming [UInt8]
  ) throws(ToolFailure) -> EncodedBlocks.Block {
    var count = (block.frameCount + framesPerPacket - 1) / framesPerPacket
    guard count > 0 else { return EncodedBlocks.Block() }
    let room = Int(count) * mostBytesOfPacket
    if memory.count < room { memory = [UInt8](repeating: 0, count: room) }
    var packets = Array(repeating: AudioStreamPacketDescription(), count: Int(count))
    var byteCount: UInt32 = 0
    AudioConverterReset(converter.reference)
    let status = block.bytes.withUnsafeBytes { frames in
      var rest = Rest(
        frames: frames[..<Int(block.frameCount * client.mBytesPerFrame)],
        bytesPerFrame: Int(client.mBytesPerFrame))
      return memory.withUnsafeMutableBytes { room in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: client.mChannelsPerFrame, mDataByteSize: UInt32(room.count),
            mData: room.baseAddress))
        defer { byteCount = list.mBuffers.mDataByteSize }
        return AudioConverterFillComplexBuffer(
          converter.reference, Self.give, &rest, &count, &list, &packets)
      }
    }
    guard status == noErr else {
      // Once an encoder exists, this status means only that it rejects the channels. Files have
      // their own status for that.
      throw ToolFailure(
        status: status == kAudioConverterErr_FormatNotSupported
          ? kExtAudioFileError_InvalidChannelMap : status)
    }
    packets.removeLast(packets.count - Int(count))
    return EncodedBlocks.Block(
      frameCount: block.frameCount, byteCount: byteCount, bytes: memory, packets: packets)
  }

  /// Supplies the converter with the remaining frames.
  private static let give: AudioConverterComplexInputDataProc = { _, count, list, _, context in
    guard let rest = context?.assumingMemoryBound(to: Rest.self) else { return kAudio_ParamError }
    let given = rest.pointee.frames.prefix(Int(count.pointee) * rest.pointee.bytesPerFrame)
    rest.pointee.frames.removeFirst(given.count)
    count.pointee = UInt32(given.count / rest.pointee.bytesPerFrame)
    list.pointee.mBuffers.mDataByteSize = UInt32(given.count)
    list.pointee.mBuffers.mData = UnsafeMutableRawPointer(
      mutating: UnsafeRawBufferPointer(rebasing: given).baseAddress)
    return noErr
  }
}
