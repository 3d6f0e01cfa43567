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

  /// Calls of the write function after which it fails.
  var callsLeft = Int.max

  /// Creates a file, which must be closed while this object lives.
  func create(
    _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ flags: AudioFileFlags = []
  ) -> (status: OSStatus, file: AudioFileID?) {
    var file: AudioFileID?
    var format = format
    let status = AudioFileInitializeWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(), Self.read, Self.write, Self.size, Self.resize,
      type, &format, flags, &file)
    return (status, file)
  }

  /// Opens the bytes as a file, which must be closed while this object lives.
  func open() -> (status: OSStatus, file: AudioFileID?) {
    var file: AudioFileID?
    let status = AudioFileOpenWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(), Self.read, Self.write, Self.size, Self.resize, 0,
      &file)
    return (status, file)
  }

  private static func this(_ client: UnsafeMutableRawPointer) -> CallbackSink {
    Unmanaged<CallbackSink>.fromOpaque(client).takeUnretainedValue()
  }

  private static let read: AudioFile_ReadProc = { client, position, count, buffer, actual in
    let this = this(client)
    let start = min(Int(position), this.bytes.count)
    let read = min(Int(count), this.bytes.count - start)
    this.bytes[start..<start + read].withUnsafeBytes {
      buffer.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(buffer), byteCount: read)
    }
    actual.pointee = UInt32(read)
    return noErr
  }

  private static let write: AudioFile_WriteProc = { client, position, count, buffer, actual in
    this(client).write(
      UnsafeRawBufferPointer(start: buffer, count: Int(count)), at: Int(position), actual)
  }

  private static let size: AudioFile_GetSizeProc = { client in Int64(this(client).bytes.count) }

  private static let resize: AudioFile_SetSizeProc = { client, size in
    let this = this(client)
    guard size <= this.room else { return CallbackSink.full }
    let added = Int(size) - this.bytes.count
    if added > 0 { this.bytes += [UInt8](repeating: 0, count: added) }
    this.bytes.removeLast(max(-added, 0))
    return noErr
  }

  private func write(
    _ new: UnsafeRawBufferPointer, at position: Int, _ actual: UnsafeMutablePointer<UInt32>
  ) -> OSStatus {
    guard position <= bytes.count else { return kAudioFilePositionError }
    actual.pointee = 0
    callsLeft -= 1
    // Fails once.
    if callsLeft == -1 { return Self.full }
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
  private static let big = kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsPacked
  private static let little = kAudioFormatFlagIsPacked
  private static let signed = kAudioFormatFlagIsSignedInteger
  private static let float = kAudioFormatFlagIsFloat

  /// Linear PCM and G.711 in every type that holds them.
  static let constant: [Recipe] = [
    .linear("WAVE, 16 bits", kAudioFileWAVEType, bits: 16),
    .linear(
      "WAVE, 8 bits, odd", kAudioFileWAVEType, bits: 8, channels: 1, flags: little, frames: 1001),
    .linear("WAVE, 24 bits", kAudioFileWAVEType, bits: 24),
    .linear(
      "WAVE, 20 bits in 3 bytes", kAudioFileWAVEType, bits: 20, container: 3,
      flags: signed | kAudioFormatFlagIsAlignedHigh),
    .linear("WAVE, 32 bits, 6 channels", kAudioFileWAVEType, bits: 32, channels: 6),
    .linear("WAVE, float", kAudioFileWAVEType, bits: 32, flags: float | little),
    .linear(
      "WAVE, double, 3 channels", kAudioFileWAVEType, bits: 64, channels: 3,
      flags: float | little),
    .linear("WAVE, nothing", kAudioFileWAVEType, bits: 16, frames: 0),
    .companded("WAVE, A-law", kAudioFileWAVEType, kAudioFormatALaw),
    .companded("WAVE, mu-law, stereo", kAudioFileWAVEType, kAudioFormatULaw, channels: 2),
    .linear("RF64, 16 bits", kAudioFileRF64Type, bits: 16),
    .linear("BW64, 24 bits", kAudioFileBW64Type, bits: 24, channels: 5),
    .linear("CAF, 16 bits, big", kAudioFileCAFType, bits: 16, flags: signed | big),
    .linear("CAF, 24 bits, little", kAudioFileCAFType, bits: 24, channels: 3),
    .linear(
      "CAF, 24 bits in 4 bytes", kAudioFileCAFType, bits: 24, container: 4,
      flags: signed | kAudioFormatFlagIsAlignedHigh),
    .linear("CAF, float", kAudioFileCAFType, bits: 32, flags: float | little),
    .linear("CAF, double, big", kAudioFileCAFType, bits: 64, flags: float | big),
    .companded("CAF, mu-law", kAudioFileCAFType, kAudioFormatULaw),
    .linear("AIFF, 16 bits", kAudioFileAIFFType, bits: 16, flags: signed | big),
    .linear(
      "AIFF, 24 bits, odd", kAudioFileAIFFType, bits: 24, channels: 1, flags: signed | big,
      frames: 999),
    .linear(
      "AIFF, 12 bits in 2 bytes", kAudioFileAIFFType, bits: 12, container: 2,
      flags: signed | kAudioFormatFlagIsAlignedHigh | kAudioFormatFlagIsBigEndian),
    .linear("AIFC, 32 bits", kAudioFileAIFCType, bits: 32, flags: signed | big),
    .linear("AIFC, 16 bits, little", kAudioFileAIFCType, bits: 16),
    .linear("AIFC, float", kAudioFileAIFCType, bits: 32, flags: float | big),
    .linear("AIFC, double", kAudioFileAIFCType, bits: 64, flags: float | big),
    .companded("AIFC, A-law", kAudioFileAIFCType, kAudioFormatALaw, channels: 2),
    .linear("AU, 16 bits", kAudioFileNextType, bits: 16, flags: signed | big),
    .linear("AU, float, 4 channels", kAudioFileNextType, bits: 32, channels: 4, flags: float | big),
    .companded("AU, mu-law", kAudioFileNextType, kAudioFormatULaw),
  ]

  /// Packets that differ, made up but for what the type of file looks at.
  static let varying: [Recipe] = [
    .compressed("CAF, AAC", kAudioFileCAFType, kAudioFormatMPEG4AAC, frames: 1024),
    .compressed(
      "CAF, Apple Lossless", kAudioFileCAFType, kAudioFormatAppleLossless, frames: 4096,
      flags: 1, cookie: losslessCookie, largest: 9000),
    .compressed("CAF, Opus", kAudioFileCAFType, kAudioFormatOpus, rate: 48000, frames: 960),
    .layer3("CAF, MP3", kAudioFileCAFType),
    .compressed("ADTS", kAudioFileAAC_ADTSType, kAudioFormatMPEG4AAC, frames: 1024),
    .compressed("M4A, AAC", kAudioFileM4AType, kAudioFormatMPEG4AAC, frames: 1024),
    .compressed(
      "M4A, Apple Lossless", kAudioFileM4AType, kAudioFormatAppleLossless, frames: 4096,
      flags: 1, cookie: losslessCookie, largest: 9000),
    .compressed("MP4, AAC", kAudioFileMPEG4Type, kAudioFormatMPEG4AAC, frames: 1024),
    .layer3("MP4, MP3", kAudioFileMPEG4Type),
    .compressed("3GP, AAC", kAudioFile3GPType, kAudioFormatMPEG4AAC, frames: 1024),
    .narrowBand("3GP, AMR", kAudioFile3GPType),
    .narrowBand("AMR", kAudioFileAMRType),
    .layer3("MP3", kAudioFileMP3Type),
  ]

  /// Source: *ALAC magic cookie description*: 4096 frames, 16 bits, two channels, 44,100 Hz.
  private static let losslessCookie: [UInt8] = [
    0, 0, 0x10, 0, 0, 16, 40, 10, 14, 2, 0, 255, 0, 0, 0x27, 0x10, 0, 0, 0, 0, 0, 0, 0xAC, 0x44,
  ]

  static func compressed(
    _ name: String, _ type: AudioFileTypeID, _ codec: AudioFormatID, rate: Float64 = 44100,
    frames: UInt32, channels: UInt32 = 2, flags: AudioFormatFlags = 0, cookie: [UInt8] = [],
    largest: Int = 600
  ) -> Recipe {
    let format = AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: codec, mFormatFlags: flags, mBytesPerPacket: 0,
      mFramesPerPacket: frames, mBytesPerFrame: 0, mChannelsPerFrame: channels,
      mBitsPerChannel: 0, mReserved: 0)
    // No byte is 0xFF, so that nothing in a packet looks like a header.
    let packets = (0..<400).map { index -> [UInt8] in
      (0..<(20 + index * 37 % largest)).map { UInt8(($0 * 7 + index * 3) % 251) }
    }
    return Recipe(
      testDescription: name, type: type, format: format, packets: packets, cookie: cookie)
  }

  static func layer3(_ name: String, _ type: AudioFileTypeID) -> Recipe {
    var recipe = compressed(name, type, kAudioFormatMPEGLayer3, frames: 1152)
    recipe.packets = MediaFile.layer3("", rates: (0..<300).map { 1 + $0 * 5 % 14 }).packets
    return recipe
  }

  /// Frames of mode 7, 12.2 kbit/s.
  ///
  /// Source: RFC 4867, 5.3.
  static func narrowBand(_ name: String, _ type: AudioFileTypeID) -> Recipe {
    var recipe = compressed(
      name, type, kAudioFormatAMR, rate: 8000, frames: 160, channels: 1)
    recipe.packets = (0..<200).map { index in
      [0x3C] + (0..<31).map { UInt8(($0 * 7 + index) % 251) }
    }
    return recipe
  }

  /// Sets the cookie, where there is one.
  func setCookie(of file: AudioFileID) {
    guard !cookie.isEmpty else { return }
    #expect(
      AudioFileSetProperty(
        file, kAudioFilePropertyMagicCookieData, UInt32(cookie.count), cookie) == noErr)
  }

  /// Whether a file whose recorder was stopped opens.
  var opensUnfinished: Bool {
    ![kAudioFileM4AType, kAudioFileMPEG4Type, kAudioFile3GPType].contains(type)
  }

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
