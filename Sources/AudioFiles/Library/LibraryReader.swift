#if LibAV
  internal import AudioContainers
  internal import AudioModel
  internal import AudioTransport

  /// Reads a container by libavformat, behind the same contract as the readers of our own.
  ///
  /// It takes its bytes from the source itself, not from the windows that it is lent, so it can only be pulled. All
  /// packets are gathered.
  struct LibraryReader: ContainerReader {
    /// Bytes that one step gathers, but for a last packet.
    private static let batchByteCount = 1 << 16

    private let demuxer: LibraryDemuxer
    private let track: LibraryTrack
    private var info: ContainerInfo?
    /// Frames of a packet of which neither the library nor the packet tells them; 0 where they differ.
    private let usualFrameCount: UInt32
    /// Whether frames in front, and so those behind, are left out of the recording.
    private let hasTrim: Bool
    private(set) var position: UInt64
    /// Packets of the library that have been taken.
    private var nextPacket: UInt64 = 0
    /// Bytes of a frame, where each is a packet of its own; else 0.
    private let frameByteCount: Int
    /// Bytes of the next packet of the library that have been taken, where frames are.
    private var takenByteCount = 0
    private var latm = LibraryLATM()
    private var lengths: LibraryPacketLengths?

    /// Opens the library where that has not been done, and reads the header.
    ///
    /// - Parameters:
    ///   - source: The bytes, which are read at any offset.
    ///   - format: What the file's signature says.
    ///   - start: Where the signature stands.
    ///   - number: The sound track to read, from 0; `nil` for the first that can be read.
    /// - Throws: ``PacketError``.
    init(
      _ source: any ByteSource, _ format: LibraryFormat, at start: UInt64, track number: Int?
    ) throws(PacketError) {
      demuxer = LibraryDemuxer(source, format, at: start, track: number)
      try demuxer.open()
      guard let track = demuxer.track else {
        throw .container(ContainerError(.unrecognised, at: start))
      }
      self.track = track
      lengths = track.packetLengths
      position = start
      let first = try Self.first(demuxer, track)
      let place = first?.offset ?? start
      let bytes = first?.bytes ?? []
      guard var info = track.info(first: bytes.span, at: place) else {
        throw .container(ContainerError(.unsupportedFormat, at: start))
      }
      let isUntold =
        track.packetLengths == nil && info.format.framesPerPacket == 0 && !track.hasLATMFrames
        && track.frameCount(bytes.span, told: first?.frameCount ?? 0) == 0
      if let counter = LibraryFrameCounter(
        info.format, magicCookie: info.magicCookie, isUntold: isUntold)
      {
        let priming = counter.primingFrames(bytes.span)
        if priming > 0, info.trim == nil {
          info.trim = FrameTrim(primingFrames: priming, validFrames: 0, remainderFrames: 0)
        }
        demuxer.counter = counter
      }
      // Matroska tells the padding of each packet, whatever codec it is of.
      if format == .matroska, info.trim == nil {
        info.trim = FrameTrim(primingFrames: 0, validFrames: 0, remainderFrames: 0)
      }
      usualFrameCount = UInt32(clamping: info.format.framesPerPacket)
      hasTrim = info.trim != nil
      frameByteCount = info.format.framesPerPacket == 1 ? info.format.bytesPerPacket : 0
      self.info = info
    }

    /// Packets among which there must be a whole one.
    private static let mostFragments: UInt64 = 16

    /// The first whole packet, or the first at all, or `nil` where there is none.
    private static func first(
      _ demuxer: LibraryDemuxer, _ track: LibraryTrack
    ) throws(PacketError) -> LibraryDemuxer.Found? {
      do {
        var first: LibraryDemuxer.Found?
        for index in 0..<mostFragments {
          guard let found = try demuxer.packet(at: index) else { break }
          if track.headerByteCount(found.bytes.span) != nil { return found }
          first = first ?? found
        }
        return first
      } catch {
        // The header is whole; that no packet follows is told when packets are asked for.
        if case .container = error { return nil }
        throw error
      }
    }

    /// Why the source gave no bytes, where that made the last step fail.
    private(set) var transportFailure: TransportError?

    mutating func next(
      _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
    ) throws(ContainerError) -> ReaderStep {
      if let info = info.take() { return .info(info) }
      transportFailure = nil
      if frameByteCount > 0 { return try nextFrames(&packets) }
      var gathered: [UInt8] = []
      while gathered.count < Self.batchByteCount {
        guard let found = try packet(hasOthers: !gathered.isEmpty) else { break }
        nextPacket &+= 1
        if track.hasLATMFrames {
          position = max(position, found.offset ?? 0)
          latm.read(found.bytes.span, at: position, into: &packets, &gathered)
          continue
        }
        let end = decodableByteCount(of: found)
        guard let header = track.headerByteCount(found.bytes.span), header < end else { continue }
        // What the library does not tell, or tells out of turn, is where the packet before was.
        position = max(position, found.offset ?? 0)
        let frames = frameCount(of: found, behind: header)
        // What the container does not tell in front stays in the recording: a length has to be that of what is read.
        let padding = hasTrim ? min(track.frames(ofPadding: found.paddingFrames), frames) : 0
        packets.append(
          Packet(
            offset: position, byteCount: UInt32(end - header), frameCount: frames - padding))
        gathered += found.bytes[header..<end]
      }
      return gathered.isEmpty ? .end : .gathered(gathered)
    }

    /// Bytes of a packet, whose index is the one before ``nextPacket``, that can be decoded: the
    /// file may end in the packet.
    private func decodableByteCount(of found: LibraryDemuxer.Found) -> Int {
      let whole = track.wholeByteCount(found.bytes.span, isCutOff: found.isCutOff)
      return whole < found.bytes.count && isLast(nextPacket &- 1) ? whole : found.bytes.count
    }

    /// Whether no packet that can be decoded follows the one with this index.
    private func isLast(_ index: UInt64) -> Bool {
      do throws(PacketError) {
        guard let next = try demuxer.packet(at: index &+ 1) else { return true }
        let whole = track.wholeByteCount(next.bytes.span, isCutOff: next.isCutOff)
        guard whole == 0, !next.bytes.isEmpty else { return false }
        return try demuxer.packet(at: index &+ 2) == nil
      } catch {
        // Damage behind the packet makes it the last; bytes that are missing for now do not.
        if case .container = error { return true }
        return false
      }
    }

    /// Frames that one step gathers: each takes memory of its own.
    private static let batchFrameCount = 1 << 14

    /// Gives frames as packets, whatever the library has them in; bytes behind its packets' last whole frame are left out.
    private mutating func nextFrames(
      _ packets: inout [Packet]
    ) throws(ContainerError) -> ReaderStep {
      var gathered: [UInt8] = []
      var frameCount = 0
      while frameCount < Self.batchFrameCount, gathered.count < Self.batchByteCount,
        let found = try packet(hasOthers: frameCount > 0)
      {
        let wholeCount = found.bytes.count - found.bytes.count % frameByteCount
        let count = min(
          wholeCount - takenByteCount, (Self.batchFrameCount - frameCount) * frameByteCount)
        position = max(position, found.offset ?? 0)
        gathered += found.bytes[takenByteCount..<takenByteCount + count]
        frameCount += count / frameByteCount
        takenByteCount += count
        if takenByteCount == wholeCount {
          takenByteCount = 0
          nextPacket &+= 1
        }
      }
      let frame = Packet(offset: position, byteCount: UInt32(frameByteCount), frameCount: 1)
      packets += repeatElement(frame, count: frameCount)
      return gathered.isEmpty ? .end : .gathered(gathered)
    }

    /// Frames of a packet whose index is the one before ``nextPacket``.
    private mutating func frameCount(
      of found: LibraryDemuxer.Found, behind header: Int
    ) -> UInt32 {
      if let count = lengths?.next(found.bytes.span.extracting(header...)) { return count }
      guard let counter = demuxer.counter else {
        let isUsual = found.frameCount == 0 || (track.mayBeReplicated && usualFrameCount > 0)
        let told = isUsual ? usualFrameCount : found.frameCount
        return track.frameCount(found.bytes.span.extracting(header...), told: told)
      }
      let isLast = isLast(nextPacket &- 1)
      return counter.frameCount(of: nextPacket &- 1, found.bytes.span, isLast: isLast)
    }

    /// The next packet, or `nil` at the end, or in front of an error that packets come before.
    private mutating func packet(
      hasOthers: Bool
    ) throws(ContainerError) -> LibraryDemuxer.Found? {
      do {
        return try demuxer.packet(at: nextPacket)
      } catch {
        if hasOthers { return nil }
        switch error {
        case .container(let reason): throw reason
        case .transport(let failure): transportFailure = failure
        case .notOptimized: break
        }
        throw ContainerError(.truncated, at: position)
      }
    }

    /// Goes on where it is: packets are found by their number only.
    mutating func resynchronise(at offset: UInt64) {}
  }
#endif
