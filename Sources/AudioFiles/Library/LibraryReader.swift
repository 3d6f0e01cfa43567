#if LibAV
  internal import AudioContainers
  internal import AudioModel
  internal import AudioTransport

  /// Reads a container with libavformat, with the same interface as the project's own readers.
  ///
  /// It reads bytes directly from the source, not from the windows that it receives. Therefore, it
  /// does not support pushed bytes. Each step returns its packets as gathered bytes.
  struct LibraryReader: ContainerReader {
    /// Bytes that one step gathers, except for its last packet.
    private static let batchByteCount = 1 << 16

    private let demuxer: LibraryDemuxer
    private let track: LibraryTrack
    private var info: ContainerInfo?
    /// Frames of a packet if neither the library nor the packet states them; 0 if they vary.
    private let usualFrameCount: UInt32
    /// Whether the recording excludes leading frames, and therefore trailing ones.
    private let hasTrim: Bool
    private(set) var position: UInt64
    /// The number of library packets taken.
    private var nextPacket: UInt64 = 0
    /// Bytes per frame if each frame is a separate packet, otherwise 0.
    private let frameByteCount: Int
    /// Bytes already taken from the library's next packet, if frames are packets.
    private var takenByteCount = 0
    private var latm = LibraryLATM()
    private var lengths: LibraryPacketLengths?

    /// Opens the library if necessary, and reads the header.
    ///
    /// - Parameters:
    ///   - source: The bytes, with random access.
    ///   - format: The format according to the file's signature.
    ///   - start: The position of the signature.
    ///   - number: The audio track to read, from 0. `nil` means the first readable track.
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
      let isUnstated =
        track.packetLengths == nil && info.format.framesPerPacket == 0 && !track.hasLATMFrames
        && track.frameCount(bytes.span, stated: first?.frameCount ?? 0) == 0
      if let counter = LibraryFrameCounter(
        info.format, magicCookie: info.magicCookie, isUnstated: isUnstated)
      {
        let priming = counter.primingFrames(bytes.span)
        if priming > 0, info.trim == nil {
          info.trim = FrameTrim(primingFrames: priming, validFrames: 0, remainderFrames: 0)
        }
        demuxer.counter = counter
      }
      // Matroska states the padding of each packet, for every codec.
      if format == .matroska, info.trim == nil {
        info.trim = FrameTrim(primingFrames: 0, validFrames: 0, remainderFrames: 0)
      }
      usualFrameCount = UInt32(clamping: info.format.framesPerPacket)
      hasTrim = info.trim != nil
      frameByteCount = info.format.framesPerPacket == 1 ? info.format.bytesPerPacket : 0
      self.info = info
    }

    /// Leading packets to search for a whole one.
    private static let mostFragments: UInt64 = 16

    /// Returns the first whole packet, or else the first packet, or `nil` without packets.
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
        // The header is valid. Reading packets reports that no packet follows.
        if case .container = error { return nil }
        throw error
      }
    }

    /// The source's error, if it caused the last step to fail.
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
        // If the library reports no offset, or one out of order, use that of the previous packet.
        position = max(position, found.offset ?? 0)
        let frames = frameCount(of: found, behind: header)
        // If the container does not state the priming, keep the padding. The length must match the
        // frames that are read.
        let padding = hasTrim ? min(track.frames(ofPadding: found.paddingFrames), frames) : 0
        packets.append(
          Packet(
            offset: position, byteCount: UInt32(end - header), frameCount: frames - padding))
        gathered += found.bytes[header..<end]
      }
      return gathered.isEmpty ? .end : .gathered(gathered)
    }

    /// Decodable bytes of the packet with the index before ``nextPacket``.
    ///
    /// The file may end within the packet.
    private func decodableByteCount(of found: LibraryDemuxer.Found) -> Int {
      let whole = track.wholeByteCount(found.bytes.span, isCutOff: found.isCutOff)
      return whole < found.bytes.count && isLast(nextPacket &- 1) ? whole : found.bytes.count
    }

    /// Returns whether no decodable packet follows the one with this index.
    private func isLast(_ index: UInt64) -> Bool {
      do throws(PacketError) {
        guard let next = try demuxer.packet(at: index &+ 1) else { return true }
        let whole = track.wholeByteCount(next.bytes.span, isCutOff: next.isCutOff)
        guard whole == 0, !next.bytes.isEmpty else { return false }
        return try demuxer.packet(at: index &+ 2) == nil
      } catch {
        // Damage after the packet makes it the last one. Bytes that are not yet available do not.
        if case .container = error { return true }
        return false
      }
    }

    /// Frames that one step gathers.
    ///
    /// Each occupies separate memory.
    private static let batchFrameCount = 1 << 14

    /// Returns frames as packets, regardless of how the library groups them.
    ///
    /// Omits the bytes after the last whole frame of each library packet.
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

    /// Frames of the packet with the index before ``nextPacket``.
    private mutating func frameCount(
      of found: LibraryDemuxer.Found, behind header: Int
    ) -> UInt32 {
      if let count = lengths?.next(found.bytes.span.extracting(header...)) { return count }
      guard let counter = demuxer.counter else {
        let isUsual = found.frameCount == 0 || (track.mayBeReplicated && usualFrameCount > 0)
        let stated = isUsual ? usualFrameCount : found.frameCount
        return track.frameCount(found.bytes.span.extracting(header...), stated: stated)
      }
      let isLast = isLast(nextPacket &- 1)
      return counter.frameCount(of: nextPacket &- 1, found.bytes.span, isLast: isLast)
    }

    /// Returns the next packet.
    ///
    /// Returns `nil` at the end, or if an error follows packets that must be returned first.
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

    /// Does nothing, because packets can only be found by number.
    mutating func resynchronise(at offset: UInt64) {}
  }
#endif
