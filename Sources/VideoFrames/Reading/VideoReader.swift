#if LibAV && Video
  internal import AudioContainers
  internal import AudioModel
  package import AudioTransport
  internal import CLibAV

  /// Reads and decodes the frames of a video track, in the order of presentation.
  ///
  /// Safe: one thread at a time uses a reader, as ``ByteSource`` requires. The library does not use
  /// lent memory after a call.
  @safe package final class VideoReader: @unchecked Sendable {
    private let source: any ByteSource
    private let container: FilmContainer
    /// The video tracks of a file of the MP4 family.
    private let outlines: [MovieOutline.Track]
    private let number: Int?
    private var handle: OpaquePointer?
    /// Why the source returned no bytes during the current call.
    private var failure: TransportError?
    /// Frames that a seek has decoded, and that ``next()`` returns first.
    private var pending: [VideoFrame] = []
    /// The time of the last decoded frame, and the time after it.
    private var lastTime: Int64?
    private var nextTime: Int64?

    /// The properties of the track.
    package private(set) var track: VideoTrack

    /// Opens a film.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - number: The video track to read, from 0; `nil` for the first readable one.
    /// - Throws: ``VideoError`` if the file has no moving pictures.
    package init(_ source: any ByteSource, track number: Int? = nil) throws(VideoError) {
      self.source = source
      self.number = number
      container = try Self.container(of: source)
      outlines = container == .movie ? MovieOutline.videoTracks(source) : []
      if container == .movie, outlines.isEmpty { throw VideoError(.noPictures) }
      track = VideoTrack(codec: FourCC(rawValue: 0), width: 0, height: 0, unit: .init(1, 1))
      try open()
    }

    deinit {
      close()
    }

    /// Whether to decode only frames that others need, to catch up.
    package var skipsFrames = false {
      didSet {
        // Safe: the film exists.
        if oldValue != skipsFrames, let handle = unsafe handle {
          unsafe OCAFilmSkip(handle, skipsFrames)
        }
      }
    }

    /// Returns the next frame; `nil` after the last one.
    ///
    /// - Throws: ``VideoError`` if the file cannot be read.
    package func next() throws(VideoError) -> VideoFrame? {
      pending.isEmpty ? try decode() : pending.removeFirst()
    }

    /// Continues with the frame that is shown at a time: the last one that does not start later.
    ///
    /// Before the first frame, continues with that frame.
    ///
    /// - Parameters:
    ///   - seconds: Seconds of the presentation.
    ///   - earliest: The earliest time of an acceptable frame, if one is decoded sooner; `nil` to
    ///     require the exact frame.
    /// - Throws: ``VideoError`` if the file cannot be read.
    package func seek(
      toSeconds seconds: Double, orSoonerFrom earliest: Double? = nil
    ) throws(VideoError) {
      let target = track.time(atSeconds: seconds)
      let least = earliest.map { track.time(atSeconds: $0) } ?? target
      let start = track.start ?? 0
      let second = Int64(max(1, (1 / track.unit.value).rounded()))
      var distance: Int64 = 0
      while true {
        let isStart = target - distance <= start
        guard try jump(to: isStart ? start : target - distance) else {
          // The container cannot move, so all frames before the target are decoded.
          try open()
          return try decode(to: target, orFrom: least)
        }
        let first = try decode()
        if let first, first.time <= target || isStart {
          pending = [first]
          // A frame that needs others may be incomplete.
          if first.isKey, first.time >= least { return }
          return try decode(to: target, orFrom: least)
        }
        if isStart { return pending = [] }
        // The found frame is too late, or the film has ended, so an earlier one is needed.
        distance = max(second, distance * 4)
      }
    }

    /// Decodes frames until one starts at `least` or later but before `target`, or until one starts
    /// after `target`.
    ///
    /// The frame to show is then the first pending one.
    private func decode(to target: Int64, orFrom least: Int64) throws(VideoError) {
      while true {
        guard let frame = try decode() else { return }
        pending.append(frame)
        guard frame.time <= target else { return }
        if pending.count > 1 { pending.removeFirst() }
        if frame.time >= least, frame.time < target { return }
      }
    }

    private func jump(to time: Int64) throws(VideoError) -> Bool {
      guard let handle = unsafe handle else { return false }
      pending = []
      (lastTime, nextTime) = (nil, nil)
      // Safe: the film exists.
      let status = unsafe OCAFilmSeek(handle, time)
      if let failure = failure.take() { throw VideoError(.transport(failure)) }
      return Int(status) == OCADemuxerDone
    }

    private func decode() throws(VideoError) -> VideoFrame? {
      guard let handle = unsafe handle else { return nil }
      while true {
        var frame = OCAFilmFrame()
        // Safe: the film exists, and the function fills the structure in.
        let status = unsafe Int(OCAFilmNext(handle, &frame))
        if let failure = failure.take() { throw VideoError(.transport(failure)) }
        guard status != OCADemuxerEnd else { return nil }
        guard status == OCADemuxerDone, let picture = unsafe OCAFilmTake(handle) else {
          throw VideoError(.outOfMemory)
        }
        let stated = frame.time == OCAFilmUnknownTime ? nil : frame.time
        let time = stated ?? nextTime ?? track.start ?? 0
        let found = unsafe VideoFrame(
          picture, frame, time: time, seconds: track.seconds(time))
        // Damaged files repeat times; such a frame would never be shown.
        if let lastTime, time <= lastTime { continue }
        lastTime = time
        nextTime = time &+ (found.duration ?? frameUnits)
        return found
      }
    }

    /// The usual duration of a frame, in units of the track.
    var frameUnits: Int64 {
      guard let rate = track.frameRate else { return 1 }
      return Int64(max(1, (1 / rate.value / track.unit.value).rounded()))
    }

    // MARK: Opening

    private static func container(of source: any ByteSource) throws(VideoError) -> FilmContainer {
      var start = [UInt8](repeating: 0, count: FilmContainer.byteCount)
      let count: Int
      do throws(TransportError) {
        count = try source.fill(&start, at: 0)
      } catch {
        throw VideoError(.transport(error))
      }
      guard let found = FilmContainer.detect(start.span.extracting(..<count)) else {
        throw VideoError(.noPictures)
      }
      return found
    }

    private func open() throws(VideoError) {
      close()
      var opened: OpaquePointer?
      var description = unsafe OCAFilmTrack()
      let size = source.byteCount.map { Int64(clamping: $0) } ?? -1
      // Safe: the film does not outlive this object, which answers its reads.
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      let status = unsafe Int(
        OCAFilmOpen(
          container.name, CInt(clamping: number ?? -1), size, filmRead, context, &opened,
          &description))
      let failure = failure.take()
      guard status == OCADemuxerDone, let opened = unsafe opened else {
        if let failure { throw VideoError(.transport(failure)) }
        switch status {
        case OCADemuxerLibraryMissing: throw VideoError(.noLibrary)
        case OCADemuxerUnsupported: throw VideoError(.noPictures)
        case OCADemuxerMalformed: throw VideoError(.malformed)
        default: throw VideoError(.outOfMemory)
        }
      }
      unsafe handle = opened
      let (made, identifier) = unsafe (VideoTrack(description), Int(description.identifier))
      track = made
      track.cleanAperture = outlines.first { $0.identifier == identifier }?.cleanAperture
      if skipsFrames { unsafe OCAFilmSkip(opened, true) }
    }

    private func close() {
      pending = []
      (lastTime, nextTime) = (nil, nil)
      // Safe: `open` created the film, which is closed once.
      if let handle = unsafe handle { unsafe OCAFilmClose(handle) }
      unsafe handle = nil
    }

    /// Reads bytes for the library.
    fileprivate func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) -> CInt {
      guard let offset = UInt64(exactly: offset) else { return -1 }
      do throws(TransportError) {
        return CInt(clamping: try source.read(at: offset, into: &buffer))
      } catch {
        failure = error
        return -1
      }
    }
  }

  /// The function through which the library requests bytes.
  private func filmRead(
    _ context: UnsafeMutableRawPointer, _ offset: Int64, _ bytes: UnsafeMutablePointer<UInt8>,
    _ byteCount: CInt
  ) -> CInt {
    // Safe: the context is the reader of the current call, and the buffer has the stated size.
    let reader = unsafe Unmanaged<VideoReader>.fromOpaque(context).takeUnretainedValue()
    var buffer = unsafe MutableSpan(_unsafeStart: bytes, count: Int(max(byteCount, 0)))
    return reader.read(at: offset, into: &buffer)
  }

  extension VideoTrack {
    /// Converts the description of the C functions.
    init(_ track: OCAFilmTrack) {
      unsafe self.init(
        codec: FourCC(rawValue: track.codec), width: Int(track.width), height: Int(track.height),
        unit: Fraction(Int(track.unitNumerator), Int(track.unitDenominator)))
      if unsafe track.pixelWidth > 0 {
        pixelAspect = unsafe Fraction(Int(track.pixelWidth), Int(track.pixelHeight))
      }
      if unsafe track.rateNumerator > 0 {
        frameRate = unsafe Fraction(Int(track.rateNumerator), Int(track.rateDenominator))
      }
      start = unsafe track.start == OCAFilmUnknownTime ? nil : track.start
      duration = unsafe track.duration > 0 ? track.duration : nil
      fileSeconds = unsafe track.fileDuration > 0 ? Double(track.fileDuration) / 1e6 : nil
      audioStart = unsafe track.audioStart == OCAFilmUnknownTime ? nil : track.audioStart
      bitRate = unsafe track.bitRate > 0 ? Int(clamping: track.bitRate) : nil
      if unsafe track.hasMatrix {
        let matrix = unsafe track.matrix
        transform = DisplayTransform([
          matrix.0, matrix.1, matrix.2, matrix.3, matrix.4, matrix.5, matrix.6, matrix.7, matrix.8,
        ])
      }
      trackCount = unsafe Int(track.trackCount)
      isReordered = unsafe track.isReordered
      // Safe: the pointer is valid for the stated number of bytes until the film is closed.
      configuration = unsafe Array(
        UnsafeBufferPointer(start: track.configuration, count: track.configurationByteCount))
    }
  }
#endif
