internal import AudioPlayback
internal import AudioTransport
internal import CoreMedia
internal import CoreVideo
internal import Synchronization
internal import VideoFrames

/// The pictures of one item at a time, opened on first use.
final class ItemPictures: Sendable {
  private struct State {
    weak var item: AVPlayerItem?
    var film: FilmPlayback?
    var transfer: FilmTransfer?

    /// Ends decoding and its waits for bytes.
    func close() {
      transfer?.cancel()
      film?.close()
    }
  }

  private let state = Mutex(State())

  deinit {
    state.withLock { $0 }.close()
  }

  /// The film of an item; closes the film of the previous item.
  func film(of item: AVPlayerItem?) -> FilmPlayback? {
    let (film, old) = state.withLock { state -> (FilmPlayback?, State?) in
      if let item, state.item === item { return (state.film, nil) }
      let old = state
      state = State(item: item)
      if let item {
        let bytes = item.asset.bytes
        let time = item.currentTime()
        let transfer = FilmTransfer()
        state.transfer = transfer
        state.film = FilmPlayback(
          atSeconds: time.isNumeric ? max(0, time.seconds) : 0, drops: item.droppedFrames
        ) { () throws(TransportError) in try transfer.open(bytes) }
      }
      return (state.film, old)
    }
    old?.close()
    return film
  }
}

/// Opens the bytes of a film; its waits for bytes can be cancelled, also before it is open.
private final class FilmTransfer: Sendable {
  private struct State {
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func open(_ bytes: MediaBytes) throws(TransportError) -> any ByteSource {
    let opened = try bytes.openCancellable()
    let isCancelled = state.withLock { state in
      state.cancel = opened.cancel
      return state.isCancelled
    }
    if isCancelled { opened.cancel() }
    return opened.source
  }

  func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }
}

extension VideoTrack {
  /// The time of a frame in the presentation.
  func presentationTime(_ time: Int64) -> CMTime {
    let (value, hasOverflow) = time.multipliedReportingOverflow(by: Int64(unit.numerator))
    guard !hasOverflow, let scale = CMTimeScale(exactly: unit.denominator) else {
      return CMTime(seconds: seconds(time), preferredTimescale: 1_000_000_000)
    }
    let origin = CMTime(seconds: origin, preferredTimescale: scale)
    return CMTime(value: value, timescale: scale) - origin
  }
}
