internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Synchronization

/// What an `AudioFileStreamID` stands for.
///
/// The client's functions are called without the lock, so that they may ask for properties, seek and close.
@safe final class AudioFileStreamObject: Sendable {
  /// Every open stream.
  static let all = HandleTable<AudioFileStreamObject>()

  /// Bytes taken from the client's at a time: what is held of a long run of bytes.
  private static let pieceLength = 64 << 10

  private struct State {
    var stream = PacketStream(reader: DetectingReader())
    var isReady = false
    var isParsing = false
    var isClosed = false
    /// Where the next bytes lie, after a seek.
    var seekOffset: UInt64?
    /// Why no bytes are taken any more.
    var failure: StatusError?
  }

  private let state = Mutex(State())
  // Safe: these are only handed to the client's own functions, on the thread on which it parses.
  private nonisolated(unsafe) let clientData: UnsafeMutableRawPointer
  private nonisolated(unsafe) let listener: AudioFileStream_PropertyListenerProc
  private nonisolated(unsafe) let packetsFunction: AudioFileStream_PacketsProc

  init(
    clientData: UnsafeMutableRawPointer?, listener: AudioFileStream_PropertyListenerProc,
    packets: AudioFileStream_PacketsProc
  ) {
    // Safe: null is what the client gave, and the type of its functions does not know that.
    unsafe self.clientData = unsafe unsafeBitCast(clientData, to: UnsafeMutableRawPointer.self)
    unsafe self.listener = unsafe listener
    unsafe packetsFunction = unsafe packets
  }

  /// The object behind a reference.
  ///
  /// - Throws: Where the reference is null or closed.
  static func find(_ reference: AudioFileStreamID) throws(StatusError) -> AudioFileStreamObject {
    guard unsafe !isNull(reference) else { throw StatusError(kAudio_ParamError) }
    guard let object = unsafe all.object(reference) else {
      throw StatusError(kAudioFileStreamError_IllegalOperation)
    }
    return object
  }

  /// Lets no more of the client's functions be called.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  /// The properties as they are now.
  var properties: AudioFileStreamProperties {
    state.withLock { AudioFileStreamProperties(stream: $0.stream, isReady: $0.isReady) }
  }

  /// Takes the next bytes to be those of a packet.
  ///
  /// - Returns: Where that is, from the start of the audio data.
  /// - Throws: A documented status.
  func seek(toPacket packet: Int64) throws(StatusError) -> PacketStream.Estimate {
    try lock { state throws(StatusError) in
      guard let info = state.stream.info else {
        throw StatusError(kAudioFileStreamError_DataUnavailable)
      }
      guard let index = UInt64(exactly: packet), index < info.statedPacketCount ?? .max else {
        throw StatusError(kAudioFileStreamError_InvalidPacketOffset)
      }
      guard let offset = state.stream.byteOffset(ofPacket: index) else {
        throw StatusError(
          info.format.hasConstantPackets
            ? kAudioFileStreamError_InvalidPacketOffset : kAudioFileStreamError_DataUnavailable)
      }
      state.seekOffset = info.dataOffset &+ offset.value
      return offset
    }
  }

  /// Parses bytes, and calls the client's functions for all that is in them.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes; none where the file has ended.
  ///   - isDiscontinuous: Whether they do not follow those before.
  ///   - reference: What the client calls this object.
  /// - Throws: A documented status.
  func parse(
    _ bytes: Span<UInt8>, isDiscontinuous: Bool, _ reference: AudioFileStreamID
  ) throws(StatusError) {
    try begin(isDiscontinuous: isDiscontinuous)
    defer { state.withLock { $0.isParsing = false } }
    if bytes.isEmpty {
      state.withLock { $0.stream.finish() }
      try unsafe giveEvents(reference, keepingErrors: false)
    }
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.pieceLength, bytes.count)
      let piece = bytes.extracting(start..<end)
      state.withLock { $0.stream.append(piece) }
      try unsafe giveEvents(reference)
      start = end
    }
  }

  private func begin(isDiscontinuous: Bool) throws(StatusError) {
    try lock { state throws(StatusError) in
      guard !state.isParsing else {
        throw StatusError(kAudioFileStreamError_IllegalOperation)
      }
      if let failure = state.failure { throw failure }
      if let offset = state.seekOffset {
        state.stream.continueElsewhere(at: offset)
        state.seekOffset = nil
      } else if isDiscontinuous, state.stream.offset > 0 {
        guard state.stream.info != nil else {
          let failure = StatusError(kAudioFileStreamError_DiscontinuityCantRecover)
          state.failure = failure
          throw failure
        }
        state.stream.continueElsewhere(at: nil)
      }
      state.isParsing = true
    }
  }

  /// Calls the client's functions.
  ///
  /// Errors are kept, but for those of an end, behind which more bytes may come.
  private func giveEvents(
    _ reference: AudioFileStreamID, keepingErrors: Bool = true
  ) throws(StatusError) {
    while let event = try nextEvent(keepingErrors: keepingErrors) {
      switch event {
      case .info: unsafe announceAll(reference)
      case .tags: unsafe announce(kAudioFileStreamProperty_InfoDictionary, reference)
      case .trim: unsafe announce(kAudioFileStreamProperty_PacketTableInfo, reference)
      case .link(let isAlike):
        for property in properties.announced(ofLinkThatIsAlike: isAlike) {
          unsafe announce(property, reference)
        }
      case .packets(let batch): give(batch)
      }
    }
  }

  private func nextEvent(keepingErrors: Bool) throws(StatusError) -> PacketStream.Event? {
    try lock { state throws(StatusError) -> PacketStream.Event? in
      guard !state.isClosed else { return nil }
      do throws(PacketError) {
        return try state.stream.next()
      } catch {
        let failure = StatusError(AudioFileStreamStatus.status(of: error))
        if keepingErrors { state.failure = failure }
        throw failure
      }
    }
  }

  private func announceAll(_ reference: AudioFileStreamID) {
    for property in properties.announced {
      unsafe announce(property, reference)
    }
    state.withLock { $0.isReady = true }
    unsafe announce(kAudioFileStreamProperty_ReadyToProducePackets, reference)
  }

  private func announce(_ property: AudioFileStreamPropertyID, _ reference: AudioFileStreamID) {
    guard !state.withLock({ $0.isClosed }) else { return }
    // All values are kept until the stream is closed.
    var flags: AudioFileStreamPropertyFlags = .propertyIsCached
    // Safe: the client's function gets the client's data, and flags that live until it returns.
    unsafe listener(clientData, reference, property, &flags)
  }

  private func give(_ batch: PacketBatch) {
    let framesVary = state.withLock { $0.stream.info?.format.framesPerPacket == 0 }
    var descriptions = batch.packets.map {
      AudioStreamPacketDescription($0, framesVary: framesVary)
    }
    // Packets may be empty, but the client's function takes no null.
    let bytes = batch.bytes.isEmpty ? [0] : batch.bytes
    // Safe: bytes and descriptions live until the client's function returns, which is as long as it may use
    // them.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe descriptions.withUnsafeMutableBufferPointer { descriptions in
        unsafe packetsFunction(
          clientData, UInt32(batch.bytes.count), UInt32(batch.packetCount), start,
          batch.packets.isEmpty ? nil : descriptions.baseAddress)
      }
    }
  }

  /// Changes the state, or throws.
  private func lock<Result: Sendable>(
    _ body: (inout State) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try state.withLock { state throws(StatusError) in try body(&state) }
  }
}
