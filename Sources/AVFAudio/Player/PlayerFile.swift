internal import MediaTimeline
internal import AudioCodecs
internal import AudioModel
internal import AudioPlayback
internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// The file of a player, read as interleaved Float32.
// Unchecked: after `init` only the player's feeding thread uses it, but for `failure`, which has a lock.
@safe final class PlayerFile: FrameReading, @unchecked Sendable {
  /// What the file holds.
  let format: AVAudioFormat
  /// Frames of the recording.
  let frameCount: Int
  private let file: ExtAudioFileRef
  /// The file under ``file``, where that does not own it.
  private let inner: AudioFileID?
  /// What ``inner`` reads.
  private let bytes: DataBytes?
  private let lastFailure = Mutex(noErr)

  /// Opens a file.
  convenience init(_ url: URL) throws {
    var opened: ExtAudioFileRef?
    let status = unsafe ExtAudioFileOpenURL(url as CFURL, &opened)
    guard let opened = unsafe opened else { throw Self.error(status) }
    try unsafe self.init(opened, inner: nil, bytes: nil)
  }

  /// Opens what would be the content of a file.
  convenience init(_ data: Data) throws {
    let bytes = DataBytes(data)
    let inner = try unsafe bytes.open()
    var opened: ExtAudioFileRef?
    let status = unsafe ExtAudioFileWrapAudioFileID(inner, false, &opened)
    guard let opened = unsafe opened else {
      unsafe AudioFileClose(inner)
      throw Self.error(status)
    }
    try unsafe self.init(opened, inner: inner, bytes: bytes)
  }

  /// Takes over a file, which is closed where this fails, too.
  private init(_ file: ExtAudioFileRef, inner: AudioFileID?, bytes: DataBytes?) throws {
    unsafe self.file = unsafe file
    unsafe self.inner = unsafe inner
    self.bytes = bytes
    do {
      format = try unsafe OpenAudioFile.format(of: file)
      frameCount = try unsafe Self.prepare(file, format)
    } catch {
      unsafe Self.close(file, inner)
      throw Self.error(OSStatus(truncatingIfNeeded: (error as NSError).code))
    }
  }

  deinit {
    unsafe Self.close(file, inner)
  }

  private static func close(_ file: ExtAudioFileRef, _ inner: AudioFileID?) {
    unsafe ExtAudioFileDispose(file)
    if let inner = unsafe inner { unsafe AudioFileClose(inner) }
  }

  /// Has a file read as interleaved Float32, and gives its length in frames.
  private static func prepare(_ file: ExtAudioFileRef, _ format: AVAudioFormat) throws -> Int {
    let channels = format.channelCount
    guard
      PlaybackEngine.canPlay(sampleRate: format.sampleRate, channelCount: Int(channels))
    else { throw NSError.audio(kAudioFileUnsupportedDataFormatError, "AVAudioPlayer") }
    var client = AVAudioCommonFormat.pcmFormatFloat32.description(
      sampleRate: format.sampleRate, channels: channels, interleaved: true)
    let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    try check(
      unsafe ExtAudioFileSetProperty(
        file, kExtAudioFileProperty_ClientDataFormat, size, &client),
      "kExtAudioFileProperty_ClientDataFormat")
    var frames: Int64 = 0
    var frameSize: UInt32 = 8
    try check(
      unsafe ExtAudioFileGetProperty(
        file, kExtAudioFileProperty_FileLengthFrames, &frameSize, &frames),
      "kExtAudioFileProperty_FileLengthFrames")
    return Int(frames)
  }

  /// The error of a status, as players have them.
  static func error(_ status: OSStatus) -> NSError {
    NSError(domain: NSOSStatusErrorDomain, code: Int(status))
  }

  /// Why the last read failed.
  var failure: NSError { Self.error(lastFailure.withLock { $0 }) }

  func seek(to frame: Int) {
    // A frame that is there can be sought; what else may be wrong the next read tells.
    _ = unsafe ExtAudioFileSeek(file, Int64(frame))
  }

  func read(_ count: Int, into samples: inout [Float]) throws(CodecError) {
    let channels = Int(format.channelCount)
    let start = samples.count
    // No room for more than there can be: a short sound is played over and over again.
    let count = min(count, max(1, frameCount))
    samples.append(zeros: count * channels)
    var frames = UInt32(count)
    // Safe: the list describes the room behind the samples that were there, during the call.
    let status = unsafe samples.withUnsafeMutableBytes { room in
      var list = unsafe AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: UInt32(channels), mDataByteSize: UInt32(count * channels * 4),
          mData: room.baseAddress?.advanced(by: start * 4)))
      return unsafe ExtAudioFileRead(file, &frames, &list)
    }
    let read = status == noErr ? Int(frames) * channels : 0
    samples.removeLast(samples.count - start - read)
    guard status == noErr else {
      lastFailure.withLock { $0 = status }
      throw .badPacket
    }
  }
}
