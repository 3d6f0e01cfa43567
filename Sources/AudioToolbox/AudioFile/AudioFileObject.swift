internal import AudioContainers
internal import AudioPipeline
internal import AudioTransport
internal import CoreAudioTypes
internal import Foundation

/// What an `AudioFileID` stands for.
///
/// Unchecked: a call takes the lock for as long as it uses the file. It keeps it while the client's
/// functions run, since that is where the file's bytes come from and go to; so the lock is one that the same
/// thread may take again, and such a call, which would find the file in mid-read, is refused.
final class AudioFileObject: @unchecked Sendable {
  /// Every open file.
  static let all = HandleTable<AudioFileObject>()

  private let file: PacketFile
  /// What writes the file, where it is written.
  private let writer: PacketFileWriter?
  private let lock = NSRecursiveLock()
  private var isInUse = false

  /// Reads the header.
  init(_ source: any ByteSource) throws(StatusError) {
    do {
      file = try PacketFile(source, reader: DetectingReader())
    } catch {
      throw StatusError(AudioFileStatus.status(of: error))
    }
    writer = nil
  }

  /// Holds a file that is being written.
  init(_ writer: PacketFileWriter) {
    file = writer.file
    self.writer = writer
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

  /// Lends the packets to `body`, one call at a time.
  func use<Result>(
    _ body: (PacketFile) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try exclusively { () throws(StatusError) in try body(file) }
  }

  /// Lends what writes the file to `body`, one call at a time.
  ///
  /// - Throws: `kAudioFilePermissionsError`, where the file is only read.
  func record<Result>(
    _ body: (PacketFileWriter) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try exclusively { () throws(StatusError) in
      guard let writer else { throw StatusError(kAudioFilePermissionsError) }
      return try body(writer)
    }
  }

  /// Whether the file is written.
  var isWritable: Bool { writer != nil }

  /// Makes what has been written a whole file.
  func close() throws(StatusError) {
    guard let writer else { return }
    try exclusively { () throws(StatusError) in
      try withWriteStatus { () throws(PacketWriteError) in try writer.close() }
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
