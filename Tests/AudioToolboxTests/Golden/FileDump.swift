import AudioToolbox
import TestSupport

/// The text of a golden dump: the facts that the public API reports about a file, one per line.
struct FileDump {
  /// The amount of detail in a dump.
  enum Detail {
    /// Everything.
    case whole
    /// The facts that all versions of libavformat report: no offsets, times, or packet tables.
    case stable
    /// Like `stable`, for files that versions of FFmpeg split into different packets or frames.
    case content
  }

  private(set) var lines: [String] = []
  private let file: DumpedFile
  private let detail: Detail

  /// Describes a file.
  init(_ url: URL, _ detail: Detail) throws {
    file = try DumpedFile(url)
    self.detail = detail
    addFormat()
    if detail == .whole { addLengths() }
    addDescription()
    addPackets()
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func add(_ name: String, _ value: (some CustomStringConvertible)?) {
    if let value { lines.append("\(name): \(value)") }
  }

  private mutating func addFormat() {
    add("file type", file.value(kAudioFilePropertyFileFormat, UInt32(0)).map(Self.code))
    add("tracks", file.value(kAudioFilePropertyAudioTrackCount, UInt32(0)))
    addFormat("format", file.format)
    let formats = file.list(kAudioFilePropertyFormatList, of: AudioFormatListItem.self)
    for item in formats.dropFirst(formats.count > 1 ? 0 : 1) {
      addFormat("format list", item.mASBD)
      add("format list layout", Self.hex(item.mChannelLayoutTag))
    }
    addLayout(file.bytes(kAudioFilePropertyChannelLayout))
    add("source bit depth", file.value(kAudioFilePropertySourceBitDepth, Int32(0)))
    addBytes("cookie", file.bytes(kAudioFilePropertyMagicCookieData))
  }

  private mutating func addFormat(_ name: String, _ format: AudioStreamBasicDescription) {
    add(
      name,
      "\(Self.code(format.mFormatID)), \(format.mSampleRate) Hz, "
        + "\(format.mChannelsPerFrame) channels")
    add("\(name) flags", Self.hex(format.mFormatFlags))
    add(
      "\(name) packet", "\(format.mBytesPerPacket) bytes, \(format.mFramesPerPacket) frames")
    add("\(name) frame", "\(format.mBytesPerFrame) bytes, \(format.mBitsPerChannel) bits")
  }

  /// A layout starts with its tag, its bitmap and the number of the descriptions that follow.
  private mutating func addLayout(_ bytes: [UInt8]) {
    let words = stride(from: 0, to: bytes.count - 3, by: 4).map { offset in
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
    guard words.count >= 3 else { return }
    add("layout", "\(Self.hex(words[0])), bits \(Self.hex(words[1]))")
    for index in 0..<Int(words[2]) where 3 + index * 5 < words.count {
      add("layout channel", words[3 + index * 5])
    }
  }

  private mutating func addLengths() {
    add("duration", file.value(kAudioFilePropertyEstimatedDuration, Float64(0)).map(Self.decimal))
    add("bit rate", file.value(kAudioFilePropertyBitRate, UInt32(0)))
    add("data offset", file.value(kAudioFilePropertyDataOffset, Int64(0)))
    add("data bytes", file.value(kAudioFilePropertyAudioDataByteCount, UInt64(0)))
    add("optimized", file.value(kAudioFilePropertyIsOptimized, UInt32(0)))
    add("packet size bound", file.value(kAudioFilePropertyPacketSizeUpperBound, UInt32(0)))
    if let table = file.value(kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo()) {
      add("priming frames", table.mPrimingFrames)
      add("valid frames", table.mNumberValidFrames)
      add("remainder frames", table.mRemainderFrames)
    }
  }

  private mutating func addDescription() {
    let duration = kAFInfoDictionary_ApproximateDurationInSeconds
    for (key, value) in file.tags.sorted(by: { $0.key < $1.key })
    where detail == .whole || key != duration {
      add("tag \(key)", value.split(whereSeparator: \.isNewline).joined(separator: " / "))
    }
    addBytes("picture", file.picture)
    addBytes("ID3 tag", file.bytes(kAudioFilePropertyID3Tag))
    for marker in file.markers { add("marker at \(Self.decimal(marker.frame))", marker.name) }
  }

  private mutating func addPackets() {
    let (packets, status) = file.packets()
    if detail != .content { addTable(packets) }
    add("end of reading", status)
    var content = Checksum()
    for packet in packets { content.add(packet.bytes) }
    add("packet bytes", "\(packets.reduce(0) { $0 + $1.bytes.count }) bytes, \(content)")
  }

  /// Describes the first and the last packets, and all of them by a checksum.
  private mutating func addTable(_ packets: [DumpedFile.Packet]) {
    let counted = file.value(kAudioFilePropertyAudioDataPacketCount, UInt64(0))
    add("packets", counted)
    if packets.count != Int(counted ?? 0) { add("packets read", packets.count) }
    add("largest packet", file.value(kAudioFilePropertyMaximumPacketSize, UInt32(0)))
    var table = Checksum()
    for (index, packet) in packets.enumerated() {
      let line = line(packet)
      if index < 4 || index >= packets.count - 3 { add("packet \(index)", line) }
      table.add(Array("\(line)\n".utf8))
    }
    add("packet table", table)
  }

  private func line(_ packet: DumpedFile.Packet) -> String {
    let length = "\(packet.bytes.count) bytes, \(packet.frameCount) frames"
    return detail == .whole ? "at \(packet.offset), \(length)" : length
  }

  private mutating func addBytes(_ name: String, _ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    var checksum = Checksum()
    checksum.add(bytes)
    add(name, "\(bytes.count) bytes, \(checksum)")
  }

  private static func hex(_ value: UInt32) -> String { "0x" + String(value, radix: 16) }

  /// Six decimal places, so that rounding in a quotient does not matter.
  private static func decimal(_ value: Float64) -> String { String(format: "%.6f", value) }

  private static func code(_ value: UInt32) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    let isText = bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    return isText ? "'\(String(decoding: bytes, as: UTF8.self))'" : hex(value)
  }
}
