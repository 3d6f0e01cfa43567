internal import AudioRealtime
internal import Synchronization

/// A picture that is drawn when another program first reads the metadata.
package final class NowPlayingArtwork: Sendable {
  private enum Phase {
    case undrawn
    case drawing
    case drawn(ArtworkFile?)
  }

  private let draw: @Sendable () -> [UInt8]?
  private let phase = Mutex(Phase.undrawn)
  /// Pictures are drawn one after the other, because clients do not expect more.
  private static let thread = SerialThread(name: "oca-artwork")
  /// The wait for a picture, in nanoseconds: a program that reads the metadata waits as well.
  private static let patience = 500_000_000

  /// Creates a picture.
  ///
  /// - Parameter draw: Returns the bytes of a picture file. It is called once, on a separate
  ///   thread.
  package init(draw: @escaping @Sendable () -> [UInt8]?) {
    self.draw = draw
  }

  /// The URL of the picture's file, if it has been drawn.
  var url: String? {
    phase.withLock { if case .drawn(let file) = $0 { file?.url } else { nil } }
  }

  /// Draws the picture if necessary, and waits a moment for it.
  ///
  /// - Parameter completed: Called after this call has drawn the picture.
  /// - Returns: The URL; `nil` if there is no picture, or if drawing takes longer.
  func drawnURL(completed: @escaping @Sendable () -> Void) -> String? {
    let mustDraw = phase.withLock { phase -> Bool in
      guard case .undrawn = phase else { return false }
      phase = .drawing
      return true
    }
    if mustDraw {
      let signal = Signal()
      Self.thread.post { [self] in
        let file = draw().flatMap { ArtworkFile.make($0) }
        phase.withLock { $0 = .drawn(file) }
        signal.post()
        completed()
      }
      signal.wait(until: MonotonicClock.nanoseconds + Self.patience)
    }
    return url
  }
}
