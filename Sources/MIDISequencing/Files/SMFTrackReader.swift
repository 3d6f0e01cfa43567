import AudioSyntax

/// Reads the events of one track chunk.
struct SMFTrackReader {
  private(set) var track = SMFTrack()
  private var index: Int
  private let start: Int
  private let length: UInt32
  /// The end of the file.
  private let limit: Int
  /// The end of the track, as far as it is known.
  private var end: Int
  private var tick = 0
  private var status: UInt8?
  private var hasEnd = false

  /// Starts at a chunk's header.
  init(start: Int, length: UInt32, limit: Int) {
    self.start = start
    self.length = length
    self.limit = limit
    index = start + 8
    end = min(index + Int(length), limit)
  }

  /// The end that the header states.
  private var statedEnd: Int { start + 8 + Int(length) }

  /// Reads all events.
  ///
  /// - Returns: The position of the next chunk.
  mutating func read(_ bytes: Span<UInt8>, _ repairs: inout SMFRepairs) -> Int {
    while !hasEnd {
      if index >= end, !extend(bytes) { break }
      let event = index
      if readEvent(bytes, &repairs) { continue }
      // The event continues after the end: the stated end is wrong, or the event is truncated.
      index = event
      guard extend(bytes) else {
        repairs.add(.truncatedEvent, at: event)
        index = end
        break
      }
    }
    track.end = tick
    return finish(bytes, &repairs)
  }

  /// Continues after the stated end, if no chunk starts there.
  private mutating func extend(_ bytes: Span<UInt8>) -> Bool {
    guard end == statedEnd, end < limit, !SMFChunks.starts(bytes, at: end) else { return false }
    end = SMFChunks.nextTrack(bytes, after: end, before: limit)
    return end > statedEnd
  }

  private func finish(_ bytes: Span<UInt8>, _ repairs: inout SMFRepairs) -> Int {
    if !hasEnd {
      repairs.add(.missingEndOfTrack, at: index)
      if statedEnd > limit { repairs.noteCutOff(.insideTrack) }
    }
    if index == statedEnd { return index }
    let isTrack = limit - index >= 8 && bytes.has("MTrk", at: index)
    let fits = statedEnd == limit || statedEnd < limit && SMFChunks.starts(bytes, at: statedEnd)
    if index < statedEnd, fits, !isTrack {
      repairs.add(.bytesAfterEndOfTrack, at: index)
      return statedEnd
    }
    repairs.add(.trackLength(stated: length), at: start + 4)
    return isTrack ? index : SMFChunks.nextTrack(bytes, after: index, before: limit)
  }

  // MARK: Events

  /// Reads one event.
  ///
  /// - Returns: False if the bytes end first.
  private mutating func readEvent(_ bytes: Span<UInt8>, _ repairs: inout SMFRepairs) -> Bool {
    guard let delta = readNumber(bytes, &repairs), index < end else { return false }
    if bytes[index] < 0x80, status == nil {
      repairs.add(.missingStatus, at: index)
      while index < end, bytes[index] < 0x80 { index += 1 }
      guard index < end else { return true }
    }
    var byte = bytes[index]
    if byte > 0x7F { index += 1 } else if let status { byte = status }
    switch byte {
    case 0x80...0xEF: return readChannelMessage(bytes, byte, delta, &repairs)
    case 0xF0, 0xF7:
      guard let body = readBody(bytes, &repairs) else { return false }
      add(byte == 0xF0 ? .systemExclusive(body) : .escape(body), delta)
      return true
    case 0xFF: return readMeta(bytes, delta, &repairs)
    default: return readSystemMessage(bytes, byte, delta, &repairs)
    }
  }

  private mutating func add(_ message: SMFMessage, _ delta: Int) {
    tick += delta
    track.events.append(SMFEvent(tick, message))
  }

  private mutating func readChannelMessage(
    _ bytes: Span<UInt8>, _ byte: UInt8, _ delta: Int, _ repairs: inout SMFRepairs
  ) -> Bool {
    let count = ChannelMessage.dataByteCount(status: byte)
    guard end - index >= count else { return false }
    let first = dataByte(bytes, index, &repairs)
    let second = count == 2 ? dataByte(bytes, index + 1, &repairs) : 0
    index += count
    status = byte
    add(.channel(ChannelMessage(status: byte, data1: first, data2: second)), delta)
    return true
  }

  private func dataByte(
    _ bytes: Span<UInt8>, _ index: Int, _ repairs: inout SMFRepairs
  ) -> UInt8 {
    let byte = bytes[index]
    if byte > 0x7F { repairs.add(.dataByte(byte), at: index) }
    return min(byte, 0x7F)
  }

  private mutating func readMeta(
    _ bytes: Span<UInt8>, _ delta: Int, _ repairs: inout SMFRepairs
  ) -> Bool {
    guard index < end else { return false }
    let type = bytes[index]
    index += 1
    guard let body = readBody(bytes, &repairs) else { return false }
    if type == MetaEvent.endOfTrack {
      tick += delta
      hasEnd = true
    } else {
      add(.meta(MetaEvent(type: type, bytes: body)), delta)
    }
    return true
  }

  /// Reads a system message, which becomes an escape, because files may not contain it.
  private mutating func readSystemMessage(
    _ bytes: Span<UInt8>, _ byte: UInt8, _ delta: Int, _ repairs: inout SMFRepairs
  ) -> Bool {
    let count =
      switch byte {
      case 0xF1, 0xF3: 1
      case 0xF2: 2
      default: 0
      }
    guard end - index >= count else { return false }
    repairs.add(.systemMessage(byte), at: index - 1)
    var message = [byte]
    for offset in 0..<count { message.append(dataByte(bytes, index + offset, &repairs)) }
    index += count
    add(.escape(message), delta)
    return true
  }

  // MARK: Numbers

  /// Reads a length and as many bytes, or returns `nil` if the bytes end first.
  private mutating func readBody(
    _ bytes: Span<UInt8>, _ repairs: inout SMFRepairs
  ) -> [UInt8]? {
    guard let count = readNumber(bytes, &repairs), end - index >= count else { return nil }
    defer { index += count }
    return bytes.bytes(index..<index + count)
  }

  /// Reads a number of seven bits a byte, or returns `nil` if the bytes end first.
  private mutating func readNumber(
    _ bytes: Span<UInt8>, _ repairs: inout SMFRepairs
  ) -> Int? {
    let first = index
    var value = 0
    while index < end {
      let byte = bytes[index]
      index += 1
      // Files may use at most four bytes; more must not overflow.
      value = min(value << 7 | Int(byte & 0x7F), 0xFFFF_FFFF)
      guard byte > 0x7F else {
        if index - first > 4 { repairs.add(.longNumber, at: first) }
        return value
      }
    }
    return nil
  }
}
