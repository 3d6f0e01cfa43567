import AudioToolbox
import Testing

/// A file that is written by functions, which may run out of room.
final class CallbackSink {
  var bytes: [UInt8] = []
  /// Bytes that there is room for.
  var room = Int.max
  /// Bytes that a call takes at most.
  var longestWrite = Int.max

  static let full: OSStatus = -34

  /// Creates a file, which must be closed while this object lives.
  func create(
    _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ flags: AudioFileFlags = []
  ) -> (status: OSStatus, file: AudioFileID?) {
    var file: AudioFileID?
    var format = format
    let status = AudioFileInitializeWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(),
      { client, position, count, buffer, actual in
        let this = Unmanaged<CallbackSink>.fromOpaque(client).takeUnretainedValue()
        let start = min(Int(position), this.bytes.count)
        let read = min(Int(count), this.bytes.count - start)
        this.bytes[start..<start + read].withUnsafeBytes {
          buffer.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(buffer), byteCount: read)
        }
        actual.pointee = UInt32(read)
        return noErr
      },
      { client, position, count, buffer, actual in
        let this = Unmanaged<CallbackSink>.fromOpaque(client).takeUnretainedValue()
        return this.write(
          UnsafeRawBufferPointer(start: buffer, count: Int(count)), at: Int(position), actual)
      },
      { client in
        Int64(Unmanaged<CallbackSink>.fromOpaque(client).takeUnretainedValue().bytes.count)
      },
      { client, size in
        let this = Unmanaged<CallbackSink>.fromOpaque(client).takeUnretainedValue()
        guard size <= this.room else { return CallbackSink.full }
        let added = Int(size) - this.bytes.count
        if added > 0 { this.bytes += [UInt8](repeating: 0, count: added) }
        this.bytes.removeLast(max(-added, 0))
        return noErr
      }, type, &format, flags, &file)
    return (status, file)
  }

  private func write(
    _ new: UnsafeRawBufferPointer, at position: Int, _ actual: UnsafeMutablePointer<UInt32>
  ) -> OSStatus {
    guard position <= bytes.count else { return kAudioFilePositionError }
    let count = min(new.count, longestWrite, max(room - position, 0))
    let replaced = min(count, bytes.count - position)
    for index in 0..<replaced { bytes[position + index] = new[index] }
    bytes += new[replaced..<count]
    actual.pointee = UInt32(count)
    return count < new.count && count < longestWrite ? Self.full : noErr
  }
}

/// A format and made-up packets of it.
struct Recipe: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var type: AudioFileTypeID
  var format: AudioStreamBasicDescription
  var packets: [[UInt8]]
  var cookie: [UInt8] = []

  var packetCount: Int { packets.count }
  var bytes: [UInt8] { packets.flatMap { $0 } }

  /// Linear PCM with flags, in as many bytes as `container` says.
  static func linear(
    _ name: String, _ type: AudioFileTypeID, bits: Int, container: Int? = nil, channels: Int = 2,
    flags: AudioFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
    frames: Int = 1000
  ) -> Recipe {
    let width = (container ?? bits / 8) * channels
    let format = AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: UInt32(width), mFramesPerPacket: 1, mBytesPerFrame: UInt32(width),
      mChannelsPerFrame: UInt32(channels), mBitsPerChannel: UInt32(bits), mReserved: 0)
    return Recipe(
      testDescription: name, type: type, format: format,
      packets: (0..<frames).map { frame in
        (0..<width).map { UInt8(truncatingIfNeeded: frame &* 31 &+ $0 &* 7 &+ frame >> 4) }
      })
  }

  /// A-law or mu-law.
  static func companded(
    _ name: String, _ type: AudioFileTypeID, _ codec: AudioFormatID, channels: Int = 1
  ) -> Recipe {
    var recipe = linear(name, type, bits: 8, channels: channels, flags: 0, frames: 777)
    recipe.format.mFormatID = codec
    return recipe
  }
}

extension Recipe {
  /// Writes the packets, some at a time.
  func write(to file: AudioFileID, from start: Int = 0, count: Int? = nil, batch: Int = 100) {
    var index = start
    let end = count.map { start + $0 } ?? packets.count
    while index < end {
      let some = Array(packets[index..<min(index + batch, end)])
      #expect(Recipe.write(some, of: format, to: file, at: index) == (noErr, some.count))
      index += some.count
    }
  }

  /// Writes some packets in one call.
  static func write(
    _ packets: [[UInt8]], of format: AudioStreamBasicDescription, to file: AudioFileID,
    at index: Int
  ) -> (OSStatus, Int) {
    let bytes = packets.flatMap { $0 }
    var place: Int64 = 0
    let descriptions = packets.map { packet in
      defer { place += Int64(packet.count) }
      return AudioStreamPacketDescription(
        mStartOffset: place, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
    }
    var count = UInt32(packets.count)
    let status = AudioFileWritePackets(
      file, false, UInt32(bytes.count), format.mBytesPerPacket > 0 ? nil : descriptions,
      Int64(index), &count, bytes)
    return (status, Int(count))
  }

  /// Reads all packets of an open file.
  func read(_ file: AudioFileID) -> [[UInt8]] {
    readPacketData(
      file, from: 0, wish: UInt32(packets.count + 10), room: 4_000_000,
      constant: Int(format.mBytesPerPacket)
    ).packets
  }
}

/// The info dictionary of an open file.
func information(_ file: AudioFileID) -> [String: String] {
  var value: Unmanaged<CFDictionary>?
  var size = UInt32(MemoryLayout.size(ofValue: value))
  guard AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &value) == noErr else {
    return [:]
  }
  return value?.takeRetainedValue() as? [String: String] ?? [:]
}

/// Sets the info dictionary.
func setInformation(_ values: [String: String], of file: AudioFileID) -> OSStatus {
  let dictionary = values as CFDictionary
  var reference = Unmanaged.passUnretained(dictionary)
  return withExtendedLifetime(dictionary) {
    AudioFileSetProperty(
      file, kAudioFilePropertyInfoDictionary, UInt32(MemoryLayout.size(ofValue: reference)),
      &reference)
  }
}
