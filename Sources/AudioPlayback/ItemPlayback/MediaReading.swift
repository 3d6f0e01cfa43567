internal import AudioContainers
internal import AudioCodecs
internal import AudioFiles
internal import AudioModel
internal import AudioTransport
internal import AudioRealtime
internal import MediaTimeline
internal import Synchronization

/// The thread of a ``MediaItem``: opens, seeks and decodes, and waits for bytes.
final class MediaReading: Sendable {
  /// Frames of one read.
  private static let pieceFrames = 2048
  /// Waiting bytes that hold more frames than one read takes.
  private static let ampleByteCount: UInt64 = 32 << 10

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
      let (reader, info) = try open()
      publish(.ready(info))
      guard let rate = waitForRate() else { return }
      let format = StreamFormat(
        sampleRate: rate, formatID: .linearPCM, channelCount: info.format.channelCount)
      let frames: FileFrames
      do throws(FrameFileError) {
        frames = try FileFrames(reader, format: format)
      } catch {
        throw MediaFailure(error)
      }
      read(frames, info, rate)
    } catch {
      publish(.failed(error))
    }
  }

  private func open() throws(MediaFailure) -> (FrameFileReader, MediaItem.Info) {
    var opened: MediaBytes.Opened
    do throws(TransportError) {
      opened = try bytes.open()
      guard keep(opened) else { throw TransportError(.cancelled) }
      try opened.connect()
    } catch {
      throw .transport(error)
    }
    return try describe(opened)
  }

  private func describe(
    _ opened: MediaBytes.Opened
  ) throws(MediaFailure) -> (FrameFileReader, MediaItem.Info) {
    do {
      let file = try PacketFile(
        opened.source, reader: DetectingReader(at: opened.skippedByteCount))
      let reader = try FrameFileReader(file)
      let isOpen = opened.isRemote && !(bytes.isCounted && opened.source.byteCount != nil)
      if isOpen { reader.leaveEndOpen() }
      let length =
        isOpen
        ? try file.earlyLength()
        : PacketFile.EarlyLength(
          seconds: Double(try reader.frameCount()) / reader.fileFormat.sampleRate, isExact: true)
      // Damaged tags after the sound do not stop playback.
      if !opened.isRemote { try? file.readSurroundings() }
      let isSeekable = opened.progress()?.isSeekable ?? true
      let info = MediaItem.Info(
        container: file.info, format: reader.fileFormat, length: length, isSeekable: isSeekable,
        isLive: opened.isRemote && opened.source.byteCount == nil,
        packetByteCount: opened.isRemote
          ? file.info.statedDataByteCount : try file.packetByteCount())
      return (reader, info)
    } catch let error as PacketError {
      throw MediaFailure(error)
    } catch let error as FrameFileError {
      throw MediaFailure(error)
    } catch {
      throw .codec(.badPacket)
    }
  }

  /// Keeps the function that ends a wait; returns false if the item has been closed.
  private func keep(_ opened: MediaBytes.Opened) -> Bool {
    owner.item?.state.withLock { state in
      state.cancel = opened.cancel
      state.progress = opened.progress
      state.text = opened.text
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
    case seek(seconds: Double)
    case read(number: Int)
    case wait
  }

  private func next(_ item: MediaItem, _ info: MediaItem.Info, _ rate: Double) -> Step {
    item.state.withLock { state in
      if state.isClosed { return .end }
      if let seek = state.seek {
        state.seek = nil
        return .seek(seconds: seek)
      }
      let frames = state.sampleCount / max(1, info.format.channelCount)
      let isFull = Double(frames) >= MediaItem.aheadSeconds * rate
      return state.hasEnded || isFull ? .wait : .read(number: state.seekNumber)
    }
  }

  private func read(_ frames: FileFrames, _ info: MediaItem.Info, _ rate: Double) {
    while true {
      // Only for the step: a waiting thread does not keep the item.
      guard let step = owner.item.map({ next($0, info, rate) }) else { return }
      switch step {
      case .end: return
      case .wait: wake.wait()
      case .seek(let seconds):
        let frame = (seconds * info.format.sampleRate).rounded()
        frames.seek(to: Int(max(0, min(frame, 1e15))))
      case .read(let number):
        var samples: [Float] = []
        var failure: MediaFailure?
        do throws(CodecError) {
          _ = try frames.read(pieceFrameCount(frames), into: &samples)
        } catch {
          failure = frames.failure.map { MediaFailure($0) } ?? .codec(error)
        }
        let end = samples.isEmpty ? frames.foundEnd : nil
        let text = owner.item?.state.withLock { $0.text }?(frames.byteOffset)
        add(samples, number, failure, end, text)
      }
    }
  }

  /// The frames to read next: only those that have arrived, if bytes arrive slowly.
  private func pieceFrameCount(_ frames: FileFrames) -> Int {
    guard let transfer = owner.item?.transfer,
      transfer.bufferedEnd < transfer.readOffset &+ Self.ampleByteCount
    else { return Self.pieceFrames }
    return max(1, min(Self.pieceFrames, frames.readyFrameCount))
  }

  /// Adds a block; an empty one is the end.
  private func add(
    _ samples: [Float], _ number: Int, _ failure: MediaFailure?, _ end: FrameFileReader.FoundEnd?,
    _ text: ICYText?
  ) {
    let signals = owner.item?.state.withLock { state -> [@Sendable () -> Void] in
      // A seek has come in between.
      guard state.seekNumber == number else { return [] }
      var isNews = samples.isEmpty
      if samples.isEmpty {
        state.hasEnded = true
        state.failure = failure
        state.settle(end)
      } else {
        isNews = state.note(text, channelCount: state.info?.format.channelCount ?? 1)
        state.blocks.append(samples)
        state.sampleCount += samples.count
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
  mutating func settle(_ end: FrameFileReader.FoundEnd?) {
    guard let end, case .ready(var info) = status else { return }
    info.length = .init(
      seconds: Double(end.frameCount) / info.format.sampleRate, isExact: true)
    info.shortfall = end.shortfall
    status = .ready(info)
  }
}
