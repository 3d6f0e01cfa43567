internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Synchronization

/// The object that an `AudioFileStreamID` refers to.
///
/// The lock is not held during the client's callbacks, so that they may get properties, seek, and
/// close.
@safe final class AudioFileStreamObject: Sendable {
  /// All open streams.
  static let all = HandleTable<AudioFileStreamObject>()

  /// The maximum number of bytes to append at once, which limits the memory for long input.
  private static let pieceLength = 64 << 10

  private struct State {
    var stream = PacketStream(reader: DetectingReader())
    var isReady = false
    var isParsing = false
    var isClosed = false
    /// The offset of the next bytes after a seek.
    var seekOffset: UInt64?
    /// The permanent error of the stream.
    var failure: StatusError?
  }

  private let state = Mutex(State())
  // Safe: these are only passed to the client's own callbacks, on the parsing thread.
  private nonisolated(unsafe) let clientData: UnsafeMutableRawPointer
  private nonisolated(unsafe) let listener: AudioFileStream_PropertyListenerProc
  private nonisolated(unsafe) let packetsFunction: AudioFileStream_PacketsProc

  init(
    clientData: UnsafeMutableRawPointer?, listener: AudioFileStream_PropertyListenerProc,
    packets: AudioFileStream_PacketsProc
  ) {
    // Safe: the client may pass null, although the type of its callbacks is nonnull.
    unsafe self.clientData = unsafe unsafeBitCast(clientData, to: UnsafeMutableRawPointer.self)
    unsafe self.listener = unsafe listener
    unsafe packetsFunction = unsafe packets
  }

  /// Finds the object for a reference.
  ///
  /// - Throws: `kAudio_ParamError` if the reference is null;
  ///   `kAudioFileStreamError_IllegalOperation` if it is closed.
  static func find(_ reference: AudioFileStreamID) throws(StatusError) -> AudioFileStreamObject {
    guard unsafe !isNull(reference) else { throw StatusError(kAudio_ParamError) }
    guard let object = unsafe all.object(reference) else {
      throw StatusError(kAudioFileStreamError_IllegalOperation)
    }
    return object
  }

  /// Prevents further callbacks.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  /// The current properties.
  var properties: AudioFileStreamProperties {
    state.withLock { AudioFileStreamProperties(stream: $0.stream, isReady: $0.isReady) }
  }

  /// Moves the position of the next bytes to a packet.
  ///
  /// - Returns: The offset of the packet from the start of the audio data.
  /// - Throws: An error that `AudioFileStreamSeek` documents.
  func seek(toPacket packet: Int64) throws(StatusError) -> PacketEstimate {
    try lock { state throws(StatusError) in
      guard let info = state.stream.info else {
        throw StatusError(kAudioFileStreamError_DataUnavailable)
      }
      guard let index = UInt64(exactly: packet), index < info.statedPacketCount ?? .max else {
        throw StatusError(kAudioFileStreamError_InvalidPacketOffset)
      }
      guard let offset = state.stream.estimates.byteOffset(ofPacket: index) else {
        throw StatusError(
          info.format.hasConstantPackets
            ? kAudioFileStreamError_InvalidPacketOffset : kAudioFileStreamError_DataUnavailable)
      }
      state.seekOffset = info.dataOffset &+ offset.value
      return offset
    }
  }

  /// Parses bytes, and calls the client's callbacks for their contents.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes; empty at the end of the file.
  ///   - isDiscontinuous: Whether bytes are missing before these.
  ///   - reference: The client's reference to this object.
  /// - Throws: An error that `AudioFileStreamParseBytes` documents.
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

  /// Calls the client's callbacks for all pending events.
  ///
  /// An error becomes permanent, unless it occurs at the end of the file, after which more bytes
  /// may follow.
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
    // Safe: the callback receives the client's own data, and flags that outlive the call.
    unsafe listener(clientData, reference, property, &flags)
  }

  private func give(_ batch: PacketBatch) {
    let framesVary = state.withLock { $0.stream.info?.format.framesPerPacket == 0 }
    var descriptions = batch.packets.map {
      AudioStreamPacketDescription($0, framesVary: framesVary)
    }
    // Packets may be empty, but the client's callback does not accept null.
    let bytes = batch.bytes.isEmpty ? [0] : batch.bytes
    // Safe: the bytes and descriptions outlive the callback, and the client may not use them
    // afterward.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe descriptions.withUnsafeMutableBufferPointer { descriptions in
        unsafe packetsFunction(
          clientData, UInt32(batch.bytes.count), UInt32(batch.packetCount), start,
          batch.packets.isEmpty ? nil : descriptions.baseAddress)
      }
    }
  }

  /// Runs `body` with the locked state.
  private func lock<Result: Sendable>(
    _ body: (inout State) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try state.withLock { state throws(StatusError) in try body(&state) }
  }
}
