internal import AudioCodecs
internal import AudioModel
internal import AudioPipeline
internal import CoreAudioTypes

/// What is behind an `AudioConverterRef`.
///
/// Unchecked: a converter is for one thread at a time, as on Apple's systems, and holds no lock, since
/// its function may call back into it.
final class AudioConverterObject: @unchecked Sendable {
  static let all = HandleTable<AudioConverterObject>()

  let converter: PacketConverter
  private let input: AudioConverterInput
  private var isFilling = false

  init(
    _ source: AudioStreamBasicDescription, _ destination: AudioStreamBasicDescription
  ) throws(StatusError) {
    do throws(CodecError) {
      converter = try PacketConverter(from: StreamFormat(source), to: StreamFormat(destination))
    } catch {
      throw StatusError(error == .badConfiguration ? .unsupportedFormat : error)
    }
    let format = converter.input
    let isSeparate = format.hasSeparateChannels
    input = AudioConverterInput(
      bufferCount: isSeparate ? format.channelCount : 1,
      channelsPerBuffer: isSeparate ? 1 : format.channelCount,
      bytesPerPacket: format.bytesPerPacket, packetSizeUpperBound: format.packetSizeUpperBound)
  }

  /// The object behind a reference.
  static func find(_ reference: AudioConverterRef) throws(StatusError) -> AudioConverterObject {
    guard let object = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    return object
  }

  func reset() {
    converter.reset()
    input.forget()
  }

  /// Makes frames until the client's buffers are full or its function has no more.
  ///
  /// - Parameters:
  ///   - list: The client's buffers, then the bytes in them.
  ///   - packetCount: Frames that fit, then those made.
  ///   - proc: The client's function.
  ///   - userData: Passed to it.
  ///   - reference: Passed to it, too.
  /// - Throws: The status of the client's function, word for word, or of what else stopped it. What
  ///   was made before is there all the same.
  func fill(
    _ list: UnsafeMutableAudioBufferListPointer, _ packetCount: UnsafeMutablePointer<UInt32>,
    asking proc: AudioConverterComplexInputDataProc, _ userData: UnsafeMutableRawPointer?,
    for reference: AudioConverterRef
  ) throws(StatusError) {
    guard !isFilling else { throw StatusError(kAudioConverterErr_OperationNotSupported) }
    let format = converter.output
    let frameCount = unsafe Int(packetCount.pointee)
    let output = try unsafe room(list, for: frameCount)
    isFilling = true
    defer { isFilling = false }
    let result = unsafe input.asking(proc, userData, for: reference) {
      converter.fill(frameCount, from: input, into: output)
    }
    unsafe packetCount.pointee = UInt32(result.frameCount)
    for index in unsafe list.indices {
      unsafe list[index].mDataByteSize = UInt32(result.frameCount * format.bytesPerFrame)
    }
    if let error = StatusError(result.stop) { throw error }
  }

  /// Converts a buffer of packets that are one frame each.
  ///
  /// - Returns: Bytes written.
  func convert(
    _ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(StatusError) -> Int {
    let source = converter.input
    let destination = converter.output
    guard !isFilling, source.framesPerPacket == 1,
      !source.hasSeparateChannels || source.channelCount == 1,
      !destination.hasSeparateChannels || destination.channelCount == 1
    else { throw StatusError(kAudioConverterErr_OperationNotSupported) }
    guard bytes.count.isMultiple(of: source.bytesPerPacket) else {
      throw StatusError(kAudioConverterErr_InvalidInputSize)
    }
    let frameCount = bytes.count / source.bytesPerPacket
    let byteCount = frameCount * destination.bytesPerFrame
    guard byteCount <= room.count else {
      throw StatusError(kAudioConverterErr_InvalidOutputSize)
    }
    let single = AudioConverterInput(
      bufferCount: 1, channelsPerBuffer: source.channelCount,
      bytesPerPacket: source.bytesPerPacket, packetSizeUpperBound: 0)
    unsafe single.give(bytes)
    let output = unsafe AudioConverterOutput([room])
    if let error = StatusError(converter.convert(frameCount, from: single, into: output)) {
      throw error
    }
    return byteCount
  }

  /// The client's memory, which must be there and large enough.
  private func room(
    _ list: UnsafeMutableAudioBufferListPointer, for frameCount: Int
  ) throws(StatusError) -> AudioConverterOutput {
    let format = converter.output
    guard unsafe list.count == (format.hasSeparateChannels ? format.channelCount : 1) else {
      throw StatusError(kAudio_ParamError)
    }
    var buffers = unsafe [UnsafeMutableRawBufferPointer]()
    for index in unsafe list.indices {
      let buffer = unsafe list[index]
      guard unsafe Int(buffer.mDataByteSize) >= frameCount * format.bytesPerFrame else {
        throw StatusError(kAudioConverterErr_InvalidOutputSize)
      }
      guard unsafe buffer.mData != nil || frameCount == 0 else {
        throw StatusError(kAudio_ParamError)
      }
      // Safe: the client lends as much memory as it says.
      unsafe buffers.append(
        UnsafeMutableRawBufferPointer(start: buffer.mData, count: Int(buffer.mDataByteSize)))
    }
    return unsafe AudioConverterOutput(buffers)
  }
}

extension StreamFormat {
  /// Whether each channel has a buffer of its own.
  var hasSeparateChannels: Bool { isLinearPCM && pcmFlags.contains(.nonInterleaved) }
}
