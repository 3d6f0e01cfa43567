internal import AudioContainers
internal import AudioFiles
internal import AudioTransport
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The object that an `AudioFileID` refers to.
///
/// Calls that need bytes of the file run one at a time, so the client's callbacks never run
/// concurrently. Header information has a lock of its own. It is available at any time, on any
/// thread and within callbacks. A call from within a callback that needs bytes returns an error.
///
/// Unchecked: `lock` protects all mutable state.
final class AudioFileObject: @unchecked Sendable {
  /// All open files.
  static let all = HandleTable<AudioFileObject>()

  /// The source of the bytes while the file is read-only.
  private var source: (any ByteSource)?
  private var file: PacketFile
  /// The writer, once the file has been written to.
  private var writer: PacketFileWriter?
  /// The bytes of an existing file opened for writing.
  private var existing: (any ByteSink)?
  /// The supported changes.
  let changes: Changes

  /// The parts of a file that are editable.
  enum Changes: Sendable {
    case nothing
    /// The metadata before the audio of an existing file.
    case tags
    case everything
  }

  private let lock = NSRecursiveLock()
  private var isInUse = false
  /// The header information known so far.
  private let known: Mutex<AudioFileHeader>

  /// Opens a file for reading and reads its header.
  init(_ source: any ByteSource) throws(StatusError) {
    self.source = source
    file = try Self.open(source, track: nil)
    known = Mutex(AudioFileHeader(of: file))
    existing = nil
    changes = .nothing
  }

  /// Opens an existing file for writing and reads its header.
  init(existing sink: any ByteSink) throws(StatusError) {
    source = sink
    file = try Self.open(sink, track: nil)
    known = Mutex(AudioFileHeader(of: file))
    existing = sink
    changes =
      PacketFileWriter.canReopen(fileType: file.info.fileType) && file.info.canBeChanged
      ? .everything : TagEditorTable.canEdit(file.info) ? .tags : .nothing
  }

  private static func open(
    _ source: any ByteSource, track: Int?
  ) throws(StatusError) -> PacketFile {
    try withStatus { () throws(PacketError) in
      try PacketFile(source, reader: DetectingReader(track: track))
    }
  }

  /// Creates an object for a new file.
  init(_ writer: PacketFileWriter) {
    source = nil
    file = writer.file
    known = Mutex(AudioFileHeader(of: writer.file))
    self.writer = writer
    existing = nil
    changes = .everything
  }

  /// Finds the object for a reference.
  ///
  /// - Throws: `kAudio_ParamError` if the reference is null; `kAudioFileNotOpenError` if it is
  ///   closed.
  static func find(_ reference: AudioFileID) throws(StatusError) -> AudioFileObject {
    guard unsafe !isNull(reference) else { throw StatusError(kAudio_ParamError) }
    guard let object = unsafe all.object(reference) else {
      throw StatusError(kAudioFileNotOpenError)
    }
    return object
  }

  /// The header information known so far.
  ///
  /// Callable from any thread at any time.
  var header: AudioFileHeader { known.withLock { $0 } }

  /// Passes the packets to `body`, one call at a time.
  func use<Result>(
    _ body: (PacketFile) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try lendingFile { () throws(StatusError) in try body(file) }
  }

  /// Passes the packets to `body`, after all chunks have reached their final positions.
  func useSettled<Result>(
    _ body: (PacketFile) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try lendingFile { () throws(StatusError) in
      if let writer {
        try withWriteStatus { () throws(PacketWriteError) in try writer.finish() }
      }
      return try body(file)
    }
  }

  /// Passes the writer to `body`, one call at a time.
  ///
  /// - Throws: `kAudioFilePermissionsError` if the file is read-only;
  ///   `kAudioFileOperationNotSupportedError` if the file type is not editable.
  func record<Result>(
    _ body: (PacketFileWriter) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try lendingFile { () throws(StatusError) in try body(openWriter()) }
  }

  /// Returns the writer, which the first change to an existing file creates.
  private func openWriter() throws(StatusError) -> PacketFileWriter {
    if let writer { return writer }
    guard let existing else { throw StatusError(kAudioFilePermissionsError) }
    let opened = try withWriteStatus { () throws(PacketWriteError) in
      try PacketFileWriter.reopen(file, in: existing)
    }
    file = opened.file
    writer = opened
    source = nil
    return opened
  }

  /// Whether a property of the file is settable.
  func canSet(_ property: AudioFilePropertyID) -> Bool {
    switch changes {
    case .nothing: false
    case .tags: AudioFileSettings.isTag(property)
    case .everything: AudioFileSettings.canSet(property)
    }
  }

  /// Changes the metadata of an existing file.
  func edit(_ change: TagChange) throws(StatusError) {
    try lendingFile { () throws(StatusError) in
      guard let existing else { throw StatusError(kAudioFilePermissionsError) }
      let new = try withWriteStatus { () throws(PacketWriteError) in
        try TagFile.edit(file, in: existing, change)
      }
      file = try Self.open(new, track: nil)
      self.existing = new
      source = new
    }
  }

  /// Completes a written file.
  func close() throws(StatusError) {
    try exclusively { () throws(StatusError) in
      guard let writer else { return try succeed() }
      try withWriteStatus { () throws(PacketWriteError) in try writer.close() }
    }
  }

  /// Replaces the original file after a change to its tags.
  private func succeed() throws(StatusError) {
    guard let existing, existing.isPending else { return }
    try withWriteStatus { () throws(PacketWriteError) in
      do throws(TransportError) {
        try existing.succeed()
        try existing.close()
      } catch {
        throw .transport(error)
      }
    }
  }

  /// Selects another audio track to read.
  ///
  /// - Parameter track: The index of the track, from 0.
  /// - Throws: `kAudio_ParamError` if the track does not exist; otherwise the error that prevented
  ///   reading.
  func choose(track: UInt32) throws(StatusError) {
    try exclusively { () throws(StatusError) in
      guard let track = Int(exactly: track), track < file.info.trackCount else {
        throw StatusError(kAudio_ParamError)
      }
      // A file opened for writing has one track.
      guard let source else { return }
      file = try Self.open(source, track: track)
      publish()
    }
  }

  private func publish() {
    let header = AudioFileHeader(of: file)
    known.withLock { $0 = header }
  }

  /// Runs `body`, and publishes the header if `body` changed it.
  private func lendingFile<Result>(
    _ body: () throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try exclusively { () throws(StatusError) in
      let (lent, revision) = (file, file.infoRevision)
      defer { if file !== lent || file.infoRevision != revision { publish() } }
      return try body()
    }
  }

  private func exclusively<Result>(
    _ body: () throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    guard !isInUse else { throw StatusError(kAudioFileOperationNotSupportedError) }
    isInUse = true
    defer { isInUse = false }
    return try body()
  }
}
