import AudioToolbox
import Foundation
import ToolSupport

/// An output file that receives frames.
final class TargetFrames {
  /// The requested format.
  let format: AudioStreamBasicDescription
  /// The requested channel layout.
  let layout: AudioChannelLayout?
  /// The channel layout of the written frames, if known.
  private(set) var clientLayout: [UInt8] = []
  private var file: ExtAudioFileRef?
  /// The numbers of packets written directly, and of frames in them.
  private var written = (packets: Int64(0), frames: Int64(0))

  /// Creates the file under its temporary name.
  init(
    _ output: OutputFile, type: AudioFileTypeID, format: AudioStreamBasicDescription,
    layout: AudioChannelLayout?, alignsAudio: Bool
  ) throws(ToolFailure) {
    var flags = AudioFileFlags.eraseFile
    if !alignsAudio { flags.insert(.dontPageAlignAudioData) }
    var description = format
    var file: ExtAudioFileRef?
    let status = ExtAudioFileCreateWithURL(
      output.partURL as CFURL, type, &description, nil, flags.rawValue, &file)
    guard status == noErr, let file else { throw Self.failure(status, output, type, format) }
    self.file = file
    self.format = format
    self.layout = layout
    if let layout, format.mFormatID == kAudioFormatLinearPCM { try setLayout(layout.bytes) }
  }

  deinit {
    if let file { ExtAudioFileDispose(file) }
  }

  /// Sets the format of the written frames, and the options of the encoder.
  ///
  /// - Returns: A note if the encoder deviates from the options.
  func setClient(
    _ client: AudioStreamBasicDescription, _ options: ConversionOptions
  ) throws(ToolFailure) -> String? {
    guard let file else { return nil }
    try file.set(kExtAudioFileProperty_ClientDataFormat, client)
    if let layout, format.mFormatID != kAudioFormatLinearPCM { try setEncodedLayout(layout) }
    guard
      options.bitRate != nil || options.quality != nil || options.strategy != nil
        || !options.encoderProperties.isEmpty
    else { return nil }
    let strategy = try file.converter().setEncoder(options)
    try file.takeConverterSettings()
    return strategy?.note(format.mFormatID)
  }

  /// Sets the channel layout of the written frames, so that the encoder can reorder the channels.
  ///
  /// Without a requested layout, linear PCM keeps these channels, in an order that the file type
  /// supports.
  func setClientLayout(_ layout: [UInt8]) throws(ToolFailure) {
    guard let file, !layout.isEmpty else { return }
    clientLayout = layout
    if self.layout == nil, format.mFormatID == kAudioFormatLinearPCM, format.mChannelsPerFrame > 2 {
      ExtAudioFileSetProperty(
        file, kExtAudioFileProperty_FileChannelLayout, UInt32(layout.count), layout)
    }
    // Channels without a known layout keep their order.
    let status = ExtAudioFileSetProperty(
      file, kExtAudioFileProperty_ClientChannelLayout, UInt32(layout.count), layout)
    guard status != kExtAudioFileError_InvalidChannelMap else { throw ToolFailure(status: status) }
  }

  /// The channel layout of the file, if it was requested or determined by the encoder; otherwise
  /// empty.
  func channelLayout() throws(ToolFailure) -> [UInt8] {
    if let layout { return layout.bytes }
    guard let file, format.mFormatID != kAudioFormatLinearPCM, format.mChannelsPerFrame > 2 else {
      return []
    }
    return file.bytes(kExtAudioFileProperty_FileChannelLayout)
  }

  private func setLayout(_ layout: [UInt8]) throws(ToolFailure) {
    guard let file, let target else { return }
    let size = UInt32(layout.count)
    // The file reports whether it can store exactly this layout.
    guard
      AudioFileSetProperty(target, kAudioFilePropertyChannelLayout, size, layout) == noErr,
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_FileChannelLayout, size, layout) == noErr
    else { throw ToolFailure("-l: this file type cannot store this channel layout") }
  }

  /// Sets the layout that the encoder produces, if it has the requested speakers in any order.
  private func setEncodedLayout(_ layout: AudioChannelLayout) throws(ToolFailure) {
    guard let file else { return }
    let property = kExtAudioFileProperty_FileChannelLayout
    let bytes = layout.bytes
    let status = ExtAudioFileSetProperty(file, property, UInt32(bytes.count), bytes)
    let encoded = try file.converter().bytes(kAudioConverterOutputChannelLayout)
    guard !encoded.isEmpty else { return try setLayout(bytes) }
    guard status == noErr else {
      throw ToolFailure("-l: the encoder does not support this layout")
    }
    // The encoded audio itself specifies its channels, even if the file cannot.
    try? setLayout(encoded)
  }

  /// The tags; file types that cannot store tags ignore them.
  private var tags: [String: String] = [:]

  /// Adds texts to the tags.
  func addTags(_ added: [String: String]) {
    guard let target else { return }
    tags.merge(added) { _, new in new }
    Self.set(kAudioFilePropertyInfoDictionary, tags as NSDictionary, of: target)
  }

  private var target: AudioFileID? {
    try? file?.value(kExtAudioFileProperty_AudioFile, AudioFileID?.none)
  }

  /// Copies the tags and the picture of another file, as far as the file type supports them.
  func setTags(of source: LocalFile, _ soundCheck: SoundCheckOption) {
    guard let target else { return }
    let left: Set<String> = [
      kAFInfoDictionary_ApproximateDurationInSeconds, kAFInfoDictionary_NominalBitRate,
      kAFInfoDictionary_SourceEncoder, kAFInfoDictionary_ChannelLayout,
      kAFInfoDictionary_SourceBitDepth,
    ]
    let tags = source.tags.filter { tag in
      !left.contains(tag.key)
        && (soundCheck == .read || !tag.key.hasPrefix(SoundCheckOption.keyPrefix))
    }
    if !tags.isEmpty { addTags(tags) }
    if let picture = source.picture {
      Self.set(kAudioFilePropertyAlbumArtwork, picture as NSData, of: target)
    }
  }

  private static func set(
    _ property: AudioFilePropertyID, _ object: AnyObject, of file: AudioFileID
  ) {
    var value = Unmanaged.passUnretained(object)
    // A file type that cannot store it must not prevent the conversion.
    AudioFileSetProperty(
      file, property, UInt32(MemoryLayout<Unmanaged<AnyObject>>.size), &value)
  }

  /// Writes frames.
  func write(
    _ count: UInt32, _ client: AudioStreamBasicDescription, from block: inout [UInt8]
  ) throws(ToolFailure) {
    guard let file else { return }
    let status = block.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: client.mChannelsPerFrame,
          mDataByteSize: count * client.mBytesPerFrame, mData: bytes.baseAddress))
      return ExtAudioFileWrite(file, count, &list)
    }
    guard status == noErr else { throw ToolFailure(status: status) }
  }

  /// The encoder's output format: the requested one, with all fields that the file has decided.
  func encodedFormat() throws(ToolFailure) -> AudioStreamBasicDescription {
    try file?.value(kExtAudioFileProperty_FileDataFormat, format) ?? format
  }

  /// Writes encoded packets; the file must consist of such packets only.
  func writePackets(of block: EncodedBlocks.Block) throws(ToolFailure) {
    guard let target else { return }
    var count = UInt32(block.packets.count)
    let status = AudioFileWritePackets(
      target, false, block.byteCount, block.packets, written.packets, &count, block.bytes)
    guard status == noErr else { throw ToolFailure(status: status) }
    written.packets += Int64(count)
    written.frames += Int64(block.frameCount)
  }

  /// The number of frames before and after the recording that the encoder should receive.
  ///
  /// Returns 0 if the file cannot mark them, or if they do not affect other packets.
  func edgeLength() throws(ToolFailure) -> Int64 {
    let codec = try encodedFormat()
    guard let file, codec.mFramesPerPacket != 1, !Self.lossless.contains(codec.mFormatID) else {
      return 0
    }
    var isWritable: DarwinBoolean = false
    ExtAudioFileGetPropertyInfo(file, kExtAudioFileProperty_PacketTable, nil, &isWritable)
    hasUnmarkedEdges = !isWritable.boolValue
    guard isWritable.boolValue else { return 0 }
    let packets: UInt32 =
      switch codec.mFormatID {
      // RFC 7845, 4.6: a decoder needs 80 ms.
      case kAudioFormatOpus: 4
      // LAME's tag has 12 bits for the priming.
      case kAudioFormatMPEGLayer3: 2
      // Encoders need some packets to learn how many bits the sound requires.
      default: 8
      }
    return Int64(packets * codec.mFramesPerPacket)
  }

  /// Whether ``edgeLength()`` found that the file cannot mark the frames around the recording.
  private(set) var hasUnmarkedEdges = false

  private static let lossless = [
    kAudioFormatLinearPCM, kAudioFormatAppleLossless, kAudioFormatFLAC,
  ]

  /// Sets the recording's part of the written frames, before those after it are written.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames in the recording.
  ///   - edgeLength: The number of frames written before the recording.
  /// - Throws: ``ToolFailure``.
  func setRecording(_ frameCount: Int64, after edgeLength: Int64) throws(ToolFailure) {
    guard let file, edgeLength > 0 else { return }
    let priming = try file.converter().bytes(kAudioConverterPrimeInfo)
      .withUnsafeBytes { $0.loadUnaligned(as: AudioConverterPrimeInfo.self).leadingFrames }
    try file.set(
      kExtAudioFileProperty_PacketTable,
      AudioFilePacketTableInfo(
        mNumberValidFrames: frameCount, mPrimingFrames: Int32(priming) + Int32(edgeLength),
        mRemainderFrames: 0))
  }

  /// Sets the padding of the last packet, which the file only knows for packets from its own
  /// encoder.
  private func setRemainder() {
    let frames = written.packets * Int64((try? encodedFormat())?.mFramesPerPacket ?? 0)
    guard let target, frames > written.frames else { return }
    var table = AudioFilePacketTableInfo(
      mNumberValidFrames: written.frames, mPrimingFrames: 0,
      mRemainderFrames: Int32(frames - written.frames))
    // A file type that cannot store it must not prevent the conversion.
    AudioFileSetProperty(
      target, kAudioFilePropertyPacketTableInfo,
      UInt32(MemoryLayout<AudioFilePacketTableInfo>.size), &table)
  }

  /// Closes the file.
  func close() throws(ToolFailure) {
    setRemainder()
    guard let ended = file.take() else { return }
    let status = ExtAudioFileDispose(ended)
    guard status == noErr else { throw ToolFailure(status: status) }
  }

  /// The reason why a file cannot be created.
  private static func failure(
    _ status: OSStatus, _ output: OutputFile, _ type: AudioFileTypeID,
    _ format: AudioStreamBasicDescription
  ) -> ToolFailure {
    switch status {
    case kExtAudioFileError_InvalidDataFormat, kAudioFileUnsupportedDataFormatError:
      refusal(type, format)
    default: ToolFailure("\(output.path): \(ToolFailure(status: status).reason)")
    }
  }

  /// The reason why a file type rejects a format.
  private static func refusal(
    _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription
  ) -> ToolFailure {
    let codec = Numbers.fourCharacters(format.mFormatID)
    let rates = EncoderAnswers.sampleRates(of: format.mFormatID)
    guard rates.isEmpty || rates.contains(format.mSampleRate) else {
      let list = rates.map { FormatText.hertz($0) }.joined(separator: ", ")
      return ToolFailure(
        "no encoder supports '\(codec)' at \(FormatText.hertz(format.mSampleRate)) Hz; "
          + "the supported rates are \(list)")
    }
    let isLinear = format.mFormatID == kAudioFormatLinearPCM
    return ToolFailure(
      "'\(Numbers.fourCharacters(type))' files cannot hold '\(codec)' "
        + "with \(FormatText.hertz(format.mSampleRate)) Hz, \(format.mChannelsPerFrame) channels, "
        + (isLinear ? FormatText.details(format) : "or no encoder produces that")
        + "; afconvert -hf lists the supported formats")
  }
}
