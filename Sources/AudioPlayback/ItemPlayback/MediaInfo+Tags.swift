internal import AudioContainers
internal import AudioFiles
internal import AudioTransport

extension MediaInfo {
  /// Reads the tags before the sound that playback has skipped; may wait for a server.
  ///
  /// Pictures in them are found, but not read.
  ///
  /// - Parameters:
  ///   - bytes: The medium, which is opened again.
  ///   - keep: Gets a function that ends the waits, for any thread.
  /// - Throws: ``MediaFailure`` if the medium cannot be read.
  package mutating func readSkippedTags(
    of bytes: MediaBytes, keep: (_ cancel: @escaping @Sendable () -> Void) -> Void = { _ in }
  ) throws(MediaFailure) {
    guard skippedTagByteCount > 0 else { return }
    let opened: MediaBytes.Opened
    do throws(TransportError) {
      opened = try bytes.open()
    } catch {
      throw .transport(error)
    }
    defer { opened.cancel() }
    keep(opened.cancel)
    do throws(PacketError) {
      container.tags = try PacketFile(opened.source, reader: DetectingReader()).info.tags
    } catch {
      throw MediaFailure(error)
    }
    skippedTagByteCount = 0
  }
}
