import AudioToolbox
import Testing

/// A folder that is deleted with its last user.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("AudioToolboxTests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func add(_ name: String, _ bytes: [UInt8]) throws -> URL {
    let file = url.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file
  }
}

/// Bytes that callbacks read, a few at a time.
final class CallbackFile {
  var bytes: [UInt8]
  /// The maximum number of bytes that a call returns.
  var longestRead = Int.max
  /// The largest number of bytes requested in a call.
  var longestRequest = 0
  /// The number of bytes available so far.
  var available = Int.max
  /// The result of the size callback if it is wrong.
  var statedSize: Int64?
  var status: OSStatus = noErr
  /// The offset and status of a failing read.
  ///
  /// A read that starts earlier returns the bytes before the offset.
  var failure: (offset: Int, status: OSStatus)?
  /// Called from within a read.
  var duringRead: (() -> Void)?
  private(set) var threads: Set<ObjectIdentifier> = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Opens the bytes as a file, which must be closed while this object lives.
  func open(hint: AudioFileTypeID = 0) -> (OSStatus, AudioFileID?) {
    var file: AudioFileID?
    let status = AudioFileOpenWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(),
      { client, position, count, buffer, actual in
        let this = Unmanaged<CallbackFile>.fromOpaque(client).takeUnretainedValue()
        this.duringRead?()
        this.longestRequest = max(this.longestRequest, Int(count))
        this.threads.insert(ObjectIdentifier(Thread.current))
        let start = min(Int(position), this.bytes.count)
        if let failure = this.failure, start >= failure.offset {
          actual.pointee = 0
          return failure.status
        }
        let end = min(this.bytes.count, this.available, this.failure?.offset ?? .max)
        let read = max(min(Int(count), this.longestRead, end - start), 0)
        for index in 0..<read {
          buffer.storeBytes(of: this.bytes[start + index], toByteOffset: index, as: UInt8.self)
        }
        actual.pointee = UInt32(read)
        return this.status
      }, nil,
      { client in
        let this = Unmanaged<CallbackFile>.fromOpaque(client).takeUnretainedValue()
        return this.statedSize ?? Int64(this.bytes.count)
      }, nil, hint, &file)
    return (status, file)
  }
}

/// The value of a property of a C type.
func property<Value: BitwiseCopyable>(
  _ file: AudioFileID, _ id: AudioFilePropertyID, _ initial: Value
) throws -> Value {
  var value = initial
  var size = UInt32(MemoryLayout<Value>.size)
  try #require(AudioFileGetProperty(file, id, &size, &value) == noErr)
  #expect(Int(size) == MemoryLayout<Value>.size)
  return value
}

/// The results of `AudioFileReadPacketData`.
struct PacketDataResult: Equatable {
  var status: OSStatus
  var byteCount: UInt32
  var packets: [[UInt8]]
}

/// Reads packets, and cuts them apart by their descriptions or their constant size.
func readPacketData(
  _ file: AudioFileID, from start: Int64, requested: UInt32, room: UInt32, constant: Int
) -> PacketDataResult {
  var buffer = [UInt8](repeating: 0xAA, count: Int(room) + 16)
  var descriptions = [AudioStreamPacketDescription](
    repeating: AudioStreamPacketDescription(
      mStartOffset: -1, mVariableFramesInPacket: 77, mDataByteSize: 77), count: Int(requested) + 1)
  var bytes = room
  var packets = requested
  let status = AudioFileReadPacketData(
    file, false, &bytes, &descriptions, start, &packets, &buffer)
  // No byte is written after the end of the client's memory.
  #expect(buffer.suffix(16).allSatisfy { $0 == 0xAA })
  #expect(descriptions[Int(packets)...].allSatisfy { $0.mStartOffset == -1 })
  var cut: [[UInt8]] = []
  if constant > 0 {
    #expect(descriptions.allSatisfy { $0.mStartOffset == -1 })
    cut = (0..<Int(packets)).map { Array(buffer[$0 * constant..<($0 + 1) * constant]) }
  } else {
    let format = try? property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    let isConstant = format.map { $0.mFramesPerPacket > 0 } ?? true
    cut = descriptions.prefix(Int(packets)).map {
      #expect(!isConstant || $0.mVariableFramesInPacket == 0)
      return Array(buffer[Int($0.mStartOffset)...].prefix(Int($0.mDataByteSize)))
    }
  }
  #expect(cut.reduce(0) { $0 + $1.count } == Int(bytes))
  return PacketDataResult(status: status, byteCount: bytes, packets: cut)
}

/// All packets of a file, read some at a time.
func readAllPackets(_ file: AudioFileID, constant: Int) -> [[UInt8]] {
  var packets: [[UInt8]] = []
  while true {
    let room = constant > 0 ? constant * 1000 : 1 << 17
    let more = readPacketData(
      file, from: Int64(packets.count), requested: 97, room: UInt32(room), constant: constant)
    packets += more.packets
    guard more.status == noErr, !more.packets.isEmpty else {
      #expect(more.status == kAudioFileEndOfFileError)
      return packets
    }
  }
}
