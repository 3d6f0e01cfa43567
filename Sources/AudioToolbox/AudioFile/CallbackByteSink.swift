internal import AudioTransport
internal import CoreAudioTypes

/// A byte sink that stores its bytes through a client's callbacks.
///
/// Safe: `clientData` is only passed to the client's functions, and these are only called with the
/// documented arguments.
@safe final class CallbackByteSink: ByteSink {
  private let clientData: UnsafeMutableRawPointer
  private let readFunction: AudioFile_ReadProc
  private let writeFunction: AudioFile_WriteProc
  private let resizeFunction: AudioFile_SetSizeProc
  private(set) var size: UInt64

  /// The maximum number of bytes per call of the write callback.
  private static let longestWrite = 1 << 30

  /// Creates a sink and queries its size immediately.
  init(
    clientData: UnsafeMutableRawPointer, read: AudioFile_ReadProc, write: AudioFile_WriteProc,
    size: AudioFile_GetSizeProc, resize: AudioFile_SetSizeProc
  ) {
    unsafe self.clientData = unsafe clientData
    unsafe readFunction = unsafe read
    unsafe writeFunction = unsafe write
    unsafe resizeFunction = unsafe resize
    // Safe: the client's callback receives the client's own data.
    self.size = unsafe UInt64(max(size(clientData), 0))
  }

  var byteCount: UInt64? { size }

  func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    // Safe: both are the client's own.
    try unsafe CallbackByteSource.read(
      readFunction, clientData, of: size, at: offset, into: &buffer)
  }

  func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(TransportError) {
    var done = 0
    while done < bytes.count {
      guard let position = Int64(exactly: offset &+ UInt64(done)) else {
        throw TransportError(.client(kAudioFilePositionError))
      }
      let wanted = UInt32(min(bytes.count - done, Self.longestWrite))
      var actual: UInt32 = 0
      // Safe: by contract, the client reads at most as many bytes as it receives.
      let status = unsafe bytes.extracting(done..<done + Int(wanted)).withUnsafeBytes { rest in
        guard let start = rest.baseAddress else { return noErr }
        return unsafe writeFunction(clientData, position, wanted, start, &actual)
      }
      done += Int(min(actual, wanted))
      size = max(size, offset &+ UInt64(done))
      guard status == noErr else { throw TransportError(.client(status)) }
      // A client that accepts no bytes without an error has no room.
      guard actual > 0 else { throw TransportError(.client(kAudioFileUnspecifiedError)) }
    }
  }

  func resize(to count: UInt64) throws(TransportError) {
    guard let length = Int64(exactly: count) else {
      throw TransportError(.client(kAudioFilePositionError))
    }
    // Safe: the client's callback receives the client's own data.
    let status = unsafe resizeFunction(clientData, length)
    guard status == noErr else { throw TransportError(.client(status)) }
    size = count
  }

  /// A temporary sink, whose complete content later replaces the content of this sink.
  ///
  /// The callbacks know only one file, so the new content must not go there before it is complete.
  func successor() throws(TransportError) -> (any ByteSink)? { try StagedByteSink(for: self) }

  var isPending: Bool { false }

  func succeed() {}

  func close() {}
}
