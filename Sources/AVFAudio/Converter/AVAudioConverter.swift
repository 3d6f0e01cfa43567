internal import AudioToolbox
public import Foundation

/// Converts audio from one format to another: samples of any kind and rate, and those of codecs.
// Unchecked: a converter is for one thread at a time, as on Apple's systems.
@safe open class AVAudioConverter: NSObject, @unchecked Sendable {
  /// What goes in.
  public let inputFormat: AVAudioFormat
  /// What comes out.
  public let outputFormat: AVAudioFormat
  let converter: AudioConverterRef
  /// What the input block gave last, which stays until it is called again.
  private var held: AVAudioBuffer?

  /// Makes a converter.
  ///
  /// Fails where there is no way from the one to the other, or the rate of either is not known.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    // AudioConverterNew takes a rate of 0 for the source's.
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

  /// Forgets all input, for a new stream.
  public func reset() {
    unsafe AudioConverterReset(converter)
    held = nil
  }

  /// Converts a buffer by itself, at one sample rate and without codecs.
  ///
  /// - Parameters:
  ///   - outputBuffer: Takes as many frames.
  ///   - inputBuffer: The frames.
  /// - Throws: Where there is a codec or another rate, where a buffer has another format, or there is too little room.
  public func convert(
    to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer
  ) throws {
    guard inputBuffer.format.isEqual(inputFormat), outputBuffer.format.isEqual(outputFormat),
      inputBuffer.frameLength <= outputBuffer.frameCapacity
    else { throw NSError.audio(kAudio_ParamError, "convert(to:from:)") }
    let status = unsafe AudioConverterConvertComplexBuffer(
      converter, inputBuffer.frameLength, inputBuffer.audioBufferList,
      outputBuffer.mutableAudioBufferList)
    try check(status, "AudioConverterConvertComplexBuffer")
    outputBuffer.frameLength = inputBuffer.frameLength
  }

  /// Converts until the output is full or there is no more input.
  ///
  /// Where the sample rate changes, each call asks for the input that the room is made of, also where enough is ready from the last one: a
  /// loop that offers each piece of a live sound during one call, with the room that it takes, loses none.
  ///
  /// - Parameters:
  ///   - outputBuffer: Takes what is made, in place of what it held.
  ///   - outError: Takes the error where the result is `.error`.
  ///   - inputBlock: Gives the input.
  /// - Returns: `.haveData` where the output is full or holds the end of the stream; `.inputRanDry` where the block had no data,
  ///   and the output may hold some; `.endOfStream` where nothing is left; `.error`.
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
    let (wish, made, status) = fill(outputBuffer, from: feed)
    if let buffer = feed.held { held = buffer }
    if status == AVAudioConverterFeed.ranDry {
      return made == wish && made > 0 ? .haveData : .inputRanDry
    }
    guard status == noErr else {
      unsafe outError?.pointee = .audio(status, "AudioConverterFillComplexBuffer")
      return .error
    }
    return made > 0 || wish == 0 ? .haveData : .endOfStream
  }

  /// Fills a buffer.
  ///
  /// - Returns: The packets that there was room for, those made, and the status.
  private func fill(
    _ buffer: AVAudioBuffer, from feed: AVAudioConverterFeed
  ) -> (wish: UInt32, made: UInt32, status: OSStatus) {
    let compressed = buffer as? AVAudioCompressedBuffer
    let wish = compressed?.packetCapacity ?? (buffer as? AVAudioPCMBuffer)?.frameCapacity ?? 0
    var count = wish
    let list = unsafe buffer.mutableAudioBufferList
    let status = unsafe AudioConverterFillComplexBuffer(
      converter,
      { _, count, list, descriptions, feed in
        guard let feed = unsafe feed else { return kAudio_ParamError }
        // Safe: the feed lives through the call that asks it.
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
    return (wish, count, status)
  }
}

/// Asks an input block for a converter.
@safe final class AVAudioConverterFeed {
  /// The status of a call that ended because the block had no data.
  static let ranDry: OSStatus = 0x6472_7921

  /// What the block gave last.
  private(set) var held: AVAudioBuffer?
  private let format: AVAudioFormat
  private let block: AVAudioConverterInputBlock

  init(_ format: AVAudioFormat, _ block: @escaping AVAudioConverterInputBlock) {
    self.format = format
    unsafe self.block = unsafe block
  }

  /// The converter's function.
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
    // An empty buffer is no end.
    return unsafe count.pointee > 0 ? noErr : Self.ranDry
  }
}
