internal import AudioFiles
internal import CoreAudioTypes

/// The memory through which packets are read or written.
extension ExtAudioFileObject {
  /// Takes a client's memory, which is used from when its size is set on; nil for memory of our own.
  func setBuffer(_ address: UnsafeMutableRawPointer?) throws(StatusError) {
    unsafe buffer = address
    try apply(Self.ownMemory(bufferByteCount))
  }

  /// Sets the size of the client's memory, or where it lends none, of our own.
  ///
  /// - Throws: `kAudio_ParamError` for 0.
  func setBufferByteCount(_ count: UInt32) throws(StatusError) {
    guard count > 0 else { throw StatusError(kAudio_ParamError) }
    bufferByteCount = count
    guard let address = unsafe buffer else { return try apply(Self.ownMemory(count)) }
    // Safe: the client lends as much memory as it says, until it sets another or ends the file.
    let memory = unsafe UnsafeMutableRawBufferPointer(start: address, count: Int(count))
    unsafe lentMemory = ExtAudioFileMemory(memory)
    try takeUpMemory()
  }

  /// Has a file that was just created use what was set before.
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

  /// Bytes of our own that a client gets at most.
  private static let greatestByteCount = 1 << 26
}
