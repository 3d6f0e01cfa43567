internal import AudioTransport
internal import CoreAudioTypes

/// A byte source that reads through a client's callbacks.
///
/// Safe: `clientData` is only passed to the client's functions, and these are only called with the
/// documented arguments.
@safe final class CallbackByteSource: ByteSource {
  private let clientData: UnsafeMutableRawPointer
  private let readFunction: AudioFile_ReadProc
  private let size: UInt64

  /// Creates a source and queries its size immediately.
  ///
  /// Bytes are read on demand.
  init(
    clientData: UnsafeMutableRawPointer, read: AudioFile_ReadProc, size: AudioFile_GetSizeProc
  ) {
    unsafe self.clientData = unsafe clientData
    unsafe readFunction = unsafe read
    // Safe: the client's callback receives the client's own data.
    self.size = unsafe UInt64(max(size(clientData), 0))
  }

  var byteCount: UInt64? { size }

  func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    // Safe: both are the client's own.
    try unsafe Self.read(readFunction, clientData, of: size, at: offset, into: &buffer)
  }

  /// Reads from a file of `size` bytes through a client's callback; 0 bytes after the end.
  static func read(
    _ readFunction: AudioFile_ReadProc, _ clientData: UnsafeMutableRawPointer, of size: UInt64,
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard offset < size, let position = Int64(exactly: offset) else { return 0 }
    let wanted = UInt32(min(UInt64(buffer.count), size - offset, UInt64(UInt32.max)))
    guard wanted > 0 else { return 0 }
    var actual: UInt32 = 0
    // Safe: by contract, the client writes at most as many bytes as requested.
    let status = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return noErr }
      return unsafe readFunction(clientData, position, wanted, start, &actual)
    }
    // Some clients report the end as an error, with or without the bytes before it.
    guard status == noErr || status == kAudioFileEndOfFileError else {
      throw TransportError(.client(status))
    }
    return Int(min(actual, wanted))
  }
}
