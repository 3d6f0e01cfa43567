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
  }

  private let state = Mutex(State())

  deinit {
    state.withLock { $0.film }?.close()
  }

  /// The film of an item; another item replaces it.
  func film(of item: AVPlayerItem?) -> FilmPlayback? {
    let (film, old) = state.withLock { state -> (FilmPlayback?, FilmPlayback?) in
      if let item, state.item === item { return (state.film, nil) }
      let old = state.film
      state.item = item
      state.film = item.map { item in
        let bytes = item.asset.bytes
        let time = item.currentTime()
        return FilmPlayback(atSeconds: time.isNumeric ? max(0, time.seconds) : 0) {
          () throws(TransportError) in try bytes.openSource()
        }
      }
      return (state.film, old)
    }
    old?.close()
    return film
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
