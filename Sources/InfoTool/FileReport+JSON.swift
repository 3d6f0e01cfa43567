import AudioToolbox
import ToolSupport

extension FileReport {
  /// The report for programs, with the keys that ``InfoOption`` documents.
  var json: JSON {
    .object([
      ("file", .string(path)),
      ("fileType", .string(Numbers.fourCharacters(fileType))),
      ("tracks", JSON(trackCount)),
      ("format", formatJSON),
      ("channelLayoutTag", JSON(channelLayout?.mChannelLayoutTag)),
      ("duration", duration.map { .decimal($0) } ?? .null),
      ("audioBytes", JSON(audioByteCount)),
      ("audioPackets", JSON(packetCount)),
      ("bitRate", JSON(bitRate)),
      ("packetSizeUpperBound", JSON(packetSizeUpperBound)),
      ("maximumPacketSize", JSON(maximumPacketSize)),
      ("dataOffset", JSON(dataOffset)),
      ("optimized", isOptimized.map { .bool($0) } ?? .null),
      ("validFrames", JSON(packetTable?.mNumberValidFrames)),
      ("primingFrames", JSON(packetTable?.mPrimingFrames)),
      ("remainderFrames", JSON(packetTable?.mRemainderFrames)),
      ("sourceBitDepth", JSON(sourceBitDepth)),
      ("cutOff", .bool(cutOff != nil)),
      ("videoTracks", film?.json ?? .array([])),
      ("tags", .object(tags.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
    ])
  }

  private var formatJSON: JSON {
    .object([
      ("id", .string(Numbers.fourCharacters(format.mFormatID))),
      ("flags", JSON(format.mFormatFlags)),
      ("sampleRate", .decimal(format.mSampleRate)),
      ("channels", JSON(format.mChannelsPerFrame)),
      ("bitsPerChannel", JSON(format.mBitsPerChannel)),
      ("bytesPerPacket", JSON(format.mBytesPerPacket)),
      ("framesPerPacket", JSON(format.mFramesPerPacket)),
      ("bytesPerFrame", JSON(format.mBytesPerFrame)),
    ])
  }
}
