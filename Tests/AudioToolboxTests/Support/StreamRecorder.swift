import AudioToolbox
import Testing

/// Parses a stream and records all calls of its functions.
final class StreamRecorder {
  /// Properties in the order in which they were announced, and their values at that moment.
  private(set) var announced: [AudioFileStreamPropertyID] = []
  private(set) var values: [AudioFileStreamPropertyID: [UInt8]] = [:]
  private(set) var flags: [AudioFileStreamPropertyFlags] = []
  private(set) var packets: [[UInt8]] = []
  /// Whether every packet came with, or without, a description.
  private(set) var described: Set<Bool> = []
  private(set) var stream: AudioFileStreamID?
  /// The values of `ReadyToProducePackets` before, at and after its announcement.
  private(set) var ready: [UInt32] = []
  /// Called within the functions.
  var duringListener: ((AudioFileStreamID, AudioFileStreamPropertyID) -> Void)?
  var duringPackets: ((StreamRecorder) -> Void)?

  init(hint: AudioFileTypeID = 0) throws {
    let client = Unmanaged.passUnretained(self).toOpaque()
    let status = AudioFileStreamOpen(
      client,
      { client, stream, property, flags in
        Unmanaged<StreamRecorder>.fromOpaque(client).takeUnretainedValue()
          .note(stream, property, &flags.pointee)
      },
      { client, byteCount, packetCount, bytes, descriptions in
        Unmanaged<StreamRecorder>.fromOpaque(client).takeUnretainedValue()
          .note(byteCount, packetCount, bytes, descriptions)
      }, hint, &stream)
    try #require(status == noErr)
    ready.append(value(kAudioFileStreamProperty_ReadyToProducePackets, UInt32(9)).1)
  }

  deinit {
    if let stream { AudioFileStreamClose(stream) }
  }

  /// Closes the stream.
  func close() -> OSStatus {
    guard let closing = stream else { return -1 }
    stream = nil
    return AudioFileStreamClose(closing)
  }

  /// Parses bytes in pieces whose sizes are taken from a list, over and over.
  func parse(
    _ bytes: some Collection<UInt8>, pieces: [Int] = [Int.max], flush: Bool = false,
    flags: AudioFileStreamParseFlags = []
  ) -> OSStatus {
    var rest = Array(bytes)[...]
    var turn = 0
    var flags = flags
    while !rest.isEmpty {
      let piece = Array(rest.prefix(pieces[turn % pieces.count]))
      rest = rest.dropFirst(piece.count)
      turn += 1
      guard let stream else { return noErr }
      let status = AudioFileStreamParseBytes(stream, UInt32(piece.count), piece, flags)
      guard status == noErr else { return status }
      flags = []
    }
    guard flush, let stream else { return noErr }
    return AudioFileStreamParseBytes(stream, 0, nil, [])
  }

  /// The value of a property of a C type.
  func value<Value: BitwiseCopyable>(
    _ id: AudioFileStreamPropertyID, _ initial: Value
  ) -> (OSStatus, Value) {
    var value = initial
    var size = UInt32(MemoryLayout<Value>.size)
    guard let stream else { return (-1, value) }
    let status = AudioFileStreamGetProperty(stream, id, &size, &value)
    if status == noErr { #expect(Int(size) == MemoryLayout<Value>.size) }
    return (status, value)
  }

  private func note(
    _ stream: AudioFileStreamID, _ property: AudioFileStreamPropertyID,
    _ flags: inout AudioFileStreamPropertyFlags
  ) {
    #expect(stream == self.stream)
    announced.append(property)
    self.flags.append(flags)
    var size: UInt32 = 0
    var isWritable: DarwinBoolean = true
    #expect(AudioFileStreamGetPropertyInfo(stream, property, &size, &isWritable) == noErr)
    #expect(isWritable == false)
    var bytes = [UInt8](repeating: 0xAA, count: Int(size))
    #expect(AudioFileStreamGetProperty(stream, property, &size, &bytes) == noErr)
    #expect(Int(size) == bytes.count)
    if property == kAudioFileStreamProperty_InfoDictionary {
      bytes = takeDictionary(bytes)
    }
    values[property] = bytes
    if property == kAudioFileStreamProperty_FileFormat
      || property == kAudioFileStreamProperty_ReadyToProducePackets
    {
      ready.append(value(kAudioFileStreamProperty_ReadyToProducePackets, UInt32(9)).1)
    }
    duringListener?(stream, property)
  }

  /// Takes ownership of a dictionary and returns its title.
  private func takeDictionary(_ bytes: [UInt8]) -> [UInt8] {
    let address = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt.self) }
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return [] }
    let dictionary = Unmanaged<CFDictionary>.fromOpaque(pointer).takeRetainedValue()
    return Array((dictionary[kAFInfoDictionary_Title] as? String ?? "").utf8)
  }

  private func note(
    _ byteCount: UInt32, _ packetCount: UInt32, _ bytes: UnsafeRawPointer,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) {
    #expect(announced.last != nil)
    #expect(packetCount > 0)
    let all = Array(UnsafeRawBufferPointer(start: bytes, count: Int(byteCount)))
    described.insert(descriptions != nil)
    if let descriptions {
      for index in 0..<Int(packetCount) {
        let packet = descriptions[index]
        packets.append(
          Array(all[Int(packet.mStartOffset)...].prefix(Int(packet.mDataByteSize))))
      }
    } else {
      let size = Int(byteCount / packetCount)
      for index in 0..<Int(packetCount) {
        packets.append(Array(all[index * size..<(index + 1) * size]))
      }
    }
    duringPackets?(self)
  }
}
