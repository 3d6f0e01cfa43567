import AudioToolbox
import Foundation

/// A queue of packets in a temporary file.
///
/// Memory holds four bytes for each packet, or no data for packets of constant size. The file has
/// no name, so it disappears with the process.
final class PacketStore {
  /// The size of every packet in bytes, or 0 if the sizes differ.
  var constantByteCount = 0
  /// The number of packets in the queue.
  private(set) var count = 0

  private let file: FileHandle
  private var sizes: [UInt32] = []
  private var nextSize = 0
  private var readOffset: UInt64 = 0
  private var writeOffset: UInt64 = 0

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    file = try FileHandle(forUpdating: url)
    try FileManager.default.removeItem(at: url)
  }

  var isEmpty: Bool { count == 0 }

  /// Appends packets whose data is in `bytes`.
  func append(
    _ bytes: UnsafeRawPointer, _ byteCount: Int, _ packetCount: Int,
    _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
  ) throws {
    var data = Data(capacity: byteCount)
    if let descriptions {
      for packet in UnsafeBufferPointer(start: descriptions, count: packetCount) {
        data.append(
          (bytes + Int(packet.mStartOffset)).assumingMemoryBound(to: UInt8.self),
          count: Int(packet.mDataByteSize))
        sizes.append(packet.mDataByteSize)
      }
    } else {
      data.append(bytes.assumingMemoryBound(to: UInt8.self), count: byteCount)
    }
    try file.seek(toOffset: writeOffset)
    try file.write(contentsOf: data)
    writeOffset += UInt64(data.count)
    count += packetCount
  }

  /// Removes the next packets and returns their data, with descriptions if their sizes differ.
  func take(_ wanted: Int) throws -> (Data, [AudioStreamPacketDescription]) {
    let taken = min(wanted, count)
    var descriptions: [AudioStreamPacketDescription] = []
    var byteCount = 0
    if constantByteCount > 0 {
      byteCount = taken * constantByteCount
    } else {
      for size in sizes[nextSize..<nextSize + taken] {
        descriptions.append(
          AudioStreamPacketDescription(
            mStartOffset: Int64(byteCount), mVariableFramesInPacket: 0, mDataByteSize: size))
        byteCount += Int(size)
      }
      nextSize += taken
    }
    try file.seek(toOffset: readOffset)
    guard let data = try file.read(upToCount: byteCount), data.count == byteCount else {
      throw CocoaError(.fileReadCorruptFile)
    }
    readOffset += UInt64(byteCount)
    count -= taken
    return (data, descriptions)
  }
}
