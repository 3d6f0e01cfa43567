import AudioCodecs
import AudioContainers
import AudioFiles
import AudioModel
import AudioPlayback
import AudioToolbox
import AudioTransport
import ToolSupport

/// The frames of a file or station on a server, transferred and decoded as `AVPlayer` does it.
///
/// Also those of a local playlist, and the silence of a local film.
///
/// Uses ``AudioPlayback`` directly: `AVPlayer` opens its own device, but the tool plays all items
/// through one queue.
final class ServerSource: PacketSource {
  let format: AudioStreamBasicDescription
  let fileFormat: AudioStreamBasicDescription
  let magicCookie: [UInt8] = []
  let channelLayout: [UInt8]
  let bufferByteCount = 256 << 10
  let bufferPacketCount = 0

  private let frames: AwaitedFrames
  private let bytes: MediaBytes
  private var nextFrame = 0
  /// The first frame after the played part.
  private var limit: Int?

  /// Opens a transfer.
  ///
  /// - Parameters:
  ///   - bytes: How to read the bytes.
  ///   - start: The first bytes, which explain a failure.
  ///   - willWait: Receives a closure that cancels the wait.
  /// - Throws: ``ToolFailure`` if the bytes are not audio.
  init(
    _ bytes: MediaBytes, start: [UInt8], willWait: ((() -> Void)?) -> Void
  ) throws(ToolFailure) {
    let frames = AwaitedFrames(bytes)
    (self.frames, self.bytes) = (frames, bytes)
    willWait { frames.cancel() }
    defer { willWait(nil) }
    let info: MediaItem.Info
    do throws(MediaFailure) {
      info = try frames.open()
    } catch {
      if case .packets = error, let reason = Content(start).failure { throw reason }
      throw ToolFailure(error)
    }
    fileFormat = AudioStreamBasicDescription(info.container.format)
    format = StreamDecoder.floats(like: AudioStreamBasicDescription(info.format))
    channelLayout =
      info.format.channelCount > 2 ? info.container.channelLayout?.bytes ?? [] : []
  }

  var duration: Double? { frames.info?.length?.seconds }

  var progress: SourceProgress? {
    if isLocalFilm { return nil }
    var progress = frames.transfer.map { SourceProgress($0) } ?? SourceProgress()
    if frames.hasSegments { progress.bufferedFraction = nil }
    progress.bufferedSeconds = frames.secondsAhead
    return progress
  }

  func title(at seconds: Double) -> String? { frames.title(at: seconds) }

  var isSeekable: Bool { frames.info?.isSeekable ?? false }

  func description() -> SourceDescription {
    guard let info = frames.info else { return SourceDescription() }
    var description = SourceDescription()
    description.tags = info.container.tags.values
    description.isLive = info.isLive
    if let artwork = info.container.tags.artwork, case .transfer(_, let url) = bytes.address {
      // Another request, because the transfer has passed the picture.
      description.picture = { try? MediaBytes(.url(url)).picture(artwork) }
    }
    return description
  }

  /// Whether the source is a film without sound.
  var isSilent: Bool { frames.info?.hasSound == false }

  private var isLocalFilm: Bool { isSilent && bytes.isLocalFile }

  /// Makes another request for the bytes of a film, because the sound has its own request.
  func openFilm() throws(TransportError) -> FilmBytes? {
    let film: MediaBytes
    switch bytes.address {
    case .transfer(_, let url): film = MediaBytes(.url(url))
    case .file where isSilent: film = bytes
    default: return nil
    }
    let opened = try film.openCancellable()
    return FilmBytes(source: opened.source, cancel: opened.cancel)
  }

  var mayHavePictures: Bool {
    guard let info = frames.info, info.isSeekable, info.length != nil else { return false }
    return FilmContainer.mayHold(info.container.fileType)
  }

  var shortfall: ToolFailure? {
    guard limit == nil, let shortfall = frames.info?.shortfall else { return nil }
    return ToolFailure(
      "truncated: contains \(shortfall.packetCount) of \(shortfall.statedPacketCount) "
        + "packets of audio")
  }

  var hasMore: Bool { frames.isReady }

  func seek(toSeconds seconds: Double) -> Bool {
    guard frames.seek(to: max(0, seconds)) else { return false }
    nextFrame = Int((max(0, seconds) * format.mSampleRate).rounded())
    return true
  }

  func limit(toSeconds seconds: Double) {
    limit = Int((seconds * format.mSampleRate).rounded())
  }

  func cancel() { frames.cancel() }

  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling {
    let room = min(bufferByteCount / Int(format.mBytesPerFrame), max(1, atMost))
    let wanted = min(room, max(0, (limit ?? .max) - nextFrame))
    var samples: [Float] = []
    samples.reserveCapacity(wanted * Int(format.mChannelsPerFrame))
    let count: Int
    do throws(MediaFailure) {
      count = try frames.read(wanted, atLeast: min(atLeast, wanted), into: &samples)
    } catch {
      throw ToolFailure(error)
    }
    let size = count * Int(format.mBytesPerFrame)
    samples.withUnsafeBytes { source in
      if let start = source.baseAddress {
        buffer.pointee.mAudioData.copyMemory(from: start, byteCount: size)
      }
    }
    buffer.pointee.mAudioDataByteSize = UInt32(size)
    nextFrame += count
    return Filling(packetCount: count, frameCount: count)
  }
}

extension SourceProgress {
  /// The progress of a transfer.
  init(_ progress: HTTPProgress) {
    self.init(
      bufferedFraction: progress.byteCount.map { total in
        total > 0 ? Double(progress.bufferedEnd) / Double(total) : 1
      })
    reconnectCount = progress.reconnectCount
    isReconnecting = progress.isReconnecting
  }
}

extension ToolFailure {
  /// Why a medium cannot be played.
  init(_ failure: MediaFailure) {
    switch failure {
    case .transport(let error): self.init(error)
    case .packets(let error): self.init(status: extAudioFileStatus(of: .packets(error)))
    case .codec(.libraryMissing), .codec(.unsupportedFormat):
      self.init(status: kAudioQueueErr_CodecNotFound)
    case .codec(let error): self.init(status: extAudioFileStatus(of: .codec(error)))
    case .list(let failure): self.init(failure)
    case .device: self.init(status: kAudioQueueErr_InvalidDevice)
    }
  }

  /// Why a stream of HTTP Live Streaming cannot be played.
  private init(_ failure: HLSFailure) {
    switch failure {
    case .transport(let error): self.init(error)
    case .list(let error) where error.reason == .plainList:
      self.init("is a playlist of media files, not of the segments of a stream")
    case .list(let error): self.init("the playlist is damaged at line \(error.line)")
    case .noVariant: self.init("no variant of the stream has a supported codec")
    case .protected: self.init("the stream is encrypted in a way that is not supported")
    case .key: self.init("the key of the stream is not 16 bytes long")
    case .cipherMissing:
      self.init("libcrypto, which decrypts the stream, is not installed")
    case .notMedia: self.init("the segments of the stream are not media")
    }
  }
}
