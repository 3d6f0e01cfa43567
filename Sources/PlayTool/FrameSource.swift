import AudioToolbox
import ToolSupport

/// The frames of a file on disk with several streams, such as a chained Ogg file.
final class FrameSource: PacketSource {
  let format: AudioStreamBasicDescription
  let magicCookie: [UInt8] = []
  let channelLayout: [UInt8]
  let duration: Double?
  let bufferByteCount: Int
  let bufferPacketCount = 0
  var progress: SourceProgress? { nil }
  var hasMore: Bool { true }
  var shortfall: ToolFailure? { limit == nil ? file.cutOff : nil }

  private let file: LocalFile
  /// An object that keeps the path valid.
  private let owner: AnyObject?
  private let frames: ExtAudioFileRef
  private let frameCount: Int
  private var nextFrame = 0
  /// The largest number of frames to play.
  private var limit: Int?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - owner: An object that keeps the file's path valid while it lives.
  /// - Throws: ``ToolFailure`` if its frames cannot be read.
  init(_ file: LocalFile, owner: AnyObject?) throws(ToolFailure) {
    (self.file, self.owner) = (file, owner)
    var opened: ExtAudioFileRef?
    let status = ExtAudioFileWrapAudioFileID(file.reference, false, &opened)
    guard status == noErr, let opened else { throw ToolFailure(status: status) }
    frames = opened
    do {
      let own = try opened.value(
        kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
      format = StreamDecoder.floats(like: own)
      try opened.set(kExtAudioFileProperty_ClientDataFormat, format)
      frameCount = Int(try opened.value(kExtAudioFileProperty_FileLengthFrames, Int64(0)))
    } catch {
      ExtAudioFileDispose(opened)
      throw error
    }
    channelLayout =
      format.mChannelsPerFrame > 2 ? opened.bytes(kExtAudioFileProperty_FileChannelLayout) : []
    duration = Double(frameCount) / format.mSampleRate
    bufferByteCount = 256 << 10
  }

  deinit {
    ExtAudioFileDispose(frames)
  }

  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling {
    let left = max(0, (limit ?? frameCount) - nextFrame)
    let room = bufferByteCount / Int(format.mBytesPerFrame)
    var count = UInt32(min(room, max(1, atMost), left))
    guard count > 0 else { return Filling() }
    var list = AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(
        mNumberChannels: format.mChannelsPerFrame, mDataByteSize: UInt32(bufferByteCount),
        mData: buffer.pointee.mAudioData))
    let status = ExtAudioFileRead(frames, &count, &list)
    guard status == noErr else { throw ToolFailure(status: status) }
    buffer.pointee.mAudioDataByteSize = count * format.mBytesPerFrame
    nextFrame += Int(count)
    return Filling(packetCount: Int(count), frameCount: Int(count))
  }

  func seek(toSeconds seconds: Double) -> Bool {
    let frame = min(Int((max(0, seconds) * format.mSampleRate).rounded()), frameCount)
    guard ExtAudioFileSeek(frames, Int64(frame)) == noErr else { return false }
    nextFrame = frame
    return true
  }

  func limit(toSeconds seconds: Double) {
    limit = Int((seconds * format.mSampleRate).rounded())
  }

  func cancel() {}

  var path: String? { file.path }

  func description() -> SourceDescription { SourceDescription(path: file.path) }
  var isSeekable: Bool { true }
}
