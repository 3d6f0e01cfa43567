import AudioModel
import AudioSyntax

/// Support for the contents of pages.
extension OggReader {
  /// Takes the next page.
  mutating func take(_ page: OggPage, _ bytes: Span<UInt8>) throws(ContainerError) {
    if page.isFirst {
      begin(page, bytes)
      return
    }
    if isLost, group.serial != page.serial, !group.others.contains(page.serial) {
      group.serial = page.serial
      link?.forgetStart()
    }
    if group.isOpen, group.stream == nil {
      // The first pages of all streams have passed, or the reader started inside a file.
      let failure =
        group.others.isEmpty
        ? ContainerError(.malformed, at: page.position)
        : unreadStreams(at: page.position)
      return try fail(failure)
    }
    group.isOpen = false
    guard page.serial == group.serial else { return }
    isLost = false
    if let audio = try takePackets(of: page, bytes) { take(audio, of: page) }
  }

  /// Ends with an error.
  ///
  /// An unreadable link does not affect the previous links.
  private mutating func fail(_ failure: ContainerError) throws(ContainerError) {
    guard info != nil else { throw failure }
    endLink()
    state = .end(ContainerError(.unsupportedFormat, at: failure.offset))
  }

  /// Takes the packets that end on a page of the stream.
  ///
  /// - Returns: The audio packets; `nil` if the page has no audio packets.
  private mutating func takePackets(
    of page: OggPage, _ bytes: Span<UInt8>
  ) throws(ContainerError) -> OggAudio? {
    let found = assembler.take(page, bytes)
    var audio = OggAudio()
    var place = 0
    // Adjacent audio packets, which are copied together.
    var run = 0..<0
    var hasAudio = false
    for packet in found.places {
      let range = place..<place + packet.byteCount
      place = range.upperBound
      let content = found.bytes.span.extracting(range)
      if case .headers = state, try !endsHeaders(content, at: packet, on: page) { continue }
      guard case .audio = state else { return nil }
      hasAudio = true
      if packet.offset < audioOffset { audioOffset = page.position }
      guard let frames = link?.count(content) else { continue }
      audio.packets.append(
        Packet(
          offset: packet.offset, byteCount: UInt32(packet.byteCount), frameCount: UInt32(frames)))
      if run.upperBound != range.lowerBound {
        audio.bytes.append(found.bytes.span, run)
        run = range
      }
      run = run.lowerBound..<range.upperBound
    }
    guard hasAudio else { return nil }
    if audio.bytes.isEmpty, run.count == found.bytes.count {
      audio.bytes = found.bytes
    } else {
      audio.bytes.append(found.bytes.span, run)
    }
    return audio
  }

  /// Takes a header packet, or fails the link.
  ///
  /// - Returns: Whether the packet is not a header, or the link has failed.
  private mutating func endsHeaders(
    _ content: Span<UInt8>, at packet: OggPacketAssembler.Place, on page: OggPage
  ) throws(ContainerError) -> Bool {
    do {
      return try takeHeader(content, at: packet, on: page)
    } catch {
      try fail(error)
      return true
    }
  }

  /// Takes the first page of a stream.
  private mutating func begin(_ page: OggPage, _ bytes: Span<UInt8>) {
    if !group.isOpen {
      endLink()
      group = OggGroup()
      assembler = Self.headerAssembler
      state = .headers
      isLost = false
    }
    guard group.stream == nil else {
      if page.serial != group.serial { group.others.insert(page.serial) }
      return
    }
    var first = Self.headerAssembler
    let packets = first.take(page, bytes)
    guard let byteCount = packets.places.first?.byteCount,
      let stream = OggStream(packets.bytes.span.extracting(0..<byteCount))
    else {
      group.others.insert(page.serial)
      if packets.bytes.span.has("Speex   ", at: 0) { group.hasSpeex = true }
      return
    }
    group.serial = page.serial
    group.stream = stream
    assembler = first
    if stream.isComplete { accept(stream, page) }
  }

  /// Takes a packet that may be a header.
  ///
  /// - Returns: Whether the packet is already audio.
  private mutating func takeHeader(
    _ packet: Span<UInt8>, at place: OggPacketAssembler.Place, on page: OggPage
  ) throws(ContainerError) -> Bool {
    guard var stream = group.stream else { return false }
    let isHeader = try stream.take(packet, at: place, upTo: page)
    group.stream = stream
    if stream.isComplete { accept(stream, page) }
    return !isHeader
  }

  /// Continues with the audio of a stream after its headers.
  private mutating func accept(_ stream: OggStream, _ page: OggPage) {
    link = OggLink(stream)
    hasBegun = false
    if info == nil { audioOffset = page.position(of: page.body.upperBound) }
    assembler.limit = stream.packetSizeUpperBound
    assembler.keepsLongPackets = false
    state = .audio
  }
}

// MARK: - Links

extension OggReader {
  /// Takes the audio of a page.
  private mutating func take(_ audio: OggAudio, of page: OggPage) {
    guard let ready = link?.take(audio, of: page) else { return }
    if !hasBegun, !audio.isEmpty { begin(audio) }
    guard hasBegun else { return }
    if page.isLast, let trim = link?.endingTrim {
      give(trim)
    } else if givenTrim != nil, let trim = info?.trim, link?.stream.statedFrameCount == nil {
      // The stream continues after a page that is marked as the last.
      give(trim)
    }
    answers += ready.filter { !$0.isEmpty }.map { .audio($0) }
  }

  /// Describes the packets of a link, based on those of its first page.
  mutating func begin(_ audio: OggAudio) {
    guard let link else { return }
    let stream = link.stream
    let format = stream.format(audio.packets.map(\.frameCount))
    var described =
      info
      ?? ContainerInfo(
        fileType: .ogg, format: format, dataOffset: audioOffset, packetSizeUpperBound: 1)
    described.format = format
    described.packetSizeUpperBound = stream.packetSizeUpperBound
    // Few pages reach the maximum length.
    described.tail = ContainerInfo.Tail(
      byteCounts: [OggPage.mostBytes / 4, 2 * OggPage.mostBytes], fewestPackets: 1)
    described.isAllAudio = group.others.isEmpty
    described.magicCookie = stream.magicCookie
    described.channelLayout = stream.layout
    described.tags = stream.tags
    described.trim = link.startingTrim
    answers.append(
      .step(
        info == nil
          ? .info(described)
          : .link(
            ContainerLink(
              info: described, isAlike: describedStream.map { stream.continues($0) } ?? false))))
    info = described
    describedStream = stream
    hasBegun = true
    givenTrim = nil
  }

  /// Ends a link, whose last frames are now known.
  mutating func endLink() {
    guard hasBegun, let held = link?.takeHeld() else { return }
    let trim = link?.endingTrim
    if let trim, !held.isEmpty { give(trim) }
    answers += held.map { .audio($0) }
    hasBegun = false
    guard let trim, info?.trim != trim else { return }
    info?.trim = trim
    if let info { answers.append(.step(.completed(info))) }
  }

  /// Reports the recording's range if it has changed.
  private mutating func give(_ trim: FrameTrim) {
    guard trim != givenTrim else { return }
    givenTrim = trim
    answers.append(.step(.trim(trim)))
  }
}
