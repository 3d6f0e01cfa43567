internal import AudioToolbox
internal import AudioTransport
internal import Foundation

/// An open file for an ``AVAudioFile`` in the making; closes the file if initialization fails.
@safe final class OpenAudioFile {
  private var file: ExtAudioFileRef?
  /// The encoder options in the settings of a new file.
  private let choices: EncoderChoices
  /// The channel layout in the settings of a new file.
  private(set) var layout: AVAudioChannelLayout?

  /// Opens a file.
  init(reading url: URL) throws {
    choices = EncoderChoices([:], channelCount: 0)
    var opened: ExtAudioFileRef?
    try check(unsafe ExtAudioFileOpenURL(url as CFURL, &opened), "ExtAudioFileOpenURL")
    unsafe file = unsafe opened
  }

  /// Creates a file, or leaves an existing file unchanged if the settings are unsupported.
  ///
  /// - Parameters:
  ///   - url: The location of the file.
  ///   - sink: The destination of the bytes instead of the URL.
  ///   - settings: The format of the file, and options of the encoder.
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio`.
  init(writing url: URL, to sink: (any ByteSink)? = nil, _ settings: [String: Any]) throws {
    guard let format = FormatSettings(settings) else {
      throw NSError.audio(
        kAudioFileUnsupportedDataFormatError,
        "AVAudioFile(forWriting:settings:): the settings describe no valid format")
    }
    let type = try FileTypes.type(of: url, settings)
    var description = FileTypes.description(format.description, of: type, settings)
    choices = EncoderChoices(settings, channelCount: description.mChannelsPerFrame)
    try check(FileTrial.status(description, format.layout, choices, in: type), "settings")
    var created: ExtAudioFileRef?
    let status =
      if let sink {
        unsafe createExtAudioFile(on: sink, type, &description, format.layout?.layout, &created)
      } else {
        unsafe ExtAudioFileCreateWithURL(
          url as CFURL, type, &description, format.layout?.layout,
          AudioFileFlags.eraseFile.rawValue, &created)
      }
    try check(status, "ExtAudioFileCreateWithURL")
    unsafe file = unsafe created
    layout = format.layout
  }

  deinit {
    if let file = unsafe file { unsafe ExtAudioFileDispose(file) }
  }

  /// Transfers ownership of the file.
  func take() -> ExtAudioFileRef? {
    defer { unsafe file = nil }
    return unsafe file
  }

  private func opened() throws -> ExtAudioFileRef {
    guard let file = unsafe file else {
      throw NSError.audio(kAudioFileNotOpenError, "AVAudioFile: the file is closed")
    }
    return unsafe file
  }

  /// The format of the file.
  func format() throws -> AVAudioFormat { try unsafe Self.format(of: opened()) }

  /// The format of a file.
  static func format(of file: ExtAudioFileRef) throws -> AVAudioFormat {
    var description = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    let status = unsafe ExtAudioFileGetProperty(
      file, kExtAudioFileProperty_FileDataFormat, &size, &description)
    try check(status, "kExtAudioFileProperty_FileDataFormat")
    let count = description.mChannelsPerFrame
    let stated = unsafe layout(of: file).flatMap { $0.channelCount == count ? $0 : nil }
    // More than two channels always have a layout, even if it states only their number.
    let layout =
      stated
      ?? (count > 2
        ? AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | count) : nil)
    guard
      let format = unsafe AVAudioFormat(streamDescription: &description, channelLayout: layout)
    else {
      throw NSError.audio(
        kAudioFileUnsupportedDataFormatError,
        "AVAudioFile: the file states no codec, no channels, or an unsuitable channel layout")
    }
    format.magicCookie = unsafe cookie(of: file)
    return format
  }

  /// The cookie that a decoder of the file's packets needs, or `nil` if it needs no cookie.
  private static func cookie(of file: ExtAudioFileRef) -> Data? {
    var opened: AudioFileID?
    var size = UInt32(MemoryLayout<UInt>.size)
    let found = unsafe ExtAudioFileGetProperty(
      file, kExtAudioFileProperty_AudioFile, &size, &opened)
    let property = kAudioFilePropertyMagicCookieData
    guard found == noErr, let audioFile = unsafe opened,
      unsafe AudioFileGetPropertyInfo(audioFile, property, &size, nil) == noErr, size > 0
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard unsafe AudioFileGetProperty(audioFile, property, &size, &bytes) == noErr else {
      return nil
    }
    return Data(bytes.prefix(Int(size)))
  }

  private static func layout(of file: ExtAudioFileRef) -> AVAudioChannelLayout? {
    let property = kExtAudioFileProperty_FileChannelLayout
    var size: UInt32 = 0
    let head = MemoryLayout<AudioChannelLayout>.size
    guard unsafe ExtAudioFileGetPropertyInfo(file, property, &size, nil) == noErr, size >= 12
    else { return nil }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(Int(size), head), alignment: MemoryLayout<AudioChannelLayout>.alignment)
    defer { unsafe memory.deallocate() }
    guard unsafe ExtAudioFileGetProperty(file, property, &size, memory) == noErr else {
      return nil
    }
    // Safe: the memory holds a layout of the size that the property reported.
    return unsafe AVAudioChannelLayout(
      layout: memory.assumingMemoryBound(to: AudioChannelLayout.self))
  }

  /// Sets the format that the client reads or writes.
  func setClientFormat(_ format: AVAudioFormat) throws {
    let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    let status = unsafe ExtAudioFileSetProperty(
      try opened(), kExtAudioFileProperty_ClientDataFormat, size, format.streamDescription)
    try check(status, "kExtAudioFileProperty_ClientDataFormat")
  }

  /// Sets the channel layout of the client; the channels of files with another order are reordered.
  func setClientLayout(_ layout: AVAudioChannelLayout) throws {
    let size = UInt32(clamping: layout.value.sizeInBytes)
    // Safe: the layout has this many bytes, and outlives the call.
    let status = unsafe ExtAudioFileSetProperty(
      try opened(), kExtAudioFileProperty_ClientChannelLayout, size, layout.layout)
    try check(status, "kExtAudioFileProperty_ClientChannelLayout")
  }

  /// Applies the settings to the encoder, if the file has one.
  func applyChoices() throws {
    let file = try unsafe opened()
    var converter: UInt = 0
    var size = UInt32(MemoryLayout<UInt>.size)
    let status = unsafe ExtAudioFileGetProperty(
      file, kExtAudioFileProperty_AudioConverter, &size, &converter)
    guard status == noErr, let converter = unsafe AudioConverterRef(bitPattern: converter) else {
      return
    }
    try unsafe choices.apply(to: converter)
    var none: UInt = 0
    let taken = unsafe ExtAudioFileSetProperty(
      file, kExtAudioFileProperty_ConverterConfig, UInt32(MemoryLayout<UInt>.size), &none)
    try check(taken, "kExtAudioFileProperty_ConverterConfig")
  }
}
