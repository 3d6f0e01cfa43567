internal import AudioCodecs
internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioTransport
internal import VideoFrames

/// Silence for a film without readable sound, as long as its pictures.
///
/// The silence goes to the device, whose clock the pictures follow, as for other films.
struct SilentFilmFrames: MediaFrames {
  /// The rate, in hertz: times of frames at all usual picture rates are whole numbers.
  private static let sampleRate = 48_000.0

  let info: MediaItem.Info
  private var sampleRate = Self.sampleRate
  private var position = 0

  /// Opens a film.
  ///
  /// Fails if the file is not a film.
  ///
  /// - Parameters:
  ///   - opened: The open bytes. This type does not use them afterwards.
  ///   - failure: Why the file cannot be played as sound.
  /// - Throws: ``MediaFailure`` if the bytes cannot be read.
  init?(_ opened: MediaBytes.Opened, after failure: MediaFailure) throws(MediaFailure) {
    guard failure.allowsFilm,
      let fileType = FilmContainer.detect(opened.firstBytes.span)?.fileType
    else { return nil }
    let seconds: Double
    do throws(VideoError) {
      seconds = try FilmLength.seconds(of: opened.source)
    } catch {
      if case .transport(let error) = error.reason { throw .transport(error) }
      return nil
    }
    let format = StreamFormat.interleavedFloats(
      like: StreamFormat(
        sampleRate: Self.sampleRate, formatID: .linearPCM, channelCount: 1))
    info = MediaItem.Info(
      container: ContainerInfo(
        fileType: fileType, format: format, dataOffset: 0, packetSizeUpperBound: 1),
      format: format, length: .init(seconds: seconds, isExact: true),
      isSeekable: opened.progress()?.isSeekable ?? true, isLive: false, packetByteCount: nil,
      canReverse: !opened.isRemote, hasSound: false)
  }

  private var frameCount: Int {
    Int(min((info.length?.seconds ?? 0) * sampleRate, 1e15).rounded())
  }

  mutating func prepare(sampleRate: Double) throws(MediaFailure) { self.sampleRate = sampleRate }

  mutating func seek(to seconds: Double, number: Int) {
    let frame = max(0, min(seconds * sampleRate, 1e15)).rounded()
    position = min(Int(frame), frameCount)
  }

  mutating func read(_ count: Int, into samples: inout [Float]) throws(MediaFailure) -> Double? {
    let frames = max(0, min(count, frameCount - position))
    samples += repeatElement(0, count: frames)
    position += frames
    return nil
  }

  var foundSeconds: Double? { info.length?.seconds }
}

extension MediaFailure {
  /// Whether a film may have pictures in spite of the failure: its sound is missing, or
  /// unsupported.
  fileprivate var allowsFilm: Bool {
    guard case .packets(.container(let error)) = self else { return false }
    return error.reason == .unsupportedFormat || error.reason == .unrecognised
  }
}

extension MediaBytes.Opened {
  /// The bytes that show the container; fewer if they cannot be read.
  fileprivate var firstBytes: [UInt8] {
    var start = [UInt8](repeating: 0, count: FilmContainer.byteCount)
    var count = 0
    while count < start.count {
      var bytes = start.mutableSpan
      var room = bytes._mutatingExtracting(count...)
      guard let read = try? source.read(at: UInt64(count), into: &room), read > 0 else { break }
      count += read
    }
    return Array(start[..<count])
  }
}
