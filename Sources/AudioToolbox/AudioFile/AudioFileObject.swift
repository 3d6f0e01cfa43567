internal import AudioContainers
internal import AudioFiles
internal import AudioTransport
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// What an `AudioFileID` stands for.
///
/// Calls that need bytes of the file come one after the other, since the client's functions are asked for one
/// stretch at a time: such a call waits until the one before has its bytes. What the header told is answered at
/// any time, also while another thread waits for bytes, or from within the client's functions: so a client
/// may hold a lock of its own in both. A call from within them that needs bytes is refused.
///
/// Unchecked: what can change is touched under `lock`.
final class AudioFileObject: @unchecked Sendable {
  /// Every open file.
  static let all = HandleTable<AudioFileObject>()

  /// Where the bytes come from, as long as the file is only read.
  private var source: (any ByteSource)?
  private var file: PacketFile
  /// What writes the file, once it is written.
  private var writer: PacketFileWriter?
  /// The bytes of a file that was there and may be changed.
  private var existing: (any ByteSink)?
  /// What can be changed.
  let changes: Changes

  /// What of a file can be changed.
  enum Changes: Sendable {
    case nothing
    /// What is said in front of the audio of a file that is there.
    case tags
    case everything
  }

  private let lock = NSRecursiveLock()
  private var isInUse = false
  /// What is known of the file so far.
  private let known: Mutex<AudioFileHeader>

  /// Reads the header.
  init(_ source: any ByteSource) throws(StatusError) {
    self.source = source
    file = try Self.open(source, track: nil)
    known = Mutex(AudioFileHeader(of: file))
    existing = nil
    changes = .nothing
  }

  /// Reads the header of a file that may be changed.
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

  /// Holds a file that is being written.
  init(_ writer: PacketFileWriter) {
    source = nil
    file = writer.file
    known = Mutex(AudioFileHeader(of: writer.file))
    self.writer = writer
    existing = nil
    changes = .everything
  }

  /// The object behind a reference.
  ///
  /// - Throws: Where the reference is null or closed.
  static func find(_ reference: AudioFileID) throws(StatusError) -> AudioFileObject {
    guard unsafe !isNull(reference) else { throw StatusError(kAudio_ParamError) }
    guard let object = unsafe all.object(reference) else {
      throw StatusError(kAudioFileNotOpenError)
    }
    return object
  }

  /// What is known of the file so far; for any thread, at any time.
  var header: AudioFileHeader { known.withLock { $0 } }

  /// Lends the packets to `body`, one call at a time.
  func use<Result>(
    _ body: (PacketFile) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try lendingFile { () throws(StatusError) in try body(file) }
  }

  /// Lends the packets to `body`, of a file whose chunks are all where they are going to be.
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

  /// Lends what writes the file to `body`, one call at a time.
  ///
  /// - Throws: `kAudioFilePermissionsError`, where the file is only read;
  ///   `kAudioFileOperationNotSupportedError`, where it is of a type that cannot be changed.
  func record<Result>(
    _ body: (PacketFileWriter) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try lendingFile { () throws(StatusError) in try body(openWriter()) }
  }

  /// What writes the file; a file that was there is taken over with the first change.
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

  /// Whether a property of the file can be set.
  func canSet(_ property: AudioFilePropertyID) -> Bool {
    switch changes {
    case .nothing: false
    case .tags: AudioFileSettings.isTag(property)
    case .everything: AudioFileSettings.canSet(property)
    }
  }

  /// Changes what is said in front of the audio of a file that is there.
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

  /// Makes what has been written a whole file.
  func close() throws(StatusError) {
    try exclusively { () throws(StatusError) in
      guard let writer else { return try succeed() }
      try withWriteStatus { () throws(PacketWriteError) in try writer.close() }
    }
  }

  /// Has a file whose tags have been changed take its place.
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

  /// Reads another sound track from now on.
  ///
  /// - Parameter track: Its number, from 0.
  /// - Throws: `kAudio_ParamError` where there is no such track; or why it cannot be read.
  func choose(track: UInt32) throws(StatusError) {
    try exclusively { () throws(StatusError) in
      guard let track = Int(exactly: track), track < file.info.trackCount else {
        throw StatusError(kAudio_ParamError)
      }
      // A file that is written has one track.
      guard let source else { return }
      file = try Self.open(source, track: track)
      publish()
    }
  }

  private func publish() {
    let header = AudioFileHeader(of: file)
    known.withLock { $0 = header }
  }

  /// Runs `body`, and tells what it has brought to light.
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
