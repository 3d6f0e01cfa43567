internal import AudioToolbox
public import Foundation

/// Converts audio between formats: linear PCM of any sample type and rate, and compressed formats.
// Unchecked: a converter is for one thread at a time, as on Apple's systems.
@safe open class AVAudioConverter: NSObject, @unchecked Sendable {
  /// The format of the input.
  public let inputFormat: AVAudioFormat
  /// The format of the output.
  public let outputFormat: AVAudioFormat
  let converter: AudioConverterRef
  /// The last buffer from the input block, kept until the next call of the block.
  private var held: AVAudioBuffer?

  /// Makes a converter.
  ///
  /// Fails if the conversion is unsupported, or if either sample rate is unknown.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    // AudioConverterNew treats a rate of 0 as the rate of the source.
    for rate in [fromFormat.sampleRate, toFormat.sampleRate] {
      guard rate > 0, rate.isFinite else { return nil }
    }
    var made: AudioConverterRef?
    let status = unsafe AudioConverterNew(
      fromFormat.streamDescription, toFormat.streamDescription, &made)
    guard status == noErr, let made = unsafe made else { return nil }
    unsafe converter = unsafe made
    inputFormat = fromFormat
    outputFormat = toFormat
    super.init()
    guard setLayouts() else { return nil }
    if let cookie = fromFormat.magicCookie { magicCookie = cookie }
  }

  deinit {
    unsafe AudioConverterDispose(converter)
  }

  /// Discards pending input, to start a new stream.
  public func reset() {
    unsafe AudioConverterReset(converter)
    held = nil
  }

  /// Converts one buffer, without changing the sample rate and without a codec.
  ///
  /// - Parameters:
  ///   - outputBuffer: Receives the same number of frames.
  ///   - inputBuffer: The frames to convert.
  /// - Throws: If the conversion needs a codec or another sample rate. Also if a buffer has the
  ///   wrong format, or the output is too small.
  public func convert(
    to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer
  ) throws {
    guard inputBuffer.format.isEqual(inputFormat), outputBuffer.format.isEqual(outputFormat),
      inputBuffer.frameLength <= outputBuffer.frameCapacity
    else {
      throw NSError.audio(
        kAudio_ParamError,
        "AVAudioConverter.convert(to:from:): a buffer has another format, or the output is too small"
      )
    }
    let status = unsafe AudioConverterConvertComplexBuffer(
      converter, inputBuffer.frameLength, inputBuffer.audioBufferList,
      outputBuffer.mutableAudioBufferList)
    try check(status, "AudioConverterConvertComplexBuffer")
    outputBuffer.frameLength = inputBuffer.frameLength
  }

  /// Converts until the output is full or the input ends.
  ///
  /// If the sample rate changes, each call asks for enough input to fill the output. It does so
  /// even if converted frames are left from the last call. A loop can therefore pass each piece of
  /// live sound to one call without loss. The output must have a matching length.
  ///
  /// - Parameters:
  ///   - outputBuffer: Receives the converted audio, which replaces the previous content.
  ///   - outError: Receives the error if the result is `.error`.
  ///   - inputBlock: Supplies the input.
  /// - Returns: `.haveData` if the output is full or holds the end of the stream. `.inputRanDry` if
  ///   the block had no data; the output may hold some audio. `.endOfStream` if no audio remains.
  ///   `.error` if the conversion failed.
  @discardableResult
  public func convert(
    to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
    withInputFrom inputBlock: @escaping AVAudioConverterInputBlock
  ) -> AVAudioConverterOutputStatus {
    guard outputBuffer.format.isEqual(outputFormat) else {
      unsafe outError?.pointee = .audio(kAudio_ParamError, "outputBuffer.format")
      return .error
    }
    let feed = unsafe AVAudioConverterFeed(inputFormat, inputBlock)
    let (requested, made, status) = fill(outputBuffer, from: feed)
    if let buffer = feed.held { held = buffer }
    if status == AVAudioConverterFeed.ranDry {
      return made == requested && made > 0 ? .haveData : .inputRanDry
    }
    guard status == noErr else {
      unsafe outError?.pointee = .audio(status, "AudioConverterFillComplexBuffer")
      return .error
    }
    return made > 0 || requested == 0 ? .haveData : .endOfStream
  }

  /// Fills a buffer.
  ///
  /// - Returns: The capacity in packets, the number of packets produced, and the status.
  private func fill(
    _ buffer: AVAudioBuffer, from feed: AVAudioConverterFeed
  ) -> (requested: UInt32, made: UInt32, status: OSStatus) {
    let compressed = buffer as? AVAudioCompressedBuffer
    let requested = compressed?.packetCapacity ?? (buffer as? AVAudioPCMBuffer)?.frameCapacity ?? 0
    var count = requested
    let list = unsafe buffer.mutableAudioBufferList
    let status = unsafe AudioConverterFillComplexBuffer(
      converter,
      { _, count, list, descriptions, feed in
        guard let feed = unsafe feed else { return kAudio_ParamError }
        // Safe: the feed outlives the call that uses it.
        return unsafe Unmanaged<AVAudioConverterFeed>.fromOpaque(feed).takeUnretainedValue()
          .give(count, list, descriptions)
      }, Unmanaged.passUnretained(feed).toOpaque(), &count, list,
      compressed?.packetDescriptions)
    if let compressed {
      compressed.packetCount = count
      compressed.byteLength = unsafe list.pointee.mBuffers.mDataByteSize
    } else if let samples = buffer as? AVAudioPCMBuffer {
      samples.frameLength = count
    }
    return (requested, count, status)
  }
}

/// Passes the buffers of an input block to a converter.
@safe final class AVAudioConverterFeed {
  /// The status of a call that ended because the block had no data.
  static let ranDry: OSStatus = 0x6472_7921

  /// The last buffer that the block returned.
  private(set) var held: AVAudioBuffer?
  private let format: AVAudioFormat
  private let block: AVAudioConverterInputBlock

  init(_ format: AVAudioFormat, _ block: @escaping AVAudioConverterInputBlock) {
    self.format = format
    unsafe self.block = unsafe block
  }

  /// The converter's input callback.
  func give(
    _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
    _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    var status = AVAudioConverterInputStatus.noDataNow
    let buffer = unsafe block(count.pointee, &status)
    unsafe count.pointee = 0
    switch status {
    case .endOfStream: return noErr
    case .noDataNow: return Self.ranDry
    case .haveData: break
    }
    guard let buffer, buffer.format.isEqual(format) else { return kAudio_ParamError }
    held = buffer
    let source = unsafe UnsafeMutableAudioBufferListPointer(
      UnsafeMutablePointer(mutating: buffer.audioBufferList))
    let target = unsafe UnsafeMutableAudioBufferListPointer(list)
    guard unsafe source.count == target.count else { return kAudio_ParamError }
    for index in unsafe source.indices { unsafe target[index] = unsafe source[index] }
    if let compressed = buffer as? AVAudioCompressedBuffer {
      unsafe count.pointee = compressed.packetCount
      unsafe descriptions?.pointee = unsafe compressed.packetDescriptions
    } else if let samples = buffer as? AVAudioPCMBuffer {
      unsafe count.pointee = samples.frameLength
    }
    // An empty buffer does not end the stream.
    return unsafe count.pointee > 0 ? noErr : Self.ranDry
  }
}
