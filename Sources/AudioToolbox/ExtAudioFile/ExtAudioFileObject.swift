internal import AudioContainers
internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import AudioRealtime
internal import CoreAudioTypes

/// The object that an `ExtAudioFileRef` refers to: a file, and the reader or writer of its frames.
///
/// Unchecked: only one thread at a time may use it, as on Apple's systems. File accesses take the
/// file's own lock.
@safe
final class ExtAudioFileObject: @unchecked Sendable {
  static let all = HandleTable<ExtAudioFileObject>()

  /// The use of the file.
  enum Use {
    case reading(FrameFileReader)
    case writing(FrameFileWriter)
    /// A file to create once the client format determines the sample rate.
    case pending(ExtAudioFileCreation)
  }

  private(set) var use: Use
  /// The reference to the file, or `nil` before the file exists.
  private(set) var fileReference: AudioFileID?
  /// Whether to close the file together with this object.
  private let ownsFile: Bool
  private var file: AudioFileObject?
  private var hasClientFormat = false
  /// The writer for a render thread once prepared, and its lookup key.
  var asyncWriter: (writer: ExtAudioFileAsyncWriter, key: UInt)?
  /// The reference to ``converter``, after the client has requested it.
  private var converterReference: AudioConverterRef?
  var clientLayout: ChannelLayout?
  /// The manufacturer of the codec, or 0 for any.
  var codecManufacturer: UInt32 = 0
  /// The client's memory for packets, from the moment it is set, or nil.
  var buffer: UnsafeMutableRawPointer?
  /// The client's memory for packets, from the moment its size is set.
  var lentMemory: ExtAudioFileMemory?
  var bufferByteCount: UInt32 = 32768

  /// Creates an object for an open file.
  ///
  /// - Parameters:
  ///   - reference: The file.
  ///   - isForWriting: Whether to write frames.
  ///   - ownsFile: Whether to close the file at the end.
  /// - Throws: An error that `ExtAudioFileWrapAudioFileID` documents.
  init(
    _ reference: AudioFileID, isForWriting: Bool, ownsFile: Bool
  ) throws(StatusError) {
    let file = try unsafe AudioFileObject.find(reference)
    unsafe fileReference = reference
    self.ownsFile = ownsFile
    self.file = file
    use = try Self.use(file, isForWriting: isForWriting)
  }

  /// Creates an object for a file that is created once the client format is set.
  init(_ creation: ExtAudioFileCreation) {
    use = .pending(creation)
    ownsFile = true
  }

  private static func use(
    _ file: AudioFileObject, isForWriting: Bool
  ) throws(StatusError) -> Use {
    if isForWriting {
      return try file.record { (writer) throws(StatusError) in
        let format = writer.content.format
        let client = format.isLinearPCM ? format : .interleavedFloats(like: format)
        return .writing(
          try withFrameStatus { () throws(FrameFileError) in
            try FrameFileWriter(writer, from: client)
          })
      }
    }
    return try file.use { (packets) throws(StatusError) in
      .reading(
        try withFrameStatus { () throws(FrameFileError) in try FrameFileReader(packets) })
    }
  }

  /// Finds the object for a reference.
  static func find(_ reference: ExtAudioFileRef) throws(StatusError) -> ExtAudioFileObject {
    guard unsafe !isNull(reference), let object = unsafe all.object(reference) else {
      throw StatusError(kAudio_ParamError)
    }
    return object
  }

  /// Runs `body` with exclusive access to the file.
  func exclusively<Result>(
    _ body: () throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    guard let file else { return try body() }
    return try file.use { (_) throws(StatusError) in try body() }
  }

  /// Writes pending frames and closes the object.
  func close() throws(StatusError) {
    forgetConverter()
    var failure: StatusError?
    if let (writer, key) = asyncWriter.take() {
      ExtAudioFileAsyncWriter.slots.remove(key)
      do throws(StatusError) { try writer.finish() } catch { failure = error }
    }
    if case .writing(let writer) = use {
      do throws(StatusError) {
        try exclusively { () throws(StatusError) in
          try withFrameStatus { () throws(FrameFileError) in try writer.finish() }
        }
      } catch {
        failure = failure ?? error
      }
    }
    if ownsFile, let reference = unsafe fileReference {
      let status = unsafe AudioFileClose(reference)
      if failure == nil, status != noErr { failure = StatusError(status) }
    }
    if let failure { throw failure }
  }
}

// MARK: - Formats

extension ExtAudioFileObject {
  /// The format of the file.
  var fileFormat: StreamFormat {
    switch use {
    case .reading(let reader): reader.fileFormat
    case .writing(let writer): writer.converter.output
    case .pending(let creation): creation.format
    }
  }

  /// The client format, or `nil` if the client must set it first.
  var clientFormat: StreamFormat? {
    switch use {
    case .reading(let reader):
      hasClientFormat || reader.fileFormat.isLinearPCM ? reader.clientFormat : nil
    case .writing(let writer):
      hasClientFormat || writer.converter.output.isLinearPCM ? writer.clientFormat : nil
    case .pending: nil
    }
  }

  /// Sets the client format.
  ///
  /// A file open for writing first receives all frames in the previous format.
  func setClientFormat(_ format: StreamFormat) throws(StatusError) {
    guard format.isLinearPCM else { throw StatusError(kExtAudioFileError_NonPCMClientFormat) }
    switch use {
    case .reading(let reader):
      try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in try reader.setClientFormat(format) }
      }
    case .writing(let writer):
      guard asyncWriter == nil else { throw StatusError(kExtAudioFileError_InvalidOperationOrder) }
      try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in try writer.setClientFormat(format) }
      }
    case .pending(let creation):
      let reference = try unsafe creation.create(sampleRate: format.sampleRate)
      let file: AudioFileObject
      let made: Use
      do throws(StatusError) {
        file = try unsafe AudioFileObject.find(reference)
        made = try Self.use(file, isForWriting: true)
      } catch {
        unsafe creation.abandon(reference)
        throw error
      }
      unsafe fileReference = reference
      self.file = file
      use = made
      try takeUpMemory()
      if let layout = creation.layout { try setFileLayout(layout) }
      return try setClientFormat(format)
    }
    forgetConverter()
    hasClientFormat = true
    try arrangeClientChannels()
  }

  /// The channel layout of the file if it was set separately; `nil` if it comes from the file.
  var fileLayout: ChannelLayout? {
    switch use {
    case .reading(let reader): reader.layoutOverride
    case .writing(let writer): writer.converter.arrangement.output
    case .pending(let creation): creation.layout
    }
  }

  /// Sets the channel layout of the file.
  ///
  /// - Parameter layout: A layout with the channel count of the file.
  /// - Throws: The error that prevents changing a file open for writing.
  func setFileLayout(_ layout: ChannelLayout) throws(StatusError) {
    switch use {
    case .reading(let reader): reader.layoutOverride = layout
    case .writing(let writer):
      try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in try writer.setChannelLayout(layout) }
      }
    case .pending(var creation):
      creation.layout = layout
      use = .pending(creation)
    }
  }

  /// Passes the client's channel layout to the converter.
  ///
  /// - Throws: The error that prevents changing a file open for writing.
  func arrangeClientChannels() throws(StatusError) {
    switch use {
    case .reading(let reader): reader.converter.arrangement.output = clientLayout
    case .writing(let writer):
      try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in try writer.setClientLayout(clientLayout)
        }
      }
    case .pending: break
    }
  }

  /// The converter, if the formats require one.
  var converter: PacketConverter? {
    switch use {
    case .reading(let reader):
      reader.clientFormat == reader.fileFormat ? nil : reader.converter
    case .writing(let writer):
      writer.clientFormat == writer.converter.output ? nil : writer.converter
    case .pending: nil
    }
  }

  /// Returns a reference to ``converter`` for the client, valid until the format changes.
  func reference() -> AudioConverterRef? {
    if let reference = unsafe converterReference { return unsafe reference }
    guard let converter else { return nil }
    unsafe converterReference = AudioConverterObject.all.add(
      AudioConverterObject(converter, isOfFile: true))
    return unsafe converterReference
  }

  private func forgetConverter() {
    if let reference = unsafe converterReference {
      _ = unsafe AudioConverterObject.all.remove(reference)
    }
    unsafe converterReference = nil
  }

  /// Responds to a change of the converter's properties.
  func converterHasChanged() throws(StatusError) {
    switch use {
    case .reading(let reader): reader.converterHasChanged()
    case .writing(let writer):
      try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in try writer.describe() }
      }
    case .pending: throw StatusError(kExtAudioFileError_InvalidOperationOrder)
    }
  }
}
