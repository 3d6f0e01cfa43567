import AudioTransport
import Foundation
import ToolSupport

/// What the tool is doing, for a signal to end.
final class Session: @unchecked Sendable {
  // Sendable: its state is kept under `lock`.
  private let lock = NSLock()
  private var isOver = false
  private var stop: (() -> Void)?

  var isInterrupted: Bool { lock.withLock { isOver } }

  /// Ends what goes on, from any thread.
  func interrupt() {
    lock.withLock {
      isOver = true
      stop?()
    }
  }

  /// Plays a file or URL to its end.
  func play(_ name: String) throws(ToolFailure) {
    defer { lock.withLock { stop = nil } }
    let player = try Player(source: try source(name))
    arrange { player.interrupt() }
    let line = Terminal.isInteractive ? ProgressLine(player: player) : nil
    defer { line?.end() }
    _ = try player.play()
  }

  private func source(_ name: String) throws(ToolFailure) -> any PacketSource {
    guard let scheme = Session.scheme(of: name) else { return try FileSource(path: name) }
    guard scheme != "file" else {
      guard let url = URL(string: name), url.isFileURL else {
        throw ToolFailure("not a URL that can be played")
      }
      return try FileSource(path: url.path)
    }
    #if HTTP
      let bytes: HTTPByteSource
      do {
        bytes = try HTTPByteSource(url: name)
      } catch {
        throw ToolFailure(error)
      }
      arrange { bytes.cancel() }
      return try StreamSource(bytes: bytes)
    #else
      throw ToolFailure(TransportError(.unavailable))
    #endif
  }

  /// Lets a signal call `stop` from now on; one that came before calls it at once.
  private func arrange(_ stop: @escaping () -> Void) {
    lock.withLock {
      self.stop = stop
      if isOver { stop() }
    }
  }

  /// The scheme of a URL in lower case, or `nil` for a path.
  private static func scheme(of name: String) -> String? {
    guard let end = name.range(of: "://") else { return nil }
    let scheme = name[..<end.lowerBound]
    let isScheme = !scheme.isEmpty && scheme.utf8.allSatisfy { (0x30...0x7A).contains($0) }
    return isScheme ? scheme.lowercased() : nil
  }
}
