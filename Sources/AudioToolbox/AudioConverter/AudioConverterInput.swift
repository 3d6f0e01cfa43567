internal import AudioFiles
internal import CoreAudioTypes

/// The packets that a client's callback provides, in the client's memory.
@safe
final class AudioConverterInput: PacketInput {
  /// The callback, during one call of the converter.
  private var source:
    (
      proc: AudioConverterComplexInputDataProc, userData: UnsafeMutableRawPointer?,
      converter: AudioConverterRef
    )?
  /// The buffer list that the callback fills in.
  private let list: UnsafeMutableAudioBufferListPointer
  /// Memory that the callback may copy into instead of providing its own, one block per buffer.
  private var owned: [UnsafeMutableRawBufferPointer]
  private let channelsPerBuffer: Int
  private let bytesPerPacket: Int
  private let packetSizeUpperBound: Int

  /// The buffers that the callback provided last.
  private var buffers: [UnsafeRawBufferPointer]
  private var packets: [(bytes: Range<Int>, frameCount: Int)] = []

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - bufferCount: 1, or the number of channels if they are noninterleaved.
  ///   - channelsPerBuffer: The number of channels in each buffer.
  ///   - bytesPerPacket: The size in bytes of each packet in a buffer, or 0 if packets have
  ///     descriptions.
  ///   - packetSizeUpperBound: The maximum packet size in bytes.
  init(bufferCount: Int, channelsPerBuffer: Int, bytesPerPacket: Int, packetSizeUpperBound: Int) {
    unsafe list = AudioBufferList.allocate(maximumBuffers: bufferCount)
    unsafe owned = []
    unsafe buffers = []
    self.channelsPerBuffer = channelsPerBuffer
    self.bytesPerPacket = bytesPerPacket
    self.packetSizeUpperBound = packetSizeUpperBound
    for _ in 0..<bufferCount {
      unsafe owned.append(UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }
  }

  deinit {
    // Safe: allocated by this object, the list with `malloc`, as `AudioBufferList.allocate`
    // documents.
    unsafe free(list.unsafeMutablePointer)
    for index in unsafe owned.indices { unsafe owned[index].deallocate() }
  }

  /// Runs `body` with a callback that provides packets.
  func asking<Result>(
    _ proc: AudioConverterComplexInputDataProc, _ userData: UnsafeMutableRawPointer?,
    for converter: AudioConverterRef, _ body: () -> Result
  ) -> Result {
    unsafe source = (proc, userData, converter)
    defer { unsafe source = nil }
    return body()
  }

  /// Discards the packets that the callback provided.
  func forget() {
    unsafe buffers.removeAll(keepingCapacity: true)
    packets.removeAll(keepingCapacity: true)
  }

  /// Adds a buffer of whole packets without calling the callback.
  func give(_ buffer: UnsafeRawBufferPointer) {
    unsafe buffers.append(buffer)
  }

  func pull(_ minimum: Int) throws(PullStop) -> Int {
    forget()
    guard let source = unsafe source else { return 0 }
    prepareList(minimum)
    var count = UInt32(clamping: minimum)
    var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    // Safe: the list and the count are alive during the call, and a client keeps neither.
    let status =
      if bytesPerPacket > 0 {
        unsafe source.proc(
          source.converter, &count, list.unsafeMutablePointer, nil, source.userData)
      } else {
        unsafe source.proc(
          source.converter, &count, list.unsafeMutablePointer, &descriptions, source.userData)
      }
    if status != noErr { throw PullStop(status: status) }
    if count == 0 { return 0 }
    try takeBuffers()
    if bytesPerPacket > 0 {
      guard unsafe buffers.allSatisfy({ $0.count / bytesPerPacket >= Int(count) }) else {
        throw invalid()
      }
    } else {
      guard let descriptions = unsafe descriptions else {
        forget()
        throw PullStop(status: kAudioConverterErr_RequiresPacketDescriptionsError)
      }
      // Safe: the client has set one description per packet.
      let all = unsafe UnsafeBufferPointer(start: descriptions, count: Int(count))
      try unsafe take(all)
    }
    return Int(count)
  }

  func packet(_ index: Int) -> (bytes: Range<Int>, frameCount: Int) {
    packets[index]
  }

  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let part = unsafe UnsafeRawBufferPointer(rebasing: buffers[buffer][bytes])
    // Safe: the client keeps the memory valid until the next request; the range was checked above.
    unsafe body(Span<UInt8>(_unsafeBytes: part))
  }

  /// Offers memory for `minimum` packets, which the client may ignore.
  private func prepareList(_ minimum: Int) {
    let packetByteCount = bytesPerPacket > 0 ? bytesPerPacket : packetSizeUpperBound
    let wanted = min(max(minimum, 1), Self.offeredPackets) * packetByteCount
    for index in unsafe owned.indices {
      if unsafe owned[index].count < wanted {
        unsafe owned[index].deallocate()
        unsafe owned[index] = .allocate(byteCount: wanted, alignment: 16)
      }
      // Safe: the list was allocated for this many buffers.
      unsafe list[index] = AudioBuffer(
        mNumberChannels: UInt32(channelsPerBuffer),
        mDataByteSize: UInt32(clamping: owned[index].count), mData: owned[index].baseAddress)
    }
  }

  /// The maximum number of packets to offer memory for.
  private static let offeredPackets = 4096

  private func takeBuffers() throws(PullStop) {
    for index in unsafe owned.indices {
      // Safe: the list was allocated for this many buffers.
      let buffer = unsafe list[index]
      guard let data = unsafe buffer.mData else { throw invalid() }
      let count = unsafe Int(buffer.mDataByteSize)
      if unsafe data == owned[index].baseAddress, unsafe count > owned[index].count {
        throw invalid()
      }
      unsafe buffers.append(UnsafeRawBufferPointer(start: data, count: count))
    }
  }

  private func take(
    _ descriptions: UnsafeBufferPointer<AudioStreamPacketDescription>
  ) throws(PullStop) {
    for index in descriptions.indices {
      let description = unsafe descriptions[index]
      guard let start = Int(exactly: description.mStartOffset), start >= 0,
        unsafe start <= buffers[0].count,
        unsafe Int(description.mDataByteSize) <= buffers[0].count - start
      else { throw invalid() }
      packets.append(
        (
          start..<start + Int(description.mDataByteSize), Int(description.mVariableFramesInPacket)
        ))
    }
  }

  private func invalid() -> PullStop {
    forget()
    return PullStop(status: kAudioConverterErr_InvalidInputSize)
  }
}
