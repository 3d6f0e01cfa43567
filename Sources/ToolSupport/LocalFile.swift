package import AudioToolbox
import Glibc

/// An audio file on disk, opened for a tool.
package final class LocalFile {
  package let path: String
  package let reference: AudioFileID

  package init(path: String) throws(ToolFailure) {
    self.path = path
    try LocalFile.check(path)
    var file: AudioFileID?
    let url = URL(fileURLWithPath: path)
    let status = AudioFileOpenURL(url as CFURL, .readPermission, 0, &file)
    guard status == noErr, let file else {
      let content = LocalFile.firstBytes(of: path, count: 512)
      throw Content(content).failure ?? ToolFailure(status: status)
    }
    reference = file
  }

  deinit {
    AudioFileClose(reference)
  }

  /// Whether the file can be opened again and read at any offset, unlike a pipe.
  package var isRegular: Bool { LocalFile.isRegular(path) }

  /// The value of a property of fixed size, or `nil` if the file does not have it.
  package func value<Value: BitwiseCopyable>(
    _ property: AudioFilePropertyID, _ start: Value
  ) -> Value? {
    var value = start
    var size = UInt32(MemoryLayout<Value>.size)
    return AudioFileGetProperty(reference, property, &size, &value) == noErr ? value : nil
  }

  /// The value of a property of any size; empty if the file does not have it.
  package func bytes(_ property: AudioFilePropertyID) -> [UInt8] {
    var size: UInt32 = 0
    guard AudioFileGetPropertyInfo(reference, property, &size, nil) == noErr, size > 0 else {
      return []
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioFileGetProperty(reference, property, &size, &bytes) == noErr else { return [] }
    return Array(bytes.prefix(Int(size)))
  }

  /// The tags, by the keys of Core Audio's info dictionary.
  package var tags: [String: String] {
    var dictionary: Unmanaged<NSDictionary>?
    var size = UInt32(MemoryLayout<Unmanaged<NSDictionary>?>.size)
    let status = AudioFileGetProperty(
      reference, kAudioFilePropertyInfoDictionary, &size, &dictionary)
    guard status == noErr, let values = dictionary?.takeRetainedValue() else { return [:] }
    var tags: [String: String] = [:]
    for (key, value) in values {
      if let key = key as? String, let value = value as? String { tags[key] = value }
    }
    return tags
  }

  /// A warning if the header does not state the length of the audio, as after an interrupted
  /// recording.
  package var warning: String? {
    guard
      let format = value(kAudioFilePropertyDataFormat, AudioStreamBasicDescription()),
      format.mBytesPerPacket > 0, let offset = value(kAudioFilePropertyDataOffset, Int64(0))
    else { return nil }
    let stated = StatedLength(
      header: LocalFile.firstBytes(of: path, count: Int(clamping: offset + 16_384)))
    guard stated.isComplete, stated.byteCount == nil else { return nil }
    return "warning: the header does not state the length of the audio; the file is read to its end"
  }

  /// The missing part of the audio that the header promises, or `nil` if the audio is complete.
  ///
  /// The promised length comes from a parser that does not see the end of the file.
  package var cutOff: ToolFailure? {
    if let unreadableRest { return unreadableRest }
    guard
      let format = value(kAudioFilePropertyDataFormat, AudioStreamBasicDescription()),
      let offset = value(kAudioFilePropertyDataOffset, Int64(0))
    else { return nil }
    let isConstant = format.mBytesPerPacket > 0
    let stated = StatedLength(
      header: LocalFile.firstBytes(of: path, count: Int(clamping: offset + 16_384)))
    let (promised, held) =
      isConstant
      ? (stated.byteCount, value(kAudioFilePropertyAudioDataByteCount, UInt64(0)))
      : (stated.packetCount, value(kAudioFilePropertyAudioDataPacketCount, UInt64(0)))
    // Some encoders also count the frame of the header.
    guard let promised, let held, promised > held, promised - held > 1 else { return nil }
    let unit = isConstant ? "bytes" : "packets"
    return ToolFailure("truncated: contains \(held) of \(promised) \(unit) of audio")
  }

  /// The reason why the end of the audio is unreadable, or `nil` if all audio is readable.
  package var unreadableRest: ToolFailure? {
    // Counts the packets.
    _ = value(kAudioFilePropertyAudioDataPacketCount, UInt64(0))
    let status = audioFileUnreadableRest(reference)
    guard status != noErr else { return nil }
    return ToolFailure(
      "the file continues with a stream that cannot be read: \(ToolFailure(status: status).reason)")
  }

  private static func check(_ path: String) throws(ToolFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw ToolFailure(ToolFailure.systemText(errno)) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw ToolFailure("is a directory") }
    guard access(path, R_OK) == 0 else { throw ToolFailure(ToolFailure.systemText(errno)) }
    guard status.st_size > 0 || status.st_mode & S_IFMT != S_IFREG else {
      throw ToolFailure("is empty")
    }
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a nonempty regular file with this name exists.
  package static func holdsBytes(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
  }

  /// Whether a path names a pipe, which can be read once and in order.
  package static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// The first bytes of a regular file, at most 4 MiB; empty if it cannot be read.
  package static func firstBytes(of path: String, count: Int) -> [UInt8] {
    // Opening a pipe would wait for a writer.
    guard isRegular(path), let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: min(count, 4 << 20))
    let got = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<got])
  }

  /// All bytes of a regular file.
  ///
  /// - Throws: ``ToolFailure`` if the file cannot be read, or has more than `limit` MiB.
  package static func allBytes(
    of path: String, mebibytes limit: Int? = nil
  ) throws(ToolFailure) -> [UInt8] {
    try check(path)
    guard let file = fopen(path, "r") else { throw ToolFailure(ToolFailure.systemText(errno)) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      bytes += block.prefix(count)
      if let limit, bytes.count > limit << 20 { throw ToolFailure("larger than \(limit) MiB") }
      guard count == block.count else { break }
    }
    guard ferror(file) == 0 else { throw ToolFailure(ToolFailure.systemText(errno)) }
    return bytes
  }
}
