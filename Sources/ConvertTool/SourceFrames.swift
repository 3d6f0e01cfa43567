import AudioToolbox
import Foundation
import ToolSupport

/// The frames of a file in a format of the client's choice.
final class SourceFrames {
  let format: AudioStreamBasicDescription
  /// The number of frames from the first requested one to the end.
  let frameCount: Int64
  /// The first requested frame.
  private let firstFrame: Int64
  /// The frame at which the requested part ends; `nil` for the end of the file.
  private let end: Int64?
  /// The frames read since the last seek, at the client's rate.
  private var position: Int64 = 0
  private let source: LocalFile
  private let file: ExtAudioFileRef
  /// The channel layout, if the options set one.
  private var layout: AudioChannelLayout?

  init(_ source: LocalFile, _ options: ConversionOptions) throws(ToolFailure) {
    self.source = source
    if let track = options.track { try Self.choose(track, of: source) }
    var file: ExtAudioFileRef?
    let status = ExtAudioFileWrapAudioFileID(source.reference, false, &file)
    guard status == noErr, let file else { throw ToolFailure(status: status) }
    self.file = file
    format = try file.value(
      kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
    let length = try file.value(kExtAudioFileProperty_FileLengthFrames, Int64(0))
    let (rate, edit) = (format.mSampleRate, options.edit)
    let start = Int64((edit.start * rate).rounded())
    firstFrame = Int64(options.offset) + start
    end = edit.end < .infinity ? min(Int64((edit.end * rate).rounded()), length) : nil
    frameCount = (end ?? length) - firstFrame
    guard frameCount >= 0 else {
      throw start > 0
        ? ToolFailure("--start \(edit.start): the input has only \(Double(length) / rate) seconds")
        : ToolFailure("--offset \(firstFrame): the input has only \(length) frames")
    }
  }

  /// The number of frames after a conversion of the rate.
  func frameCount(atRate rate: Double) -> Int64 {
    Int64((Double(frameCount) * rate / max(format.mSampleRate, 1)).rounded())
  }

  /// Whether the first requested frame is not the first one of the file.
  var isShifted: Bool { firstFrame > 0 }

  private static func choose(_ track: UInt32, of source: LocalFile) throws(ToolFailure) {
    var number = track
    let status = AudioFileSetProperty(
      source.reference, kAudioFilePropertyUseAudioTrack, 4, &number)
    guard status != noErr else { return }
    let count = source.value(kAudioFilePropertyAudioTrackCount, UInt32(0)) ?? 1
    throw track < count
      ? ToolFailure(status: status)
      : ToolFailure(
        "--read-track \(track): no such audio track; the last index is \(max(count, 1) - 1)")
  }

  deinit {
    ExtAudioFileDispose(file)
  }

  /// The indices of packets that could not be decoded so far.
  var damagedPackets: Set<UInt64> { extAudioFileDamagedPackets(file) }

  /// The reason why the file has unread audio at its end, if reading has reached it.
  private(set) var unreadRest: ToolFailure?

  /// Whether reading in this format involves a decoder or a resampler.
  func decodesOrResamples(to client: AudioStreamBasicDescription) -> Bool {
    format.mFormatID != kAudioFormatLinearPCM || format.mSampleRate != client.mSampleRate
  }

  /// The channel layout of the frames; empty if neither the file nor ``setLayout(_:)`` specifies
  /// one.
  func channelLayout() throws(ToolFailure) -> [UInt8] {
    layout?.bytes ?? file.bytes(kExtAudioFileProperty_FileChannelLayout)
  }

  /// Sets the client format and the options of the converter.
  func setClient(
    _ client: AudioStreamBasicDescription, _ options: ConversionOptions
  ) throws(ToolFailure) {
    try file.set(kExtAudioFileProperty_ClientDataFormat, client)
    // Frames that need no conversion have no converter.
    guard let converter = try? file.converter() else { return }
    if client.mSampleRate != format.mSampleRate {
      if let complexity = options.rateComplexity {
        try converter.set(kAudioConverterSampleRateConverterComplexity, [complexity])
      }
      if let method = options.primeMethod {
        try converter.set(kAudioConverterPrimeMethod, [method], called: "--prime-method")
      }
      if let quality = options.rateQuality {
        try converter.set(kAudioConverterSampleRateConverterQuality, [quality])
      }
    }
    let (inputs, outputs) = (Int(format.mChannelsPerFrame), Int(client.mChannelsPerFrame))
    if options.mixes, outputs < inputs {
      try converter.set(kAudioConverterPropertyPerformDownmix, [UInt32(1)])
    } else if inputs == 1, outputs > 1 {
      try converter.set(
        kAudioConverterChannelMap, [Int32](repeating: 0, count: outputs))
    }
    try file.takeConverterSettings()
  }

  /// Sets the channel layout of the file, which overrides the file's own.
  func setLayout(_ layout: AudioChannelLayout) throws(ToolFailure) {
    self.layout = layout
    guard let converter = try? file.converter() else { return }
    try converter.set(kAudioConverterInputChannelLayout, layout.bytes, called: "-l")
    try file.takeConverterSettings()
  }

  /// Sets the channel layout of the client, if the file has several channels.
  func setClientLayout(_ layout: [UInt8]) {
    guard format.mChannelsPerFrame > 1 else { return }
    // Channels without a known layout keep their order.
    ExtAudioFileSetProperty(
      file, kExtAudioFileProperty_ClientChannelLayout, UInt32(layout.count), layout)
  }

  /// Whether each client channel comes from a file channel with the same position, as far as known.
  func keepsPlaces(in layout: [UInt8]) throws(ToolFailure) -> Bool {
    let labels = AudioChannelLayout.labels(layout)
    let own = AudioChannelLayout.labels(try channelLayout())
    guard !labels.isEmpty, !own.isEmpty, own.contains(where: { $0 < kAudioChannelLabel_Mono })
    else { return true }
    let map = try file.converter().bytes(kAudioConverterChannelMap)
    return labels.indices.allSatisfy { index in
      let channel = map.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self)
      }
      return channel < 0
        || Self.usual(own[Int(channel)]) == Self.usual(labels[index])
    }
  }

  /// The label of the usual loudspeaker at the same position.
  private static func usual(_ label: AudioChannelLabel) -> AudioChannelLabel {
    switch label {
    case kAudioChannelLabel_RearSurroundLeft, kAudioChannelLabel_LeftSurroundDirect:
      kAudioChannelLabel_LeftSurround
    case kAudioChannelLabel_RearSurroundRight, kAudioChannelLabel_RightSurroundDirect:
      kAudioChannelLabel_RightSurround
    case kAudioChannelLabel_Mono: kAudioChannelLabel_Center
    default: label
    }
  }

  /// Whether frames are bit-identical from any starting point, at a low cost.
  var decodesAlikeFromAnywhere: Bool {
    switch format.mFormatID {
    case kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3: true
    default: packetsStandAlone
    }
  }

  /// Whether packets can be decoded without earlier ones.
  var packetsStandAlone: Bool {
    format.mFormatID == kAudioFormatFLAC || format.mFormatID == kAudioFormatAppleLossless
  }

  /// Continues at another frame, counted from the first requested one.
  func seek(to frame: Int64) throws(ToolFailure) {
    position = 0
    let status = ExtAudioFileSeek(file, firstFrame + frame)
    guard status == noErr else { throw ToolFailure(status: status) }
  }

  /// Restarts and skips a number of frames by reading all of them.
  func skip(
    _ frameCount: Int64, _ client: AudioStreamBasicDescription
  ) throws(ToolFailure) {
    try seek(to: 0)
    var block = SourceBlocks.Block(client)
    var rest = frameCount
    while rest > 0 {
      try read(UInt32(min(rest, Int64(SourceBlocks.length))), client, into: &block)
      guard block.frameCount > 0 else { return }
      rest -= Int64(block.frameCount)
    }
  }

  /// Reads frames; fewer than requested only at the end.
  func read(
    _ count: UInt32, _ client: AudioStreamBasicDescription, into block: inout SourceBlocks.Block
  ) throws(ToolFailure) {
    block.frameCount = 0
    // Parts are always read from their start.
    let limit = end.map { _ in frameCount(atRate: client.mSampleRate) - position } ?? .max
    let count = UInt32(clamping: min(Int64(count), limit))
    while block.frameCount < count {
      let more = try readOnce(
        count - block.frameCount, client, into: &block.bytes, at: block.frameCount)
      guard more > 0 else { break }
      block.frameCount += more
    }
    position += Int64(block.frameCount)
  }

  private func readOnce(
    _ count: UInt32, _ client: AudioStreamBasicDescription, into block: inout [UInt8],
    at first: UInt32
  ) throws(ToolFailure) -> UInt32 {
    var frames = count
    let status = block.withUnsafeMutableBytes { bytes in
      let free = UnsafeMutableRawBufferPointer(
        rebasing: bytes[Int(first * client.mBytesPerFrame)...])
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: client.mChannelsPerFrame,
          mDataByteSize: UInt32(free.count), mData: free.baseAddress))
      return ExtAudioFileRead(file, &frames, &list)
    }
    guard status != noErr else { return frames }
    // The audio before it is a valid recording.
    guard status == audioFileUnreadableRest(source.reference) else {
      throw ToolFailure(status: status)
    }
    unreadRest = source.unreadableRest
    return 0
  }
}
