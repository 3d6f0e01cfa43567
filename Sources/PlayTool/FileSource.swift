import AudioToolbox
import ToolSupport

/// The packets of a file on disk.
final class FileSource: PacketSource {
  let format: AudioStreamBasicDescription
  let magicCookie: [UInt8]
  let channelLayout: [UInt8]
  let duration: Double?
  let bufferByteCount: Int
  let bufferPacketCount: Int
  var progress: SourceProgress? { nil }
  var hasMore: Bool { true }
  var shortfall: ToolFailure? { recording.limit == nil ? file.cutOff : nil }

  private let file: LocalFile
  /// An object that keeps the path valid.
  private let owner: AnyObject?
  /// The number of decoded frames for each frame that the file counts.
  private let scale: Int
  private var recording = Recording()
  private var nextPacket: Int64 = 0
  private var nextFrame = 0

  /// Opens a file: its packets, or its frames if it contains several streams.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - owner: An object that keeps the path valid.
  /// - Returns: The source.
  /// - Throws: ``ToolFailure`` if the file is not audio.
  static func open(
    path: String, owner: AnyObject? = nil
  ) throws(ToolFailure) -> any PacketSource {
    let file = try LocalFile(path: path)
    if let warning = file.warning { Terminal.complain("afplay: \(path): \(warning)\n") }
    let packets = try FileSource(file, owner: owner)
    return audioFileIsChained(file.reference) ? try FrameSource(file, owner: owner) : packets
  }

  private init(_ file: LocalFile, owner: AnyObject?) throws(ToolFailure) {
    self.file = file
    self.owner = owner
    guard let format = file.value(kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    else { throw ToolFailure(status: kAudioFileInvalidFileError) }
    let playable = PlayableFormat(format, list: file.bytes(kAudioFilePropertyFormatList))
    (self.format, scale) = (playable.format, playable.scale)
    magicCookie = file.bytes(kAudioFilePropertyMagicCookieData)
    channelLayout =
      format.mChannelsPerFrame > 2 ? file.bytes(kAudioFilePropertyChannelLayout) : []
    duration = file.value(kAudioFilePropertyEstimatedDuration, 0)
    let bound = Int(file.value(kAudioFilePropertyPacketSizeUpperBound, UInt32(0)) ?? 0)
    bufferByteCount = max(bound, format.mBytesPerPacket > 0 ? 256 << 10 : 48 << 10)
    bufferPacketCount = format.mBytesPerPacket > 0 ? 0 : 512
    if let table = file.value(kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo()) {
      recording.take(table, scale: scale)
    }
  }

  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling {
    guard !recording.isOver(at: nextFrame) else { return Filling() }
    let framesPerPacket = max(Int(format.mFramesPerPacket), 1)
    let limit = format.mBytesPerPacket > 0 ? Int.max : bufferPacketCount
    var byteCount = UInt32(bufferByteCount)
    var packetCount = UInt32(clamping: min(limit, max(1, atMost / framesPerPacket)))
    let status = AudioFileReadPacketData(
      file.reference, false, &byteCount, buffer.pointee.mPacketDescriptions, nextPacket,
      &packetCount, buffer.pointee.mAudioData)
    guard status == noErr || status == kAudioFileEndOfFileError else {
      throw ToolFailure(status: status)
    }
    buffer.pointee.mAudioDataByteSize = byteCount
    buffer.pointee.mPacketDescriptionCount = format.mBytesPerPacket > 0 ? 0 : packetCount
    var filling = Filling(packetCount: Int(packetCount))
    filling.frameCount = frameCount(buffer, filling.packetCount)
    let trim = recording.trim(first: nextFrame, count: filling.frameCount)
    (filling.trimAtStart, filling.trimAtEnd) = trim
    nextPacket += Int64(packetCount)
    nextFrame += filling.frameCount
    return filling
  }

  func seek(toSeconds seconds: Double) -> Bool {
    let start = recording.priming + Int((max(0, seconds) * format.mSampleRate).rounded())
    var place = AudioFramePacketTranslation(
      mFrame: Int64(start / scale), mPacket: 0, mFrameOffsetInPacket: 0)
    var size = UInt32(MemoryLayout<AudioFramePacketTranslation>.size)
    guard
      AudioFileGetProperty(file.reference, kAudioFilePropertyFrameToPacket, &size, &place) == noErr
    else { return false }
    // A decoder needs some earlier packets before its output is correct.
    place.mPacket = max(0, place.mPacket - (format.mBytesPerPacket > 0 ? 0 : 10))
    guard
      AudioFileGetProperty(file.reference, kAudioFilePropertyPacketToFrame, &size, &place) == noErr
    else { return false }
    nextPacket = place.mPacket
    nextFrame = Int(place.mFrame) * scale
    recording.start = start
    return true
  }

  func limit(toSeconds seconds: Double) {
    recording.limit = Int((seconds * format.mSampleRate).rounded())
  }

  func cancel() {}

  var path: String? { file.path }

  func description() -> SourceDescription { SourceDescription(path: file.path) }
  var isSeekable: Bool { true }

  private func frameCount(_ buffer: AudioQueueBufferRef, _ packetCount: Int) -> Int {
    guard format.mFramesPerPacket == 0 else { return packetCount * Int(format.mFramesPerPacket) }
    guard let descriptions = buffer.pointee.mPacketDescriptions else { return packetCount }
    return (0..<packetCount).reduce(0) { $0 + Int(descriptions[$1].mVariableFramesInPacket) }
  }
}
