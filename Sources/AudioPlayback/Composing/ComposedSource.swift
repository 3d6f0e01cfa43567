internal import AudioFiles
internal import AudioTransport

/// An open source of a composition.
final class ComposedSource {
  var frames: any MediaFrames
  /// The packets; `nil` for a composition.
  private(set) var packetFile: PacketFile?
  private let number: Int
  private let sources: OpenSources

  /// Opens a source, and waits for its header.
  ///
  /// - Parameters:
  ///   - bytes: The source.
  ///   - sources: The open sources.
  /// - Throws: ``MediaFailure`` if the source is not a file with decodable sound.
  init(_ bytes: MediaBytes, _ sources: OpenSources) throws(MediaFailure) {
    self.sources = sources
    if case .composition(let composition) = bytes.address {
      let own = OpenSources()
      number = try Self.add({ own.cancel() }, to: sources)
      frames = try CompositionFrames(composition, own)
    } else {
      var bytes = bytes
      // A shared transfer has exact lengths, and must not be read to its end.
      bytes.isCounted = !bytes.isShared
      var opened = try Self.open(bytes)
      number = try Self.add(opened.cancel, to: sources)
      try Self.connect(&opened)
      let file = try FileMediaFrames(opened, bytes)
      frames = file
      packetFile = file.packetFile
    }
  }

  deinit { sources.close(number) }

  private static func add(
    _ cancel: @escaping @Sendable () -> Void, to sources: OpenSources
  ) throws(MediaFailure) -> Int {
    guard let number = sources.add(cancel) else { throw .transport(TransportError(.cancelled)) }
    return number
  }

  private static func open(_ bytes: MediaBytes) throws(MediaFailure) -> MediaBytes.Opened {
    do throws(TransportError) { return try bytes.open() } catch { throw .transport(error) }
  }

  private static func connect(_ opened: inout MediaBytes.Opened) throws(MediaFailure) {
    do throws(TransportError) {
      try opened.connect()
      // The times of an HLS stream are not fixed, so a composition cannot refer to them.
      guard !opened.isPlaylist else { throw TransportError(.cannotSeek) }
    } catch {
      throw .transport(error)
    }
  }
}
