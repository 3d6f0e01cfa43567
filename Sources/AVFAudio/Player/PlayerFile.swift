internal import AudioModel
internal import AudioPlayback
internal import AudioToolbox
internal import Foundation

/// The open file of a player.
// Unchecked: the handles are constant, and only `deinit` closes them.
@safe final class PlayerFile: @unchecked Sendable {
  /// The format of the file.
  let format: AVAudioFormat
  /// The frames of the recording.
  let frames: FileFrames
  private let file: ExtAudioFileRef
  /// The file that ``file`` wraps, if ``file`` does not own it.
  private let inner: AudioFileID?
  /// The data that ``inner`` reads; `nil` for a file at a URL.
  private let bytes: DataBytes?

  /// Opens a file.
  convenience init(_ url: URL) throws {
    var opened: ExtAudioFileRef?
    let status = unsafe ExtAudioFileOpenURL(url as CFURL, &opened)
    guard let opened = unsafe opened else { throw Self.error(status) }
    try unsafe self.init(opened, inner: nil, bytes: nil)
  }

  /// Opens the content of a file in memory.
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

  /// Takes ownership of a file, and closes it if initialization fails.
  private init(_ file: ExtAudioFileRef, inner: AudioFileID?, bytes: DataBytes?) throws {
    unsafe self.file = unsafe file
    unsafe self.inner = unsafe inner
    self.bytes = bytes
    do {
      format = try unsafe OpenAudioFile.format(of: file)
      frames = try unsafe Self.frames(of: file, format)
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

  private static func frames(of file: ExtAudioFileRef, _ format: AVAudioFormat) throws -> FileFrames
  {
    let channels = Int(format.channelCount)
    guard PlaybackEngine.canPlay(sampleRate: format.sampleRate, channelCount: channels),
      let reader = unsafe extAudioFileReader(file)
    else {
      throw NSError.audio(
        kAudioFileUnsupportedDataFormatError,
        "AVAudioPlayer: the sample rate or the channel count is not supported")
    }
    do {
      return try FileFrames(reader)
    } catch {
      throw Self.error(extAudioFileStatus(of: error))
    }
  }

  /// The error of a player for a status.
  static func error(_ status: OSStatus) -> NSError {
    NSError(domain: NSOSStatusErrorDomain, code: Int(status))
  }

  /// The file channel for each device channel; `nil` if the order is the same.
  var channelMap: [Int?]? {
    guard let layout = frames.channelLayout else { return nil }
    let samples = StreamFormat(
      sampleRate: format.sampleRate, formatID: .linearPCM, channelCount: frames.channelCount)
    return deviceChannelMap(of: layout, samples)
  }

  /// The error of the last failed read.
  var failure: NSError { Self.error(frames.failure.map { extAudioFileStatus(of: $0) } ?? noErr) }
}
