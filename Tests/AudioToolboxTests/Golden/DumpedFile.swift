import AudioToolbox
import TestSupport

/// An open file, and its properties for a dump.
final class DumpedFile {
  private let reference: AudioFileID

  init(_ url: URL) throws {
    var file: AudioFileID?
    let status = AudioFileOpenURL(url as CFURL, .readPermission, 0, &file)
    guard status == noErr, let file else {
      throw TestFailure(description: "\(url.lastPathComponent): status \(status)")
    }
    reference = file
  }

  deinit { AudioFileClose(reference) }

  /// The value of a property of a C type, or `nil` if the file does not have it.
  func value<Value: BitwiseCopyable>(_ id: AudioFilePropertyID, _ initial: Value) -> Value? {
    var value = initial
    var size = UInt32(MemoryLayout<Value>.size)
    return AudioFileGetProperty(reference, id, &size, &value) == noErr ? value : nil
  }

  /// The bytes of a property, empty if the file does not have it.
  func bytes(_ id: AudioFilePropertyID) -> [UInt8] {
    var size: UInt32 = 0
    guard AudioFileGetPropertyInfo(reference, id, &size, nil) == noErr, size > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioFileGetProperty(reference, id, &size, &bytes) == noErr else { return [] }
    return Array(bytes.prefix(Int(size)))
  }

  /// The values of a property that is a list of C structures.
  func list<Value: BitwiseCopyable>(_ id: AudioFilePropertyID, of type: Value.Type) -> [Value] {
    let bytes = bytes(id)
    return stride(from: 0, to: bytes.count, by: MemoryLayout<Value>.stride).map { offset in
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
  }

  var format: AudioStreamBasicDescription {
    value(kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
      ?? AudioStreamBasicDescription()
  }

  var tags: [String: String] { information(reference) }

  /// The bytes of the picture, empty without a picture.
  var picture: [UInt8] {
    var value: Unmanaged<CFData>?
    var size = UInt32(MemoryLayout.size(ofValue: value))
    let status = AudioFileGetProperty(reference, kAudioFilePropertyAlbumArtwork, &size, &value)
    guard status == noErr, let data = value?.takeRetainedValue() else { return [] }
    return Array(data as Data)
  }

  /// The frame and the name of each marker.
  var markers: [(frame: Float64, name: String)] {
    let list = bytes(kAudioFilePropertyMarkerList)
    return (0..<NumBytesToNumAudioFileMarkers(list.count)).map { index in
      // The markers follow the type of time and their number.
      let offset = 8 + index * MemoryLayout<AudioFileMarker>.stride
      let marker = list.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: offset, as: AudioFileMarker.self)
      }
      return (marker.mFramePosition, marker.mName.map { $0.takeRetainedValue() as String } ?? "")
    }
  }

  /// A packet with its place in the file.
  struct Packet {
    var offset: Int64
    var frameCount: UInt32
    var bytes: [UInt8]
  }

  /// All packets that can be read, one at a time, and the status that ended the reading.
  func packets() -> (packets: [Packet], status: OSStatus) {
    let format = format
    let dataOffset = value(kAudioFilePropertyDataOffset, Int64(0)) ?? 0
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    var packets: [Packet] = []
    while true {
      var byteCount = UInt32(buffer.count)
      var count: UInt32 = 1
      var description = AudioStreamPacketDescription()
      let status = AudioFileReadPacketData(
        reference, false, &byteCount, &description, Int64(packets.count), &count, &buffer)
      guard status == noErr, count == 1 else { return (packets, status) }
      var place = AudioBytePacketTranslation()
      place.mPacket = Int64(packets.count)
      place = value(kAudioFilePropertyPacketToByte, place) ?? place
      let isVariable = format.mFramesPerPacket == 0
      packets.append(
        Packet(
          offset: dataOffset + place.mByte,
          frameCount: isVariable ? description.mVariableFramesInPacket : format.mFramesPerPacket,
          bytes: Array(buffer.prefix(Int(byteCount)))))
    }
  }
}
