internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioRealtime
internal import AudioTransport
internal import Synchronization

/// A medium that is played: opened, read and decoded ahead on its own thread.
///
/// The thread may wait for a server. ``take(_:into:)`` never does, and reports that no frames are
/// available yet. The item ends with ``close()``.
package final class MediaItem: Sendable {
  package typealias Info = MediaInfo

  package enum Status: Sendable {
    /// Not opened yet.
    case idle
    case opening
    case ready(Info)
    case failed(MediaFailure)
  }

  /// Decoded frames, interleaved.
  struct Block: Sendable {
    var samples: [Float] = []
    /// The time of the first frame in seconds; `nil` if it follows the previous block.
    var time: Double?
  }

  struct State: Sendable {
    var status = Status.idle
    /// The time to continue at, in seconds.
    var seek: Double?
    /// Whether the frames are read from a time back to the start.
    var isReversed = false
    /// Counts the seeks.
    var seekNumber = 0
    /// The rate of the frames, once a player has chosen it.
    var sampleRate: Double?
    /// Decoded frames; those before `usedCount` samples have been taken.
    var blocks: [Block] = []
    var usedCount = 0
    var sampleCount = 0
    /// Taken blocks, each with its time, so that a new rate can apply to frames that wait for the
    /// device.
    var past: [Block] = []
    var pastCount = 0
    /// Seconds of taken frames that are kept.
    var pastSeconds = MediaItem.leastPastSeconds
    /// The media time of the first frame in `blocks`, in seconds.
    var firstTime = 0.0
    var hasEnded = false
    /// Why reading ended early.
    var failure: MediaFailure?
    var isClosed = false
    /// Whether a reader found no frames, and waits for the signal.
    var isWanted = false
    /// Whether every step is signalled.
    var isWatched = false
    var thread: AudioThread?
    var signals: [@Sendable () -> Void] = []
    var cancel: (@Sendable () -> Void)?
    /// Metadata of times that playback has not reached.
    var metadata: [TimedMetadata] = []
    /// The name of the chosen audio rendition; `nil` for the default.
    var rendition: String?
    var live = LiveOffset()
    /// How the sound changes before it is played.
    var mix = ItemMix()
    /// The date ranges of a stream.
    var dateRanges: [HLSDateRange] = []
    var dateRangeHandler: (@Sendable ([HLSDateRange]) -> Void)?
    /// The last text of a radio station.
    var stationText: ICYText?
    /// The transfer at this moment.
    var progress: (@Sendable () -> HTTPProgress?)?
    /// The current status of a stream.
    var stream: HLSStatus?
    /// Ends a wait for bytes that are not needed after the seek with this number.
    var interrupt: (@Sendable (Int) -> Void)?
    /// The transfer at its end.
    var lastTransfer: HTTPProgress?

    var info: Info? {
      if case .ready(let info) = status { info } else { nil }
    }
  }

  /// Seconds of taken frames that are kept at least; at rate 1, fewer seconds wait for a device.
  static let leastPastSeconds = 2.0

  package let bytes: MediaBytes
  /// The volumes and switches of the tracks.
  package let trackMixes: TrackMixes
  let state = Mutex(State())
  /// Wakes the thread of the item.
  let wake = Signal()

  /// Makes an item of a medium, which is not opened yet.
  ///
  /// - Parameters:
  ///   - bytes: The medium.
  ///   - trackMixes: The volumes and switches of its tracks.
  package init(_ bytes: MediaBytes, trackMixes: TrackMixes = TrackMixes()) {
    self.bytes = bytes
    self.trackMixes = trackMixes
  }

  deinit { close() }

  // MARK: Any thread

  package var status: Status { state.withLock { $0.status } }

  package var info: Info? { state.withLock { $0.info } }

  /// Seconds that are decoded ahead.
  var aheadSeconds: Double { info?.aheadSeconds ?? 0 }

  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds a function that is called on any thread when missing frames arrive, or the status
  /// changes.
  func addSignal(_ signal: @escaping @Sendable () -> Void) {
    state.withLock { $0.signals.append(signal) }
  }

  /// Sets whether each decoded block is signalled.
  func watch(_ isWatched: Bool) { state.withLock { $0.isWatched = isWatched } }

  /// Opens the medium, once.
  package func open() {
    state.withLock { state in
      guard !state.isClosed, state.thread == nil else { return }
      state.status = .opening
      let reading = MediaReading(bytes: self.bytes, item: WeakItem(self), wake: wake)
      state.thread = AudioThread(name: "oca-media") { reading.run() }
    }
  }

  /// Starts decoding, in frames of a rate.
  func decode(sampleRate: Double) {
    state.withLock { $0.sampleRate = $0.sampleRate ?? sampleRate }
    wake.post()
  }

  /// The rate of the frames, once it has been chosen.
  var sampleRate: Double? { state.withLock { $0.sampleRate } }

  /// Whether the frames are read from a time back to the start.
  var isReversed: Bool { state.withLock { $0.isReversed } }

  /// Continues at another time.
  ///
  /// - Parameters:
  ///   - seconds: The time.
  ///   - isReversed: Whether to read from this time back to the start.
  func seek(to seconds: Double, isReversed: Bool = false) {
    let (interrupt, number) = state.withLock { state in
      state.isReversed = isReversed
      state.forgetPast()
      state.seekNumber += 1
      state.seek = seconds
      state.blocks = []
      (state.usedCount, state.sampleCount) = (0, 0)
      state.firstTime = seconds
      state.hasEnded = false
      state.failure = nil
      (state.metadata, state.stationText) = ([], nil)
      return (state.interrupt, state.seekNumber)
    }
    interrupt?(number)
    wake.post()
  }

  /// Takes decoded frames.
  ///
  /// - Parameters:
  ///   - count: The largest number of frames.
  ///   - samples: Receives the frames, interleaved.
  /// - Returns: The time of the first frame, or whether more frames will follow.
  func take(_ count: Int, into samples: inout [Float]) -> MediaTaking {
    let taking = state.withLock { state -> MediaTaking in
      guard case .ready(let info) = state.status else {
        if case .failed = state.status { return .end }
        state.isWanted = true
        return .pending
      }
      guard state.sampleCount > 0 else {
        if state.hasEnded { return .end }
        state.isWanted = true
        return .pending
      }
      return .frames(at: state.take(count * info.format.channelCount, into: &samples))
    }
    if case .frames = taking { wake.post() }
    return taking
  }

  /// The decoded seconds, and whether they reach the end.
  package var buffered: (seconds: Double, hasEnded: Bool) {
    let ahead = ahead
    return (ahead.seconds, ahead.hasEnded)
  }

  /// Seconds of the medium that can be played without loading more.
  package var loadedRange: Range<Double>? {
    let (info, first, decoded, progress, stream) = state.withLock { state in
      let frames = state.sampleCount / max(1, state.info?.format.channelCount ?? 1)
      let seconds = Double(frames) / (state.sampleRate ?? 1)
      return (
        state.info, state.firstTime, state.firstTime + seconds, state.progress, state.stream
      )
    }
    guard let info else { return nil }
    if let stream { return first..<max(first, decoded, stream.loadedEnd) }
    guard let transfer = progress?() else { return 0..<(info.length?.seconds ?? decoded) }
    var end = max(decoded, first)
    if let length = info.length?.seconds, let size = transfer.byteCount {
      let offset = min(info.container.dataOffset, size)
      let arrived = Double(transfer.bufferedEnd - min(offset, transfer.bufferedEnd))
      end = max(end, min(length, length * arrived / Double(max(1, size - offset))))
    }
    return min(first, end)..<end
  }

  /// Seconds of the medium that seeks can reach; `nil` without any.
  package var seekableRange: ClosedRange<Double>? {
    let (info, stream) = state.withLock { ($0.info, $0.stream) }
    guard let info, info.isSeekable else { return nil }
    if let length = info.length { return 0...max(0, length.seconds) }
    return stream?.seekableRange
  }

  /// Seconds at which the medium starts without a seek; not 0 for a live stream.
  var ownStartTime: Double { state.withLock { $0.stream }?.startTime ?? 0 }

  /// The date at a time of a stream, in seconds since 1970; `nil` without dates.
  package func date(at time: Double) -> Double? {
    state.withLock { $0.stream }?.date(at: time)
  }

  /// The time at a date, in seconds since 1970; `nil` if the stream does not contain the date.
  package func time(atDate date: Double) -> Double? {
    state.withLock { $0.stream }?.time(atDate: date)
  }

  /// How far decoding is ahead.
  struct Ahead {
    var seconds: Double
    var hasEnded: Bool
    var failure: MediaFailure?
  }

  var ahead: Ahead {
    state.withLock { state in
      guard case .ready(let info) = state.status, let rate = state.sampleRate else {
        return Ahead(seconds: 0, hasEnded: false)
      }
      let frames = state.sampleCount / max(1, info.format.channelCount)
      return Ahead(
        seconds: Double(frames) / rate, hasEnded: state.hasEnded, failure: state.failure)
    }
  }

  /// Ends the thread and the transfer.
  package func close() {
    let last = transfer
    let (cancel, signals) = state.withLock { state in
      state.isClosed = true
      state.lastTransfer = last
      // The transfer and its bytes are released with the thread.
      defer {
        (state.signals, state.cancel, state.progress) = ([], nil, nil)
        state.interrupt = nil
      }
      return (state.cancel, state.signals)
    }
    cancel?()
    wake.post()
    for signal in signals { signal() }
  }
}
