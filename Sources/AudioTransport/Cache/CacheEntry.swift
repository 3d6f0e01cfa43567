internal import Glibc

/// The bytes of one resource on disk, and the record of their offsets.
///
/// Belongs to one thread. Only the owner of the lock changes the files.
final class CacheEntry {
  let folder: CacheFolder
  private let key: String
  private let name: String
  private var lock: CacheLock?
  private var data: FileByteSink?
  private var mapFile: FileByteSink?
  /// Bytes for which there is room in the folder.
  private var reserved: UInt64 = 0

  /// The current record; `nil` if no bytes of the resource are stored.
  private(set) var record: CacheRecord?
  /// The data file, for readers of any thread.
  private(set) var file: FileByteSource?

  /// Opens the entry of a resource, and creates it if it is missing.
  init(_ folder: CacheFolder, key: String) throws(TransportError) {
    self.folder = folder
    self.key = key
    name = CacheChecksum(key).text
    if try !becomeOwner() { try reload() }
  }

  var isOwner: Bool { lock != nil }

  /// Takes over the lock if it is free; returns whether this source has it now.
  func becomeOwner() throws(TransportError) -> Bool {
    let names = folder.names(name)
    guard let lock = try CacheLock.attempt(names.data) else { return false }
    let data = try FileByteSink(path: names.data, .existing)
    (self.lock, self.data) = (lock, data)
    file = try FileByteSource(path: names.data, isGrowing: true)
    record = Self.record(names.map, key).flatMap { record in
      (record.map.chunks.last?.end ?? 0) <= data.size ? record : nil
    }
    if record == nil, data.size > 0 { try reset() }
    return true
  }

  /// Reads the record of the bytes that the owner has written so far.
  ///
  /// - Throws: ``TransportError`` with `changed` if the resource has changed.
  func reload() throws(TransportError) {
    let names = folder.names(name)
    let opened: FileByteSource
    if let file {
      opened = file
    } else {
      opened = try FileByteSource(path: names.data, isGrowing: true)
    }
    guard let new = Self.record(names.map, key) else { return }
    // A map of another version is newer than the open file.
    if let record, record.generation != new.generation { throw TransportError(.changed) }
    guard try opened.isFile(names.data) else {
      if record != nil { throw TransportError(.changed) }
      return
    }
    file = opened
    record = new
  }

  /// Removes the stored bytes, and starts again with an empty entry.
  func reset() throws(TransportError) {
    folder.remove(name)
    (lock, data, mapFile, file, record) = (nil, nil, nil, nil, nil)
    reserved = 0
    guard try becomeOwner() else { throw TransportError(.system(EBUSY)) }
  }

  /// Removes the entry, which stays readable for sources that have it open.
  func discard() {
    guard isOwner else { return }
    folder.remove(name)
    (lock, data, mapFile, record) = (nil, nil, nil, nil)
  }

  // MARK: The owner

  /// Makes room in the folder for this entry; returns whether it fits.
  func reserve(_ byteCount: UInt64) -> Bool {
    if byteCount <= reserved { return true }
    guard folder.makeRoom(for: byteCount, name) else { return false }
    reserved = byteCount
    return true
  }

  /// Writes bytes to the data file, before a saved map lists them.
  func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(TransportError) {
    guard let data else { throw TransportError(.system(EBADF)) }
    try data.write(bytes, at: offset)
  }

  /// Saves a record by replacing the map file, so that the file is always complete.
  func save(_ record: CacheRecord) throws(TransportError) {
    guard isOwner else { return }
    self.record = record
    if mapFile == nil { mapFile = try Self.open(folder.names(name).map) }
    guard let next = try mapFile?.successor() as? FileByteSink else { return }
    try next.write(record.encoded.span, at: 0)
    // Do not wait for the disk: the checksum detects a map file that a power failure has damaged.
    try next.succeedAtOnce()
    mapFile = next
  }

  // MARK: The map file

  private static func open(_ path: String) throws(TransportError) -> FileByteSink {
    do {
      return try FileByteSink(path: path, .existing)
    } catch {
      guard error.reason == .system(ENOENT) else { throw error }
      let file = try FileByteSink(path: path, .new)
      // The map file contains the URL, so only its owner may read it. Safe: the string is passed as
      // a null-terminated C string that is valid during the call. Files that replace this file get
      // the same permissions.
      _ = unsafe chmod(path, 0o600)
      return file
    }
  }

  /// Maximum bytes of a map file: a million chunks.
  private static let largestMap: UInt64 = 64 << 20

  private static func record(_ path: String, _ key: String) -> CacheRecord? {
    guard let file = try? FileByteSource(path: path), let size = file.byteCount,
      size <= largestMap
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    var count = 0
    while count < bytes.count {
      var span = bytes.mutableSpan
      var room = span._mutatingExtracting(count...)
      guard let read = try? file.read(at: UInt64(count), into: &room), read > 0 else { return nil }
      count += read
    }
    return CacheRecord(bytes).flatMap { $0.key == key ? $0 : nil }
  }
}
