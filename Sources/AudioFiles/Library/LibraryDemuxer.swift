#if LibAV
  internal import AudioContainers
  internal import AudioModel
  internal import AudioTransport
  internal import CLibAV

  /// A file that libavformat reads, one packet after another.
  ///
  /// To go back, the demuxer opens the file again, because not every container can seek to an exact
  /// packet.
  ///
  /// Safe: only the thread that uses the source uses it, as ``ByteSource`` requires. The library
  /// does not use lent memory after a call.
  @safe final class LibraryDemuxer: @unchecked Sendable {
    /// A packet with its bytes.
    struct Found {
      var bytes: [UInt8]
      /// Bytes from the start of the file, or `nil` if the library does not report them.
      var offset: UInt64?
      var frameCount: UInt32
      /// Frames at the packet's end that are not part of the recording.
      var paddingFrames: UInt32
      /// Whether the file ends before the end of the packet.
      var isCutOff: Bool
    }

    private let source: any ByteSource
    private let format: LibraryFormat
    /// The audio track to read, from 0.
    ///
    /// `nil` means the first readable track.
    private let number: Int?
    /// Bytes from the start of the source to the start of the container.
    private let start: UInt64
    private var handle: OpaquePointer?
    /// Packets read since the file was opened.
    private var packetCount: UInt64 = 0
    /// The last packet read.
    private var last: Found?
    /// The packet before the last one, so that looking ahead does not require reopening the file.
    private var previous: Found?
    /// Why no packet follows the last one: an error in its data, or the end of the file.
    private var finish: Result<Void, ContainerError>?
    /// Why the source returned no bytes during the current call.
    private var failure: TransportError?
    private(set) var track: LibraryTrack?
    /// Counts the frames of packets that do not state them.
    var counter: LibraryFrameCounter?

    init(_ source: any ByteSource, _ format: LibraryFormat, at start: UInt64, track: Int?) {
      self.source = source
      number = track
      self.format = format
      self.start = start
    }

    deinit {
      close()
    }

    /// Reads the header.
    func open() throws(PacketError) {
      close()
      let size = source.byteCount.map { Int64(clamping: $0 - min(start, $0)) } ?? -1
      var opened: OpaquePointer?
      var track = unsafe OCADemuxerTrack()
      // Safe: the demuxer does not outlive this object, which answers its reads.
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      let status = unsafe Int(
        OCADemuxerOpen(
          format.name, CInt(clamping: number ?? -1), size, demuxerRead, context, &opened, &track))
      guard status == OCADemuxerDone, let opened = unsafe opened else {
        if let failure = failure.take() { throw .transport(failure) }
        switch status {
        case OCADemuxerMalformed: throw .container(ContainerError(.malformed, at: start))
        case OCADemuxerUnsupported: throw .container(ContainerError(.unsupportedFormat, at: start))
        default: throw .container(ContainerError(.unrecognised, at: start))
        }
      }
      failure = nil
      unsafe handle = opened
      self.track = unsafe describe(track, opened)
    }

    /// Returns the packet with this index, reading forward or starting again as necessary.
    ///
    /// - Returns: `nil` after the last packet.
    /// - Throws: ``PacketError``. After a transport error, the call can be repeated.
    func packet(at index: UInt64) throws(PacketError) -> Found? {
      if let last, index &+ 1 == packetCount { return last }
      if let previous, index &+ 2 == packetCount { return previous }
      if unsafe handle == nil || index < packetCount { try open() }
      guard let handle = unsafe handle else { return nil }
      while finish == nil {
        var packet = unsafe OCADemuxerPacket()
        let status = unsafe Int(OCADemuxerNext(handle, &packet))
        if let failure = failure.take() {
          // The library treats a source failure as the end of the file or as an error.
          close()
          throw .transport(failure)
        }
        guard status == OCADemuxerDone else {
          let isEnd = status == OCADemuxerEnd
          finish = isEnd ? .success(()) : .failure(ContainerError(.malformed, at: start))
          break
        }
        guard unsafe packet.byteCount <= LibraryTrack.longestPacket else {
          finish = .failure(ContainerError(.malformed, at: start))
          break
        }
        packetCount &+= 1
        previous = last.take()
        guard packetCount > index else { continue }
        let found = unsafe copy(packet)
        last = found
        return found
      }
      if case .failure(let error) = finish { throw .container(error) }
      return nil
    }

    private func copy(_ packet: OCADemuxerPacket) -> Found {
      // Safe: the pointer is valid for the stated number of bytes until the next call.
      let bytes = unsafe Array(
        UnsafeBufferPointer(start: packet.bytes, count: packet.byteCount))
      let offset = unsafe UInt64(exactly: packet.offset).map { start &+ $0 }
      return unsafe Found(
        bytes: bytes, offset: offset, frameCount: UInt32(clamping: packet.frameCount),
        paddingFrames: packet.paddingFrames, isCutOff: packet.isCutOff)
    }

    private func describe(_ track: OCADemuxerTrack, _ handle: OpaquePointer) -> LibraryTrack {
      // Safe: the pointer is valid for the stated number of bytes until the demuxer is closed.
      let configuration = unsafe Array(
        UnsafeBufferPointer(start: track.configuration, count: track.configurationByteCount))
      var described = unsafe LibraryTrack(
        container: format, codec: FourCC(rawValue: track.codec))
      unsafe (described.sampleRate, described.channelCount, described.framesPerPacket) = (
        Int(track.sampleRate), Int(track.channelCount), Int(track.framesPerPacket)
      )
      unsafe (described.bitRate, described.primingFrames, described.trackCount) = (
        Int(clamping: track.bitRate), Int(track.primingFrames), Int(track.trackCount)
      )
      unsafe (
        described.blockByteCount, described.bitsPerSample, described.speakers, described.pcm
      ) = (
        Int(track.blockByteCount), Int(track.bitsPerSample), track.speakers,
        Self.pcm(track.pcmLayout)
      )
      described.configuration = configuration
      for index in 0..<Self.mostTags {
        var value: UnsafePointer<CChar>?
        // Safe: both strings are null-terminated and valid until the demuxer is closed.
        guard let name = unsafe OCADemuxerTag(handle, CInt(index), &value),
          let value = unsafe value
        else { break }
        let text = unsafe String(cString: value)
        described.texts.append((unsafe String(cString: name), String(text.prefix(4096))))
      }
      return described
    }

    /// Converts the sample layout of the C functions.
    private static func pcm(_ layout: UInt32) -> LibraryTrack.PCM? {
      guard layout != 0 else { return nil }
      var flags: StreamFormat.PCMFlags = .packed
      if layout & UInt32(OCADemuxerSigned) != 0 { flags.insert(.signedInteger) }
      if layout & UInt32(OCADemuxerBigEndian) != 0 { flags.insert(.bigEndian) }
      if layout & UInt32(OCADemuxerFloat) != 0 { flags.insert(.float) }
      return LibraryTrack.PCM(bitsPerChannel: Int(layout & 0xFF), flags: flags)
    }

    /// The maximum number of tags to read.
    private static let mostTags = 256

    /// Reads bytes for the library.
    fileprivate func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) -> CInt {
      guard let offset = UInt64(exactly: offset) else { return -1 }
      do throws(TransportError) {
        return CInt(clamping: try source.read(at: start &+ offset, into: &buffer))
      } catch {
        failure = error
        return -1
      }
    }

    private func close() {
      packetCount = 0
      last = nil
      previous = nil
      finish = nil
      failure = nil
      // Safe: `open` created the handle, which is closed once.
      if let handle = unsafe handle { unsafe OCADemuxerClose(handle) }
      unsafe handle = nil
    }
  }

  /// The function through which the library requests bytes.
  private func demuxerRead(
    _ context: UnsafeMutableRawPointer, _ offset: Int64, _ bytes: UnsafeMutablePointer<UInt8>,
    _ byteCount: CInt
  ) -> CInt {
    // Safe: the context is the demuxer of the current call, and the buffer has the stated size.
    let demuxer = unsafe Unmanaged<LibraryDemuxer>.fromOpaque(context).takeUnretainedValue()
    var buffer = unsafe MutableSpan(_unsafeStart: bytes, count: Int(max(byteCount, 0)))
    return demuxer.read(at: offset, into: &buffer)
  }
#endif
