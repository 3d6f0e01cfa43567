import AudioToolbox
import ToolSupport

/// Resamples a file with a filter that also reads frames of the neighboring files.
final class AlbumConverter {
  /// The number of frames that the filter reads before the first frame, at the source rate.
  let reach: UInt32
  /// The source of frames, starting ``reach`` frames before the first output frame.
  var source: (any FrameReading)?
  private let converter: FileConverter
  private let format: AudioStreamBasicDescription
  private var block: SourceBlocks.Block
  /// Memory that the converter reads until its next call of the callback.
  private let memory: UnsafeMutableRawBufferPointer
  private var failure: ToolFailure?

  init(
    from format: AudioStreamBasicDescription, to client: AudioStreamBasicDescription,
    _ options: ConversionOptions
  ) throws(ToolFailure) {
    var (input, output) = (format, client)
    var reference: AudioConverterRef?
    let status = AudioConverterNew(&input, &output, &reference)
    guard status == noErr, let reference else { throw ToolFailure(status: status) }
    converter = FileConverter(reference: reference)
    self.format = format
    block = SourceBlocks.Block(format)
    memory = .allocate(byteCount: block.bytes.count, alignment: 16)
    if let complexity = options.rateComplexity {
      try converter.set(kAudioConverterSampleRateConverterComplexity, [complexity])
    }
    if let quality = options.rateQuality {
      try converter.set(kAudioConverterSampleRateConverterQuality, [quality])
    }
    try converter.set(kAudioConverterPrimeMethod, [kConverterPrimeMethod_Pre])
    reach = converter.bytes(kAudioConverterPrimeInfo)
      .withUnsafeBytes { $0.loadUnaligned(as: AudioConverterPrimeInfo.self).leadingFrames }
  }

  deinit {
    AudioConverterDispose(converter.reference)
    memory.deallocate()
  }

  /// Reads frames; fewer than requested only at the end.
  func read(
    _ count: UInt32, _ client: AudioStreamBasicDescription, into result: inout SourceBlocks.Block
  ) throws(ToolFailure) {
    var frames = count
    let context = Unmanaged.passUnretained(self).toOpaque()
    let status = result.bytes.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: client.mChannelsPerFrame,
          mDataByteSize: count * client.mBytesPerFrame, mData: bytes.baseAddress))
      return AudioConverterFillComplexBuffer(
        converter.reference, Self.give, context, &frames, &list, nil)
    }
    if let failure { throw failure }
    guard status == noErr else { throw ToolFailure(status: status) }
    result.frameCount = frames
  }

  /// Supplies the converter with frames.
  private static let give: AudioConverterComplexInputDataProc = { _, count, list, _, context in
    guard let context else { return kAudio_ParamError }
    let album = Unmanaged<AlbumConverter>.fromOpaque(context).takeUnretainedValue()
    return album.give(&count.pointee, &list.pointee)
  }

  private func give(_ count: inout UInt32, _ list: inout AudioBufferList) -> OSStatus {
    do throws(ToolFailure) {
      try source?.read(min(count, SourceBlocks.length), format, into: &block)
    } catch {
      failure = error
      count = 0
      return kAudio_ParamError
    }
    count = block.frameCount
    let byteCount = block.frameCount * format.mBytesPerFrame
    memory.copyBytes(from: block.bytes.prefix(Int(byteCount)))
    list.mBuffers.mDataByteSize = byteCount
    list.mBuffers.mData = memory.baseAddress
    return noErr
  }
}
