import AudioToolbox

/// A file written through functions, with limited room.
final class CallbackSink {
  var bytes: [UInt8] = []
  /// The capacity in bytes.
  var room = Int.max
  /// The maximum number of bytes that a call accepts.
  var longestWrite = Int.max

  /// The changes to the bytes, in order.
  private(set) var steps: [Step] = []

  enum Step {
    case write([UInt8], at: Int)
    case resize(Int)
  }

  static let full: OSStatus = -34

  /// The number of write calls that succeed.
  var callsLeft = Int.max

  /// Creates a file, which must be closed while this object lives.
  func create(
    _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ flags: AudioFileFlags = []
  ) -> (status: OSStatus, file: AudioFileID?) {
    var file: AudioFileID?
    var format = format
    let status = AudioFileInitializeWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(), Self.read, Self.write, Self.size, Self.resize,
      type, &format, flags, &file)
    return (status, file)
  }

  /// Opens the bytes as a file, which must be closed while this object lives.
  func open() -> (status: OSStatus, file: AudioFileID?) {
    var file: AudioFileID?
    let status = AudioFileOpenWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(), Self.read, Self.write, Self.size, Self.resize, 0,
      &file)
    return (status, file)
  }

  private static func this(_ client: UnsafeMutableRawPointer) -> CallbackSink {
    Unmanaged<CallbackSink>.fromOpaque(client).takeUnretainedValue()
  }

  private static let read: AudioFile_ReadProc = { client, position, count, buffer, actual in
    let this = this(client)
    let start = min(Int(position), this.bytes.count)
    let read = min(Int(count), this.bytes.count - start)
    this.bytes[start..<start + read].withUnsafeBytes {
      buffer.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(buffer), byteCount: read)
    }
    actual.pointee = UInt32(read)
    return noErr
  }

  private static let write: AudioFile_WriteProc = { client, position, count, buffer, actual in
    this(client).write(
      UnsafeRawBufferPointer(start: buffer, count: Int(count)), at: Int(position), actual)
  }

  private static let size: AudioFile_GetSizeProc = { client in Int64(this(client).bytes.count) }

  private static let resize: AudioFile_SetSizeProc = { client, size in
    let this = this(client)
    guard size <= this.room else { return CallbackSink.full }
    let added = Int(size) - this.bytes.count
    if added > 0 { this.bytes += [UInt8](repeating: 0, count: added) }
    this.bytes.removeLast(max(-added, 0))
    this.steps.append(.resize(Int(size)))
    return noErr
  }

  private func write(
    _ new: UnsafeRawBufferPointer, at position: Int, _ actual: UnsafeMutablePointer<UInt32>
  ) -> OSStatus {
    guard position <= bytes.count else { return kAudioFilePositionError }
    actual.pointee = 0
    callsLeft -= 1
    // Fails once.
    if callsLeft == -1 { return Self.full }
    let count = min(new.count, longestWrite, max(room - position, 0))
    let replaced = min(count, bytes.count - position)
    for index in 0..<replaced { bytes[position + index] = new[index] }
    bytes += new[replaced..<count]
    steps.append(.write(Array(new[..<count]), at: position))
    actual.pointee = UInt32(count)
    return count < new.count && count < longestWrite ? Self.full : noErr
  }
}
