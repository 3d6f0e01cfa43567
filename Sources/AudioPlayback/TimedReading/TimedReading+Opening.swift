package import AudioContainers
internal import AudioFiles
internal import AudioRealtime
internal import AudioTransport
internal import Synchronization

extension TimedReading {
  /// Reads a track of a movie, from bytes that are opened again.
  ///
  /// - Parameters:
  ///   - track: The track.
  ///   - item: The movie.
  ///   - handler: Called on the thread of the reading after a change of its events.
  package convenience init(
    _ track: TimedTrack, of item: MediaItem, handler: @escaping @Sendable () -> Void
  ) {
    let (bytes, transfer) = (item.bytes, Cancellation())
    self.init(
      signal: Signal(), cancel: { transfer.cancel() }, handler: handler
    ) { () throws(MediaFailure) in
      do throws(TransportError) {
        let opened = try bytes.openCancellable()
        transfer.keep(opened.cancel)
        return TrackEvents(opened.source, track)
      } catch {
        throw .transport(error)
      }
    }
  }

  /// Reads the texts of a stream or a movie; `nil` if the stream is not open.
  ///
  /// - Parameters:
  ///   - rendition: One of ``MediaInfo/captions``.
  ///   - item: The stream or the movie.
  ///   - handler: Called on the thread of the reading after a change of its events.
  package convenience init?(
    captions rendition: HLSRendition, of item: MediaItem, handler: @escaping @Sendable () -> Void
  ) {
    if let track = rendition.textTrack {
      self.init(track, of: item, handler: handler)
      return
    }
    guard let status = item.state.withLock({ $0.stream }) else { return nil }
    let (loader, signal) = (HLSLoader(item.bytes.resources), Signal())
    self.init(
      signal: signal, cancel: { loader.close() }, handler: handler
    ) { () throws(MediaFailure) in
      do throws(HLSFailure) {
        return StreamEvents(
          try HLSCaptionSession(
            rendition, of: status, loader: loader, clock: MediaClock(signal)))
      } catch {
        throw MediaFailure(error)
      }
    }
  }
}

/// Ends the waits of a transfer, also if it is opened later.
private final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func keep(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }
}
