public import AudioToolbox
public import Foundation

/// An audio file whose frames are read or written in one format, whatever the file's own is.
// Unchecked: a file is for one thread at a time, as on Apple's systems.
@safe open class AVAudioFile: NSObject, @unchecked Sendable {
  /// Where the file is.
  public let url: URL
  /// What the file holds, with the cookie that a decoder of its packets needs.
  public let fileFormat: AVAudioFormat
  /// What is read or written.
  public let processingFormat: AVAudioFormat
  /// The file; `nil` once it is closed.
  private var file: ExtAudioFileRef?

  /// Opens a file for reading as Float32 with separate channels.
  ///
  /// - Parameter fileURL: A file.
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio` with the status of Audio File Services.
  public convenience init(forReading fileURL: URL) throws {
    try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - fileURL: A file.
  ///   - format: What its samples are read as; any but `.otherFormat`.
  ///   - interleaved: Whether the channels share a buffer.
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio` with the status of Audio File Services.
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

  /// Creates a file, in place of one that is there, to write Float32 with separate channels.
  ///
  /// - Parameters:
  ///   - fileURL: The file; its extension tells its type where the settings do not.
  ///   - settings: What the file is to hold, and what is asked of the encoder.
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio`.
  public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
    try self.init(
      forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32,
      interleaved: false)
  }

  /// Creates a file, in place of one that is there, which stays where the settings are refused.
  ///
  /// The channels are written in the order of the layout that the settings have. An encoder with another order, and a file of a type
  /// with another, has each where it belongs; ``fileFormat`` then tells that order.
  ///
  /// - Parameters:
  ///   - fileURL: The file; its extension tells its type where the settings do not.
  ///   - settings: What the file is to hold, and what is asked of the encoder.
  ///   - format: What is written to it; any but `.otherFormat`.
  ///   - interleaved: Whether the channels share a buffer.
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio`.
  public init(
    forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat,
    interleaved: Bool
  ) throws {
    url = fileURL
    guard format != .otherFormat else {
      throw NSError.audio(kExtAudioFileError_NonPCMClientFormat, "processingFormat")
    }
    let opened = try OpenAudioFile(writing: fileURL, settings)
    processingFormat = try Self.processing(
      opened.format(), format, interleaved: interleaved, layout: opened.layout)
    try opened.setClientFormat(processingFormat)
    if let layout = processingFormat.channelLayout { try opened.setClientLayout(layout) }
    try opened.applyChoices()
    // What is asked of an encoder may change what its packets are.
    fileFormat = try opened.format()
    unsafe file = opened.take()
    super.init()
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
    else { throw NSError.audio(kExtAudioFileError_NonPCMClientFormat, "processingFormat") }
    return made
  }

  /// Finishes what was written and lets go of the file, of which nothing can be read or written afterwards.
  public func close() {
    // Who has to know whether all is in the file, finishes it.
    try? finish()
  }

  /// Closes the file, and tells where it could not be made whole.
  func finish() throws {
    guard let file = unsafe file else { return }
    unsafe self.file = nil
    try check(unsafe ExtAudioFileDispose(file), "ExtAudioFileDispose")
  }

  /// Whether ``close()`` is still to come.
  public var isOpen: Bool { unsafe file != nil }

  /// Has the file tell of everything as soon as it is written, so that it can be read whenever the process ends.
  func tellAtOnce() throws {
    var audioFile: AudioFileID?
    var size = UInt32(MemoryLayout<UInt>.size)
    let status = unsafe ExtAudioFileGetProperty(
      try opened(), kExtAudioFileProperty_AudioFile, &size, &audioFile)
    try check(status, "kExtAudioFileProperty_AudioFile")
    guard let audioFile = unsafe audioFile else { return }
    var defers: UInt32 = 0
    // A type that tells at its end only has no such property.
    _ = unsafe AudioFileSetProperty(audioFile, kAudioFilePropertyDeferSizeUpdates, 4, &defers)
  }

  private func opened() throws -> ExtAudioFileRef {
    guard let file = unsafe file else {
      throw NSError.audio(kAudioFileNotOpenError, "AVAudioFile")
    }
    return unsafe file
  }

  /// Frames of the recording, all of which can be read; those written so far of a file that is written.
  public var length: AVAudioFramePosition {
    guard let file = unsafe file else { return 0 }
    var length: Int64 = 0
    var size: UInt32 = 8
    let status = unsafe ExtAudioFileGetProperty(
      file, kExtAudioFileProperty_FileLengthFrames, &size, &length)
    return status == noErr ? length : 0
  }

  /// The frame that is read or written next.
  ///
  /// Setting it goes on with another frame of a file that is read; one that is not there, and any frame of a file that is
  /// written, leaves all as it is.
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
  /// - Parameter buffer: Takes them, and has fewer at the end of the file.
  /// - Throws: `kAudioFileEndOfFileError` where there is no frame left; or why the file cannot be read.
  public func read(into buffer: AVAudioPCMBuffer) throws {
    try read(into: buffer, frameCount: buffer.frameCapacity)
  }

  /// Reads frames.
  ///
  /// - Parameters:
  ///   - buffer: Takes them, and has fewer at the end of the file.
  ///   - frames: How many; at most those that the buffer has room for.
  /// - Throws: `kAudioFileEndOfFileError` where there is no frame left; or why the file cannot be read.
  public func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
    guard buffer.format.isEqual(processingFormat) else {
      throw NSError.audio(kAudio_ParamError, "buffer.format == processingFormat")
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
  /// - Parameter buffer: Frames of the ``processingFormat``.
  /// - Throws: Why the file cannot be written.
  public func write(from buffer: AVAudioPCMBuffer) throws {
    guard buffer.format.isEqual(processingFormat) else {
      throw NSError.audio(kAudio_ParamError, "buffer.format == processingFormat")
    }
    let file = try unsafe opened()
    let status = unsafe ExtAudioFileWrite(file, buffer.frameLength, buffer.audioBufferList)
    try check(status, "ExtAudioFileWrite")
  }
}
