import AudioModel

/// Packets and their bytes, side by side.
struct OggAudio: Sendable {
  var packets: [Packet] = []
  var bytes: [UInt8] = []

  var isEmpty: Bool { packets.isEmpty }
}
