internal import Glibc

/// The folder of a cache: a data file and a map file for each resource.
struct CacheFolder: Sendable {
  /// The names of an entry's files.
  struct Names: Sendable {
    let data: String
    let map: String
  }

  private static let dataSuffix = ".data"
  private static let mapSuffix = ".map"

  let path: String
  let byteLimit: UInt64

  /// Creates the folder if it is missing, for its owner only.
  init(_ options: CacheOptions) throws(TransportError) {
    path = options.folder.hasSuffix("/") ? String(options.folder.dropLast()) : options.folder
    byteLimit = options.byteLimit
    try Self.create(path)
  }

  private static func create(_ path: String) throws(TransportError) {
    let code = make(path)
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      if code != 0 { throw TransportError(.system(code)) }
      return
    }
    try create(String(path[..<slash]))
    let second = make(path)
    if second != 0 { throw TransportError(.system(second)) }
  }

  /// Creates one folder; returns 0 if it exists, and otherwise the system's error.
  private static func make(_ path: String) -> Int32 {
    // Safe: the string is null-terminated and valid during the call.
    unsafe mkdir(path, 0o700) == 0 || errno == EEXIST ? 0 : errno
  }

  private static func delete(_ path: String) {
    // Safe: the string is null-terminated and valid during the call.
    _ = unsafe unlink(path)
  }

  func names(_ entry: String) -> Names {
    Names(
      data: "\(path)/\(entry)\(Self.dataSuffix)", map: "\(path)/\(entry)\(Self.mapSuffix)")
  }

  /// Removes an entry whose lock the caller has.
  ///
  /// The map goes first, so that no map describes other data than its own.
  func remove(_ entry: String) {
    let names = names(entry)
    Self.delete(names.map)
    Self.delete(names.data)
  }

  // MARK: Size

  /// An entry of the folder.
  private struct Entry {
    var name: String
    var byteCount: UInt64
    /// Seconds since 1970.
    var lastUse: Int
  }

  /// Removes the least recently used entries that are not in use.
  ///
  /// - Parameters:
  ///   - byteCount: The future size of the entry.
  ///   - name: The name of the entry, which is not removed.
  /// - Returns: Whether all entries together, with the future size, stay within the limit.
  func makeRoom(for byteCount: UInt64, _ name: String) -> Bool {
    guard byteCount <= byteLimit else { return false }
    let others = entries().filter { $0.name != name }.sorted { $0.lastUse < $1.lastUse }
    var total = others.reduce(0) { $0 + $1.byteCount }
    for entry in others where total > byteLimit - byteCount {
      // An entry that cannot be locked is in use.
      guard let lock = try? CacheLock.attempt(names(entry.name).data) else { continue }
      remove(entry.name)
      withExtendedLifetime(lock) {}
      total -= entry.byteCount
    }
    return total <= byteLimit - byteCount
  }

  private func entries() -> [Entry] {
    var entries: [Entry] = []
    // Safe: the directory is closed once, and each name is copied before the next call.
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    while let item = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: item.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(Self.dataSuffix) {
        if let entry = entry(String(name.dropLast(Self.dataSuffix.count))) { entries.append(entry) }
      } else if name.contains(Self.mapSuffix + ".") {
        removeIfStale(name)
      }
    }
    return entries
  }

  private func entry(_ name: String) -> Entry? {
    let names = names(name)
    guard let data = Self.status(names.data) else { return nil }
    let map = Self.status(names.map)
    return Entry(
      // Sparse files use fewer blocks than their size, and some file systems allocate blocks in
      // advance.
      name: name, byteCount: UInt64(max(0, min(data.st_size, data.st_blocks * 512))),
      lastUse: (map ?? data).st_mtim.tv_sec)
  }

  /// Removes a new map file that a killed process has left.
  private func removeIfStale(_ name: String) {
    let file = "\(path)/\(name)"
    guard let status = Self.status(file),
      WallClock.seconds - Int64(status.st_mtim.tv_sec) > 3600
    else { return }
    Self.delete(file)
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    // Safe: the string is null-terminated; `lstat` fills the structure, which outlives the call.
    return unsafe lstat(path, &status) == 0 ? status : nil
  }
}
