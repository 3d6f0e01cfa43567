internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioTransport
internal import AudioRealtime
internal import Synchronization

/// The thread of a ``MediaItem``: opens, seeks and decodes, and waits for bytes.
final class MediaReading: Sendable {
  /// Frames of one read.
  private static let pieceFrames = 2048

  private let bytes: MediaBytes
  private let owner: WeakItem
  private let wake: Signal

  init(bytes: MediaBytes, item: WeakItem, wake: Signal) {
    self.bytes = bytes
    owner = item
    self.wake = wake
  }

  /// Runs until the item is closed or released.
  func run() {
    do throws(MediaFailure) {
      var frames = try open()
      publish(.ready(frames.info))
      owner.item?.switchTracks()
      guard let rate = waitForRate() else { return }
      try frames.prepare(sampleRate: rate)
      read(frames, rate)
    } catch {
      publish(.failed(error))
    }
  }

  private func open() throws(MediaFailure) -> any MediaFrames {
    if case .composition(var composition) = bytes.address {
      composition.mixes = composition.mixes ?? owner.item?.trackMixes
      let sources = OpenSources()
      guard keep({ sources.cancel() }, { nil }) else { throw .transport(.init(.cancelled)) }
      return try CompositionFrames(composition, sources)
    }
    var opened: MediaBytes.Opened
    do throws(TransportError) {
      opened = try bytes.open { [owner] in owner.item?.sendSignals() }
      guard keep(opened.cancel, opened.progress) else { throw TransportError(.cancelled) }
      try opened.connect(mimeType: bytes.mimeType)
    } catch {
      throw .transport(error)
    }
    return opened.isPlaylist ? try openStream(opened) : try openFile(opened)
  }

  /// Opens a file, with all of its tracks.
  private func openFile(_ opened: MediaBytes.Opened) throws(MediaFailure) -> any MediaFrames {
    var opened = opened
    // A program that has begun the transfer plays one track.
    let shared = bytes.isTransfer || bytes.track != nil ? nil : opened.share()
    let file: FileMediaFrames
    do throws(MediaFailure) {
      file = try FileMediaFrames(opened, bytes)
    } catch {
      guard let film = try SilentFilmFrames(opened, after: error) else { throw error }
      // The pictures have their own transfer.
      guard keep({}, { nil }) else { throw .transport(.init(.cancelled)) }
      opened.cancel()
      return film
    }
    let (sources, mixes) = (OpenSources(), owner.item?.trackMixes ?? TrackMixes())
    let tracks = shared.map { bytes.sharing($0) } ?? bytes
    guard let mix = try TrackMixFrames(file, of: tracks, mixes, sources) else {
      shared?.source.stopKeeping()
      return file
    }
    let cancel = opened.cancel
    let isOpen = keep(
      {
        sources.cancel()
        cancel()
      }, opened.progress)
    guard isOpen else { throw .transport(.init(.cancelled)) }
    return mix
  }

  /// Opens a stream whose playlist has been opened.
  private func openStream(_ opened: MediaBytes.Opened) throws(MediaFailure) -> any MediaFrames {
    let list = try bytes.playlist(opened)
    let loader = HLSLoader(bytes.resources, after: opened.progress())
    guard keep({ loader.close() }, { loader.progress }) else { throw .transport(.init(.cancelled)) }
    opened.cancel()
    let session: HLSSession
    do throws(HLSFailure) {
      session = try HLSSession(
        list, loader: loader, clock: MediaClock(wake), isDecodable: MediaCodecs.canDecode)
    } catch {
      throw MediaFailure(error)
    }
    let (rendition, offset) =
      owner.item?.state.withLock { state in
        // Publish the status before reading the choice: a choice during the first loads is then not
        // missed.
        state.stream = session.status
        return (state.rendition, state.live.offset)
      } ?? (nil, nil)
    if let rendition { session.status.select(rendition) }
    if let offset { session.start(atOffsetFromLive: offset) }
    session.status.reportDateRanges { [owner] in owner.item?.take($0) }
    let frames = try HLSFrames(session)
    owner.item?.state.withLock { state in
      state.interrupt = { loader.interrupt($0) }
    }
    return frames
  }

  /// Keeps the function that ends a wait; returns false if the item has been closed.
  private func keep(
    _ cancel: @escaping @Sendable () -> Void, _ progress: @escaping @Sendable () -> HTTPProgress?
  ) -> Bool {
    owner.item?.state.withLock { state in
      state.cancel = cancel
      state.progress = progress
      return !state.isClosed
    } ?? false
  }

  private func publish(_ status: MediaItem.Status) {
    let signals = owner.item?.state.withLock { state in
      state.status = status
      return state.signals
    }
    for signal in signals ?? [] { signal() }
  }

  /// Waits for the rate that the player wants; returns `nil` once the item is closed.
  private func waitForRate() -> Double? {
    while true {
      guard let item = owner.item else { return nil }
      let (rate, isClosed) = item.state.withLock { ($0.sampleRate, $0.isClosed) }
      if isClosed { return nil }
      if let rate { return rate }
      wake.wait()
    }
  }

  private enum Step {
    case end
    case seek(seconds: Double, number: Int, isReversed: Bool)
    case read(number: Int)
    case wait
  }

  private func next(_ item: MediaItem, _ info: MediaItem.Info, _ rate: Double) -> Step {
    item.state.withLock { state in
      if state.isClosed { return .end }
      if let seek = state.seek {
        state.seek = nil
        return .seek(seconds: seek, number: state.seekNumber, isReversed: state.isReversed)
      }
      let frames = state.sampleCount / max(1, info.format.channelCount)
      let isFull = Double(frames) >= info.aheadSeconds * rate
      return state.hasEnded || isFull ? .wait : .read(number: state.seekNumber)
    }
  }

  private func read(_ frames: any MediaFrames, _ rate: Double) {
    var frames = frames
    let info = frames.info
    var reversal: ReversedReading?
    while true {
      // Retain the item only during the step, so that a waiting thread does not keep the item.
      guard let step = owner.item.map({ next($0, info, rate) }) else { return }
      switch step {
      case .end: return
      case .wait: frames.idle(wake)
      case .seek(let seconds, let number, let isReversed):
        reversal = isReversed ? ReversedReading(from: seconds, info, sampleRate: rate) : nil
        if !isReversed { frames.seek(to: seconds, number: number) }
      case .read(let number):
        var block = MediaItem.Block()
        var failure: MediaFailure?
        do throws(MediaFailure) {
          if reversal != nil {
            block.time = try reversal?.read(frames: &frames, number, into: &block.samples)
          } else {
            block.time = try frames.read(Self.pieceFrames, into: &block.samples)
          }
        } catch {
          failure = error
        }
        add(block, number, failure, frames)
      }
    }
  }

  /// Adds a block; an empty one is the end.
  private func add(
    _ block: MediaItem.Block, _ number: Int, _ failure: MediaFailure?, _ frames: any MediaFrames
  ) {
    let (text, metadata) = (frames.stationText, frames.takeMetadata())
    let signals = owner.item?.state.withLock { state -> [@Sendable () -> Void] in
      // Drop the block if a seek has come meanwhile.
      guard state.seekNumber == number else { return [] }
      let isEnd = block.samples.isEmpty
      var isNews = state.note(metadata) || isEnd
      if isEnd {
        state.hasEnded = true
        state.failure = failure
        if !state.isReversed {
          state.settle(frames.foundSeconds, shortfall: frames.shortfall)
        }
      } else {
        let channelCount = state.info?.format.channelCount ?? 1
        isNews = state.note(text, block, channelCount: channelCount) || isNews
        state.append(block)
      }
      guard state.isWanted || state.isWatched || isNews else { return [] }
      state.isWanted = false
      return state.signals
    }
    for signal in signals ?? [] { signal() }
  }
}

extension MediaItem.State {
  /// Replaces an estimated length by the exact one.
  mutating func settle(_ seconds: Double?, shortfall: PacketFile.Shortfall?) {
    guard let seconds, case .ready(var info) = status else { return }
    info.length = .init(seconds: seconds, isExact: true)
    info.shortfall = shortfall
    status = .ready(info)
  }
}
