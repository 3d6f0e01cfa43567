import AudioToolbox
import Foundation
import ToolSupport

/// A file that takes frames.
final class TargetFrames {
  /// What it holds, as asked for.
  let format: AudioStreamBasicDescription
  /// What its channels are to be.
  let layout: AudioChannelLayout?
  /// What the channels that are written are, where that is known.
  private(set) var clientLayout: [UInt8] = []
  private var file: ExtAudioFileRef?
  /// Packets that were written as such, and frames in them.
  private var written = (packets: Int64(0), frames: Int64(0))

  /// Creates the file under the name that it has while it is written.
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

  /// Tells what is written, and how it is to be encoded.
  ///
  /// - Returns: What to say of that, where it is not as asked for.
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

  /// Tells what the channels that are written are, so that an encoder of another order gives each its place.
  ///
  /// Samples are stored as those channels where nothing else was asked for, in an order that the type of file has.
  func setClientLayout(_ layout: [UInt8]) throws(ToolFailure) {
    guard let file, !layout.isEmpty else { return }
    clientLayout = layout
    if self.layout == nil, format.mFormatID == kAudioFormatLinearPCM, format.mChannelsPerFrame > 2 {
      ExtAudioFileSetProperty(
        file, kExtAudioFileProperty_FileChannelLayout, UInt32(layout.count), layout)
    }
    // Channels of which nothing is known stay in their order.
    let status = ExtAudioFileSetProperty(
      file, kExtAudioFileProperty_ClientChannelLayout, UInt32(layout.count), layout)
    guard status != kExtAudioFileError_InvalidChannelMap else { throw ToolFailure(status: status) }
  }

  /// What the channels of the file are, where that was asked for or its encoder has them in an order of its own; else nothing.
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
    // The file says whether it has a place for just this.
    guard
      AudioFileSetProperty(target, kAudioFilePropertyChannelLayout, size, layout) == noErr,
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_FileChannelLayout, size, layout) == noErr
    else { throw ToolFailure("-l: not for this type of file") }
  }

  /// Tells the file which channels its encoder makes, where those are the same speakers as asked for, in whatever order.
  private func setEncodedLayout(_ layout: AudioChannelLayout) throws(ToolFailure) {
    guard let file else { return }
    let property = kExtAudioFileProperty_FileChannelLayout
    let bytes = layout.bytes
    let status = ExtAudioFileSetProperty(file, property, UInt32(bytes.count), bytes)
    let encoded = try file.converter().bytes(kAudioConverterOutputChannelLayout)
    guard !encoded.isEmpty else { return try setLayout(bytes) }
    guard status == noErr else {
      throw ToolFailure("-l: its channels are not those that are encoded")
    }
    // What is encoded tells its channels itself, also where the file has no place for them.
    try? setLayout(encoded)
  }

  /// The tags; a type that has no place for them takes none.
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

  /// Takes the tags and the picture of another file, as far as there is a place for them.
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
    // A type that has no place for it is no reason not to convert.
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

  /// What an encoder is to make: the format with all that the file has decided.
  func encodedFormat() throws(ToolFailure) -> AudioStreamBasicDescription {
    try file?.value(kExtAudioFileProperty_FileDataFormat, format) ?? format
  }

  /// Writes packets that are encoded already, which all of the file are then.
  func writePackets(of block: EncodedBlocks.Block) throws(ToolFailure) {
    guard let target else { return }
    var count = UInt32(block.packets.count)
    let status = AudioFileWritePackets(
      target, false, block.byteCount, block.packets, written.packets, &count, block.bytes)
    guard status == noErr else { throw ToolFailure(status: status) }
    written.packets += Int64(count)
    written.frames += Int64(block.frameCount)
  }

  /// Frames around the recording that its encoder is to hear.
  ///
  /// 0 if the file could not tell them from the recording, or if the encoder looks at no other
  /// packets.
  func edgeLength() throws(ToolFailure) -> Int64 {
    let codec = try encodedFormat()
    guard let file, codec.mFramesPerPacket != 1, !Self.lossless.contains(codec.mFormatID) else {
      return 0
    }
    var canTell: DarwinBoolean = false
    ExtAudioFileGetPropertyInfo(file, kExtAudioFileProperty_PacketTable, nil, &canTell)
    hasUntoldEdges = !canTell.boolValue
    guard canTell.boolValue else { return 0 }
    let packets: UInt32 =
      switch codec.mFormatID {
      // RFC 7845, 4.6: a decoder needs 80 ms.
      case kAudioFormatOpus: 4
      // LAME's tag has 12 bits for the priming.
      case kAudioFormatMPEGLayer3: 2
      // Encoders learn in some packets how many bits the sound needs.
      default: 8
      }
    return Int64(packets * codec.mFramesPerPacket)
  }

  /// Whether ``edgeLength()`` found that the file cannot tell the frames around the recording.
  private(set) var hasUntoldEdges = false

  private static let lossless = [
    kAudioFormatLinearPCM, kAudioFormatAppleLossless, kAudioFormatFLAC,
  ]

  /// Tells how much of the written frames is the recording, before those after it are written.
  ///
  /// - Parameters:
  ///   - frameCount: Frames of the recording.
  ///   - edgeLength: Frames that were written before them.
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

  /// Tells the file how much of its last packet is no part of the recording, which it knows itself of packets that it has made.
  private func setRemainder() {
    let frames = written.packets * Int64((try? encodedFormat())?.mFramesPerPacket ?? 0)
    guard let target, frames > written.frames else { return }
    var table = AudioFilePacketTableInfo(
      mNumberValidFrames: written.frames, mPrimingFrames: 0,
      mRemainderFrames: Int32(frames - written.frames))
    // A type that has no place for it is no reason not to convert.
    AudioFileSetProperty(
      target, kAudioFilePropertyPacketTableInfo,
      UInt32(MemoryLayout<AudioFilePacketTableInfo>.size), &table)
  }

  /// Ends the file.
  func close() throws(ToolFailure) {
    setRemainder()
    guard let ended = file.take() else { return }
    let status = ExtAudioFileDispose(ended)
    guard status == noErr else { throw ToolFailure(status: status) }
  }

  /// Why a file cannot be created.
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

  /// Why a type of file does not take a format.
  private static func refusal(
    _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription
  ) -> ToolFailure {
    let codec = Numbers.fourCharacters(format.mFormatID)
    let rates = EncoderAnswers.sampleRates(of: format.mFormatID)
    guard rates.isEmpty || rates.contains(format.mSampleRate) else {
      let list = rates.map { FormatText.hertz($0) }.joined(separator: ", ")
      return ToolFailure(
        "nothing here encodes '\(codec)' of \(FormatText.hertz(format.mSampleRate)) Hz; "
          + "the rates are \(list)")
    }
    let isLinear = format.mFormatID == kAudioFormatLinearPCM
    return ToolFailure(
      "'\(Numbers.fourCharacters(type))' files cannot hold '\(codec)' "
        + "of \(FormatText.hertz(format.mSampleRate)) Hz, \(format.mChannelsPerFrame) channels, "
        + (isLinear ? FormatText.details(format) : "or nothing here encodes it")
        + "; afconvert -hf lists what can be done")
  }
}
