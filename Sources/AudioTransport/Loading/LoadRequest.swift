/// A request for bytes, which a ``ByteLoading`` answers from any thread.
///
/// Answers after the end of the request are ignored, and so are surplus bytes.
package final class LoadRequest: Sendable {
  /// The requested bytes.
  struct Range: Sendable {
    let offset: UInt64
    /// `nil` for all bytes to the end.
    let byteCount: UInt64?

    /// The offset after the last byte; `nil` for the end of the resource.
    var end: UInt64? { byteCount.map { offset + $0 } }
  }

  /// Whether the answer must contain information; its bytes are then ignored.
  package let wantsInformation: Bool
  let range: Range
  /// Counts the requests of a source.
  let number: Int
  private let monitor: Monitor<LoadState>

  init(_ range: Range, wantsInformation: Bool, number: Int, monitor: Monitor<LoadState>) {
    self.range = range
    self.wantsInformation = wantsInformation
    self.number = number
    self.monitor = monitor
  }

  package var offset: UInt64 { range.offset }

  /// Requested bytes; `nil` for all to the end.
  package var byteCount: UInt64? { range.byteCount }

  /// Answers with information about the resource.
  package func inform(_ information: LoadInformation) {
    monitor.change { $0.inform(information, for: number) }
  }

  /// Answers with the next bytes.
  package func respond(_ bytes: Span<UInt8>) {
    monitor.change { $0.receive(bytes, for: number) }
  }

  /// Ends the request.
  ///
  /// If the loader has sent fewer bytes than requested, the resource is assumed to end after the
  /// last one. This does not apply to a request for information.
  package func finish() {
    monitor.change { $0.finish(number) }
  }

  /// Ends the request with an error.
  package func fail(_ error: TransportError) {
    monitor.change { $0.fail(error, for: number) }
  }

  /// Ends the request; the bytes are elsewhere.
  package func redirect(to target: LoadTarget) {
    monitor.change { $0.redirect(to: target, for: number) }
  }
}
