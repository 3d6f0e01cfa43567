internal import CoreAudioTypes

/// Reads a client's packet list.
enum ClockPackets {
  /// Returns the times and bytes of the packets.
  static func read(_ list: UnsafePointer<MIDIPacketList>) -> [(time: UInt64, bytes: [UInt8])] {
    // Safe: the client passes as many packets as the list states, one after the other in memory.
    var place = unsafe UnsafeRawPointer(list) + MemoryLayout<UInt32>.size
    return unsafe (0..<list.pointee.numPackets).map { _ in
      let time = unsafe place.loadUnaligned(as: UInt64.self)
      let count = unsafe Int(place.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: place + 10, count: count))
      unsafe place += (10 + count + 3) & ~3
      return (time, bytes)
    }
  }
}
