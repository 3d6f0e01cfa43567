package import AudioContainers
internal import AudioFiles
package import AudioTransport
public import AudioToolbox
public import Foundation

/// An audio file that clients read or write in one format, independent of the file's own format.
// Unchecked: a file is for one thread at a time, as on Apple's systems.
@safe open class AVAudioFile: NSObject, @unchecked Sendable {
  /// The location of the file.
  public let url: URL
  /// The format of the file, with the cookie that a decoder of its packets needs.
  public let fileFormat: AVAudioFormat
  /// The format of the buffers that clients read or write.
  public let processingFormat: AVAudioFormat
  /// The file; `nil` after it is closed.
  private var file: ExtAudioFileRef?

  /// Opens a file to read Float32 samples in separate channels.
  ///
  /// - Parameter fileURL: The location of the file.
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio` with the status of Audio File
  ///   Services.
  public convenience init(forReading fileURL: URL) throws {
    try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Opens a file to read samples.
  ///
  /// - Parameters:
  ///   - fileURL: The location of the file.
  ///   - format: The sample format to read; any except `.otherFormat`.
  ///   - interleaved: Whether the channels share a buffer.
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio` with the status of Audio File
  ///   Services.
  public init(
    forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    url = fileURL
    let opened = try OpenAudioFile(reading: fileURL)
    fileFormat = try opened.format()
    processingFormat = try Self.processing(fileFormat, format, interleaved: interleaved)
    try opened.setClientFormat(processingFormat)
    unsafe file = opened.take()
    super.init()
  }

  /// Creates a file to write Float32 samples in separate channels, and replaces an existing file.
  ///
  /// - Parameters:
  ///   - fileURL: The location of the file. Its extension selects the type if the settings do not.
  ///   - settings: The format of the file, and options of the encoder.
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio`.
  public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
    try self.init(
      forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32,
      interleaved: false)
  }

  /// Creates a file to write samples.
  ///
  /// Replaces an existing file, but leaves it unchanged if the settings are unsupported.
  ///
  /// The client writes the channels in the order of the layout in the settings. If the encoder or
  /// the file type needs another order, the channels are reordered. ``fileFormat`` then reports the
  /// order in the file.
  ///
  /// - Parameters:
  ///   - fileURL: The location of the file. Its extension selects the type if the settings do not.
  ///   - settings: The format of the file, and options of the encoder.
  ///   - format: The sample format to write; any except `.otherFormat`.
  ///   - interleaved: Whether the channels share a buffer.
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio`.
  public init(
    forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat,
    interleaved: Bool
  ) throws {
    url = fileURL
    let opened = try OpenAudioFile(writing: fileURL, settings)
    processingFormat = try Self.prepare(opened, format, interleaved: interleaved)
    fileFormat = try opened.format()
    unsafe file = opened.take()
    super.init()
  }

  /// Creates a file whose bytes go to a sink instead of a file at the URL.
  package init(
    forWriting fileURL: URL, to sink: any ByteSink, settings: [String: Any],
    commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    url = fileURL
    let opened = try OpenAudioFile(writing: fileURL, to: sink, settings)
    processingFormat = try Self.prepare(opened, format, interleaved: interleaved)
    fileFormat = try opened.format()
    unsafe file = opened.take()
    super.init()
  }

  /// Prepares a new file for a client's frames.
  ///
  /// Encoder options can change the packet format, so read the file's format afterwards.
  private static func prepare(
    _ opened: OpenAudioFile, _ format: AVAudioCommonFormat, interleaved: Bool
  ) throws -> AVAudioFormat {
    let processing = try processing(
      opened.format(), format, interleaved: interleaved, layout: opened.layout)
    try opened.setClientFormat(processing)
    if let layout = processing.channelLayout { try opened.setClientLayout(layout) }
    try opened.applyChoices()
    return processing
  }

  deinit {
    close()
  }

  private static func processing(
    _ file: AVAudioFormat, _ format: AVAudioCommonFormat, interleaved: Bool,
    layout: AVAudioChannelLayout? = nil
  ) throws -> AVAudioFormat {
    let description = format.description(
      sampleRate: file.sampleRate, channels: file.channelCount, interleaved: interleaved)
    guard var description,
      let made = unsafe AVAudioFormat(
        streamDescription: &description, channelLayout: layout ?? file.channelLayout)
    else {
      throw NSError.audio(
        kExtAudioFileError_NonPCMClientFormat,
        "AVAudioFile: the processing format is not linear PCM")
    }
    return made
  }

  /// Finishes writing and closes the file, which then cannot be read or written.
  public func close() {
    // A client that needs the error calls `finish`.
    try? finish()
  }

  /// Closes the file, and throws an error if it cannot be completed.
  package func finish() throws {
    guard let file = unsafe file else { return }
    unsafe self.file = nil
    try check(unsafe ExtAudioFileDispose(file), "ExtAudioFileDispose")
  }

  /// Changes the description in a file that is being written.
  package func describe(_ change: (inout ContainerContent) -> Void) throws {
    try check(unsafe extAudioFileDescribe(opened(), change), "description")
  }

  /// Completes a file that is being written, with its tables before the sound if possible.
  ///
  /// No more frames can be written afterwards.
  package func optimise() throws {
    try check(unsafe extAudioFileOptimise(opened()), "optimise")
  }

  /// Whether the file is still open.
  public var isOpen: Bool { unsafe file != nil }

  /// Updates the file's sizes after each write, so that the file stays readable if the process
  /// ends.
  func updateSizesAfterEachWrite() throws {
    var audioFile: AudioFileID?
    var size = UInt32(MemoryLayout<UInt>.size)
    let status = unsafe ExtAudioFileGetProperty(
      try opened(), kExtAudioFileProperty_AudioFile, &size, &audioFile)
    try check(status, "kExtAudioFileProperty_AudioFile")
    guard let audioFile = unsafe audioFile else { return }
    var defers: UInt32 = 0
    // File types that store sizes only at the end do not have this property.
    _ = unsafe AudioFileSetProperty(audioFile, kAudioFilePropertyDeferSizeUpdates, 4, &defers)
  }

  /// Returns the writer of a file open for writing, for a recorder that bypasses the C functions.
  ///
  /// The file must stay open, and only the recorder may write to it.
  func frameWriter() throws -> sending FrameFileWriter {
    guard let writer = try unsafe extAudioFileWriter(opened()) else {
      throw NSError.audio(
        kExtAudioFileError_InvalidOperationOrder, "AVAudioFile: the file is not open for writing")
    }
    return writer
  }

  private func opened() throws -> ExtAudioFileRef {
    guard let file = unsafe file else {
      throw NSError.audio(kAudioFileNotOpenError, "AVAudioFile: the file is closed")
    }
    return unsafe file
  }

  /// The number of frames in the file, or the number written so far.
  public var length: AVAudioFramePosition {
    guard let file = unsafe file else { return 0 }
    var length: Int64 = 0
    var size: UInt32 = 8
    let status = unsafe ExtAudioFileGetProperty(
      file, kExtAudioFileProperty_FileLengthFrames, &size, &length)
    return status == noErr ? length : 0
  }

  /// The next frame to read or write.
  ///
  /// Set it to continue reading at another frame. A frame outside the file has no effect. If the
  /// file is open for writing, no frame has an effect.
  public var framePosition: AVAudioFramePosition {
    get {
      guard let file = unsafe file else { return 0 }
      var position: Int64 = 0
      _ = unsafe ExtAudioFileTell(file, &position)
      return position
    }
    set {
      if let file = unsafe file { _ = unsafe ExtAudioFileSeek(file, newValue) }
    }
  }

  /// Reads as many frames as the buffer has room for.
  ///
  /// - Parameter buffer: Receives the frames; fewer at the end of the file.
  /// - Throws: `kAudioFileEndOfFileError` if no frames remain; or the error of reading the file.
  public func read(into buffer: AVAudioPCMBuffer) throws {
    try read(into: buffer, frameCount: buffer.frameCapacity)
  }

  /// Reads frames.
  ///
  /// - Parameters:
  ///   - buffer: Receives the frames; fewer at the end of the file.
  ///   - frames: The number of frames, limited by the capacity of the buffer.
  /// - Throws: `kAudioFileEndOfFileError` if no frames remain; or the error of reading the file.
  public func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
    guard buffer.format.isEqual(processingFormat) else {
      throw NSError.audio(
        kAudio_ParamError,
        "AVAudioFile.read(into:frameCount:): the format of the buffer is not the processingFormat")
    }
    let file = try unsafe opened()
    let limit = min(frames, buffer.frameCapacity)
    buffer.frameLength = 0
    guard limit > 0 else { return }
    var count = limit
    let status = unsafe ExtAudioFileRead(file, &count, buffer.mutableAudioBufferList)
    try check(status, "ExtAudioFileRead")
    buffer.frameLength = count
    if count == 0 { throw NSError.audio(kAudioFileEndOfFileError, "ExtAudioFileRead") }
  }

  /// Writes the frames of a buffer.
  ///
  /// - Parameter buffer: Frames in the ``processingFormat``.
  /// - Throws: The error of writing the file.
  public func write(from buffer: AVAudioPCMBuffer) throws {
    guard buffer.format.isEqual(processingFormat) else {
      throw NSError.audio(
        kAudio_ParamError,
        "AVAudioFile.write(from:): the format of the buffer is not the processingFormat")
    }
    let file = try unsafe opened()
    let status = unsafe ExtAudioFileWrite(file, buffer.frameLength, buffer.audioBufferList)
    try check(status, "ExtAudioFileWrite")
  }
}
