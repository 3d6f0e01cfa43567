internal import AudioContainers
internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import AudioRealtime
internal import CoreAudioTypes

/// What is behind an `ExtAudioFileRef`: a file, and what reads its frames or writes them.
///
/// Unchecked: for one thread at a time, as on Apple's systems. What needs the file takes the file's own lock.
@safe
final class ExtAudioFileObject: @unchecked Sendable {
  static let all = HandleTable<ExtAudioFileObject>()

  /// What the file is used for.
  enum Use {
    case reading(FrameFileReader)
    case writing(FrameFileWriter)
    /// A file that is created when the client's format has told the sample rate.
    case pending(ExtAudioFileCreation)
  }

  private(set) var use: Use
  /// The file's reference; `nil` while there is none.
  private(set) var fileReference: AudioFileID?
  /// Whether the file is closed with this object.
  private let ownsFile: Bool
  private var file: AudioFileObject?
  private var hasClientFormat = false
  /// What writes for a render thread, once that has been prepared, and where that thread finds it.
  var asyncWriter: (writer: ExtAudioFileAsyncWriter, key: UInt)?
  /// The reference of ``converter``, once a client has asked.
  private var converterReference: AudioConverterRef?
  var clientLayout: ChannelLayout?
  /// Whose codec is used; 0 for anybody's.
  var codecManufacturer: UInt32 = 0
  /// The client's memory for packets, from when it is set on; nil where there is none.
  var buffer: UnsafeMutableRawPointer?
  /// The same, from when its size is set, too.
  var lentMemory: ExtAudioFileMemory?
  var bufferByteCount: UInt32 = 32768

  /// Takes an open file.
  ///
  /// - Parameters:
  ///   - reference: The file.
  ///   - isForWriting: Whether frames are to be written.
  ///   - ownsFile: Whether to close it in the end.
  /// - Throws: A documented status.
  init(
    _ reference: AudioFileID, isForWriting: Bool, ownsFile: Bool
  ) throws(StatusError) {
    let file = try unsafe AudioFileObject.find(reference)
    unsafe fileReference = reference
    self.ownsFile = ownsFile
    self.file = file
    use = try Self.use(file, isForWriting: isForWriting)
  }

  /// Waits with a file for the client's format.
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

  /// The object behind a reference.
  static func find(_ reference: ExtAudioFileRef) throws(StatusError) -> ExtAudioFileObject {
    guard unsafe !isNull(reference), let object = unsafe all.object(reference) else {
      throw StatusError(kAudio_ParamError)
    }
    return object
  }

  /// Runs `body` while no other call uses the file.
  func exclusively<Result>(
    _ body: () throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    guard let file else { return try body() }
    return try file.use { (_) throws(StatusError) in try body() }
  }

  /// Ends the object, with what was held back.
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
  /// What the file holds.
  var fileFormat: StreamFormat {
    switch use {
    case .reading(let reader): reader.fileFormat
    case .writing(let writer): writer.converter.output
    case .pending(let creation): creation.format
    }
  }

  /// What the client reads or writes; `nil` where it has yet to say so.
  var clientFormat: StreamFormat? {
    switch use {
    case .reading(let reader):
      hasClientFormat || reader.fileFormat.isLinearPCM ? reader.clientFormat : nil
    case .writing(let writer):
      hasClientFormat || writer.converter.output.isLinearPCM ? writer.clientFormat : nil
    case .pending: nil
    }
  }

  /// Changes what the client reads or writes.
  func setClientFormat(_ format: StreamFormat) throws(StatusError) {
    guard format.isLinearPCM else { throw StatusError(kExtAudioFileError_NonPCMClientFormat) }
    switch use {
    case .reading(let reader):
      try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in try reader.setClientFormat(format) }
      }
    case .writing(let writer):
      guard writer.position == 0, asyncWriter == nil else {
        throw StatusError(kExtAudioFileError_InvalidOperationOrder)
      }
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

  /// What the channels of the file are, where that does not come from the file; `nil` where it does.
  var fileLayout: ChannelLayout? {
    switch use {
    case .reading(let reader): reader.layoutOverride
    case .writing(let writer): writer.converter.arrangement.output
    case .pending(let creation): creation.layout
    }
  }

  /// Takes what the channels of the file are.
  ///
  /// - Parameter layout: Of as many channels as the file has.
  /// - Throws: Why a file that is written cannot be changed.
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

  /// Tells the converter what the client's channels are.
  ///
  /// - Throws: Why a file that is written cannot be changed.
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

  /// The converter, where one is needed.
  var converter: PacketConverter? {
    switch use {
    case .reading(let reader):
      reader.clientFormat == reader.fileFormat ? nil : reader.converter
    case .writing(let writer):
      writer.clientFormat == writer.converter.output ? nil : writer.converter
    case .pending: nil
    }
  }

  /// A reference of ``converter`` for the client, valid until the format changes.
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

  /// Takes note that the converter's properties were changed.
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
