internal import AudioModel
internal import AudioRealtime
package import AudioTransport

/// The frames of a medium for a program that plays them itself and may wait for them.
///
/// One thread at a time reads. ``cancel()`` and the properties are for any thread.
package final class AwaitedFrames: Sendable {
  /// Decoded seconds that suffice for another read without a wait.
  private static let readySeconds = 0.25
  /// Nanoseconds to wait for more frames after the first ones.
  private static let patience = 1_000_000_000

  private let item: MediaItem
  private let arrived = Signal()

  package init(_ bytes: MediaBytes) {
    item = MediaItem(bytes)
    item.addSignal { [arrived] in arrived.post() }
  }

  deinit { item.close() }

  /// Opens the medium, and waits until its format is known.
  ///
  /// - Throws: ``MediaFailure`` if the medium cannot be opened, or the wait was cancelled.
  package func open() throws(MediaFailure) -> MediaItem.Info {
    item.open()
    while true {
      switch item.status {
      case .ready(let info):
        item.decode(sampleRate: info.format.sampleRate)
        return info
      case .failed(let failure): throw failure
      case .idle, .opening:
        if item.isClosed { throw .transport(TransportError(.cancelled)) }
        arrived.wait()
      }
    }
  }

  /// Reads frames at the rate of the medium.
  ///
  /// - Parameters:
  ///   - count: The largest number of frames.
  ///   - least: The number of frames to wait for, if bytes arrive slowly.
  ///   - samples: Receives the frames, interleaved.
  /// - Returns: The number of frames, which is less than `least` only at the end or if the
  ///   transfer has stopped.
  /// - Throws: ``MediaFailure`` if reading fails before the first frame.
  package func read(
    _ count: Int, atLeast least: Int, into samples: inout [Float]
  ) throws(MediaFailure) -> Int {
    guard let channelCount = item.info?.format.channelCount, channelCount > 0 else { return 0 }
    let first = samples.count
    var read: Int { (samples.count - first) / channelCount }
    while read < count {
      switch item.take(count - read, into: &samples) {
      case .frames: continue
      case .pending:
        if item.isClosed || read >= least && !hasBytes { return read }
        // If the transfer stalls, return the frames that have arrived.
        let hasArrived = arrived.wait(until: MonotonicClock.nanoseconds + Self.patience)
        if !hasArrived, read > 0 { return read }
      case .end:
        if read == 0, let failure = item.ahead.failure { throw failure }
        return read
      }
    }
    return read
  }

  /// Whether bytes have arrived that are not decoded yet.
  private var hasBytes: Bool {
    item.transfer.map { $0.bufferedEnd > $0.readOffset } ?? false
  }

  /// Whether frames can be read without waiting for bytes.
  package var isReady: Bool {
    let ahead = item.ahead
    return ahead.hasEnded || ahead.seconds >= Self.readySeconds || hasBytes
  }

  /// Information about the medium; `nil` before it is open.
  package var info: MediaItem.Info? { item.info }

  /// The transfer at this moment; `nil` for local bytes.
  package var transfer: HTTPProgress? { item.transfer }

  /// Whether the medium is a stream of segments.
  package var hasSegments: Bool { item.hasSegments }

  /// Seconds of the medium that have arrived and have not been read; `nil` before it is open.
  ///
  /// Without a known length, the average byte rate so far gives the seconds of undecoded bytes.
  package var secondsAhead: Double? {
    guard let range = item.loadedRange else { return nil }
    let seconds = range.upperBound - range.lowerBound
    guard !hasSegments, let transfer, transfer.byteCount == nil, transfer.readOffset > 0,
      transfer.bufferedEnd > transfer.readOffset
    else { return seconds }
    let waiting = Double(transfer.bufferedEnd - transfer.readOffset)
    return seconds + waiting * range.upperBound / Double(transfer.readOffset)
  }

  /// The title that a radio station states at a time, in seconds.
  package func title(at seconds: Double) -> String? {
    item.stationText(at: seconds)?.field("StreamTitle")?.text
  }

  /// Continues at another time, if the medium is seekable.
  ///
  /// - Returns: Whether the medium is seekable.
  package func seek(to seconds: Double) -> Bool {
    guard item.info?.isSeekable == true else { return false }
    item.seek(to: seconds)
    return true
  }

  /// Ends current and later waits.
  package func cancel() { item.close() }
}
