import AudioContainers
import AudioPlayback
import AudioToolbox
import AudioTransport
import Foundation
import Glibc
import ToolSupport

/// Opens files, pipes, and URLs, and reads playlists and folders.
struct SourceOpener {
  /// The result of opening a name.
  enum Opened {
    case source(any PacketSource)
    /// The names in a playlist or folder.
    case playlist([QueuedName])
  }

  /// The number of bytes that distinguish a playlist from audio.
  private static let startByteCount = 512

  /// Receives a closure that cancels the wait for bytes, or `nil` after the wait.
  let willWait: ((() -> Void)?) -> Void
  /// Where files of servers are kept, or `nil` for nowhere.
  let cache: CacheOptions?

  /// The number of bytes that the cache of a folder may have.
  private static let cacheByteLimit: UInt64 = 1_000_000_000

  /// The sound bank of MIDI files, or `nil` for the standard one.
  private let soundFont: String?

  init(
    cacheFolder: String?, soundFont: String?, willWait: @escaping ((() -> Void)?) -> Void
  ) {
    self.willWait = willWait
    self.soundFont = soundFont
    cache = cacheFolder.map { CacheOptions(folder: $0, byteLimit: Self.cacheByteLimit) }
  }

  func open(_ name: QueuedName) throws(ToolFailure) -> Opened {
    guard !name.isForbidden else {
      throw ToolFailure("a playlist from the web may not name a local file")
    }
    if name.isStandardInput { return try openInput(name) }
    guard let scheme = PlaylistAddress.scheme(of: name.name) else {
      return try openFile(name, path: name.name)
    }
    guard scheme == "file" else { return try openURL(name) }
    guard let url = URL(string: name.name), url.isFileURL else {
      throw ToolFailure("unsupported URL")
    }
    return try openFile(name, path: url.path)
  }

  private func openFile(_ name: QueuedName, path: String) throws(ToolFailure) -> Opened {
    if PlayableFolder.isFolder(path) { return .playlist(try name.entries(ofFolder: path)) }
    if LocalFile.isPipe(path) {
      return try openPipe(name) { () throws(TransportError) in try PipeByteSource(path: path) }
    }
    let start = LocalFile.firstBytes(of: path, count: Self.startByteCount)
    if HLSPlaylist.isCertain(start.span) {
      let media = MediaBytes(.file(path: path))
      return .source(try ServerSource(media, start: start, willWait: willWait))
    }
    guard let kind = Playlist.kind(start.span, name: path) else {
      if Song.isSong(path) { return .source(try SongSource(path: path, bank: soundFont)) }
      return .source(try openMedia(path: path, start: start))
    }
    let bytes = LocalFile.firstBytes(of: path, count: Playlist.greatestByteCount + 1)
    let folder = name.isStandardInput ? "" : path
    return .playlist(try name.entries(of: bytes, kind: kind, at: .path(folder)))
  }

  /// Opens a file of sound, or else a film without sound.
  private func openMedia(path: String, start: [UInt8]) throws(ToolFailure) -> any PacketSource {
    do throws(ToolFailure) {
      return try FileSource.open(path: path)
    } catch {
      guard FilmContainer.detect(start.span) != nil,
        let film = try? ServerSource(.init(.file(path: path)), start: start, willWait: willWait),
        film.isSilent
      else { throw error }
      return film
    }
  }

  private func openInput(_ name: QueuedName) throws(ToolFailure) -> Opened {
    guard isatty(STDIN_FILENO) == 0 else {
      throw ToolFailure("standard input is a terminal, not a file or a pipe")
    }
    // A file can be read at any offset, unless another program has read a part of it.
    if LocalFile.holdsBytes("/dev/stdin"), lseek(STDIN_FILENO, 0, SEEK_CUR) == 0 {
      return try openFile(name, path: "/dev/stdin")
    }
    return try openPipe(name) { () throws(TransportError) in
      try PipeByteSource(descriptor: STDIN_FILENO)
    }
  }

  private func openPipe(
    _ name: QueuedName, _ make: () throws(TransportError) -> PipeByteSource
  ) throws(ToolFailure) -> Opened {
    let pipe = try translating(make)
    defer { pipe.forgetStart() }
    willWait { pipe.cancel() }
    defer { willWait(nil) }
    if let entries = try playlist(name, pipe, at: .path(name.isStandardInput ? "" : name.name)) {
      return .playlist(entries)
    }
    do throws(ToolFailure) {
      return .source(try StreamSource.open(pipe))
    } catch {
      guard needsAnyOffset(pipe, error) else { throw error }
      let file = try SpooledFile(pipe)
      return .source(try FileSource.open(path: file.path, owner: file))
    }
  }

  /// Whether bytes that cannot be read in order may be readable at any offset.
  private func needsAnyOffset(_ pipe: PipeByteSource, _ failure: ToolFailure) -> Bool {
    guard let start = pipe.start else { return false }
    return failure == Content(start).streamingFailure
      || DetectingReader.needsLibrary(start.span)
  }

  private func openURL(_ name: QueuedName) throws(ToolFailure) -> Opened {
    #if HTTP
      let bytes = try translating { () throws(TransportError) in try transfer(name.name) }
      willWait { bytes.cancel() }
      defer { willWait(nil) }
      let start = try start(of: bytes)
      if !HLSPlaylist.isCertain(start.span),
        let kind = Playlist.kind(start.span, name: name.name)
      {
        return .playlist(try entries(name, bytes, kind, at: .url(name.name)))
      }
      let media = MediaBytes(.transfer(bytes, url: name.name))
      return .source(try ServerSource(media, start: start, willWait: willWait))
    #else
      throw ToolFailure(TransportError(.unavailable))
    #endif
  }

  #if HTTP
    private func transfer(_ url: String) throws(TransportError) -> any ArrivingBytes & Sendable {
      guard let cache else { return try HTTPByteSource(url: url) }
      return try CachedByteSource(url: url, cache: cache)
    }
  #endif

  /// The names in an arriving playlist, or `nil` for other content.
  private func playlist(
    _ name: QueuedName, _ bytes: any ArrivingBytes, at address: PlaylistAddress
  ) throws(ToolFailure) -> [QueuedName]? {
    let start = try start(of: bytes)
    guard let kind = Playlist.kind(start.span, name: name.name) else { return nil }
    return try entries(name, bytes, kind, at: address)
  }

  /// Waits for the first bytes, which distinguish a playlist from audio.
  private func start(of bytes: any ArrivingBytes) throws(ToolFailure) -> [UInt8] {
    try translating { () throws(TransportError) in try bytes.connect() }
    let start = try read(bytes, count: Self.startByteCount)
    guard !start.isEmpty else { throw ToolFailure("is empty") }
    return start
  }

  private func entries(
    _ name: QueuedName, _ bytes: any ArrivingBytes, _ kind: Playlist.Kind,
    at address: PlaylistAddress
  ) throws(ToolFailure) -> [QueuedName] {
    let all = try read(bytes, count: Playlist.greatestByteCount + 1)
    return try name.entries(of: all, kind: kind, at: address)
  }

  /// Reads the requested number of bytes from the start, or fewer at the end.
  private func read(_ bytes: any ArrivingBytes, count: Int) throws(ToolFailure) -> [UInt8] {
    try translating { () throws(TransportError) in
      var all: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: min(count, 16_384))
      while all.count < count {
        var span = piece.mutableSpan
        let got = try bytes.read(at: UInt64(all.count), into: &span)
        guard got > 0 else { break }
        all += piece[..<min(got, count - all.count)]
      }
      return all
    }
  }

  private func translating<Result>(
    _ body: () throws(TransportError) -> Result
  ) throws(ToolFailure) -> Result {
    do throws(TransportError) {
      return try body()
    } catch {
      throw ToolFailure(error)
    }
  }
}
