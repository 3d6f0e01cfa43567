internal import AudioFiles
internal import CoreAudioTypes

/// The memory for packets to read or write.
extension ExtAudioFileObject {
  /// Sets the client's memory, which takes effect when its size is set, or nil for the file's own.
  func setBuffer(_ address: UnsafeMutableRawPointer?) throws(StatusError) {
    unsafe buffer = address
    try apply(Self.ownMemory(bufferByteCount))
  }

  /// Sets the size in bytes of the client's memory, or otherwise of the file's own.
  ///
  /// - Throws: `kAudio_ParamError` if the size is 0.
  func setBufferByteCount(_ count: UInt32) throws(StatusError) {
    guard count > 0 else { throw StatusError(kAudio_ParamError) }
    bufferByteCount = count
    guard let address = unsafe buffer else { return try apply(Self.ownMemory(count)) }
    // Safe: the client provides as many bytes as it states, until it sets another buffer or
    // disposes of the file.
    let memory = unsafe UnsafeMutableRawBufferPointer(start: address, count: Int(count))
    unsafe lentMemory = ExtAudioFileMemory(memory)
    try takeUpMemory()
  }

  /// Applies the current memory to a newly created file.
  func takeUpMemory() throws(StatusError) {
    if let lentMemory { return try apply(lentMemory) }
    try apply(Self.ownMemory(bufferByteCount))
  }

  private func apply(_ memory: any PacketMemory) throws(StatusError) {
    if !memory.isLent { lentMemory = nil }
    try exclusively { () throws(StatusError) in
      switch use {
      case .reading(let reader): reader.setMemory(memory)
      case .writing(let writer): writer.memory = memory
      case .pending: break
      }
    }
  }

  private static func ownMemory(_ byteCount: UInt32) -> OwnPacketMemory {
    OwnPacketMemory(byteCount: min(Int(byteCount), greatestByteCount))
  }

  /// The maximum size in bytes of the file's own memory.
  private static let greatestByteCount = 1 << 26
}
