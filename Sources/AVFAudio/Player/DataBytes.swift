internal import AudioToolbox
internal import Foundation

/// Data that Audio File Services reads like a file.
final class DataBytes: Sendable {
  private let data: Data

  init(_ data: Data) {
    self.data = data
  }

  /// Opens the data as an audio file; close the file before you release this object.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain`.
  func open() throws -> AudioFileID {
    var file: AudioFileID?
    // Safe: this object outlives the file, and the callbacks receive this object only.
    let status = unsafe AudioFileOpenWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(),
      { client, position, count, buffer, actual in
        let bytes = unsafe Unmanaged<DataBytes>.fromOpaque(client).takeUnretainedValue()
        unsafe actual.pointee = unsafe bytes.copy(Int(count), from: Int(position), to: buffer)
        return noErr
      }, nil,
      { client in
        unsafe Int64(Unmanaged<DataBytes>.fromOpaque(client).takeUnretainedValue().data.count)
      }, nil, 0, &file)
    guard let file = unsafe file else { throw PlayerFile.error(status) }
    return unsafe file
  }

  private func copy(_ count: Int, from position: Int, to buffer: UnsafeMutableRawPointer) -> UInt32
  {
    let start = data.startIndex + max(0, min(position, data.count))
    let end = min(data.endIndex, start + count)
    // Safe: the buffer has room for `count` bytes.
    unsafe data.copyBytes(to: buffer.assumingMemoryBound(to: UInt8.self), from: start..<end)
    return UInt32(end - start)
  }
}
