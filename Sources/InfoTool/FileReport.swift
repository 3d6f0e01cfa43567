import AudioToolbox
import ToolSupport

/// The report of afinfo about one file.
struct FileReport {
  let path: String
  var fileType: UInt32
  var trackCount: UInt32?
  var format: AudioStreamBasicDescription
  var channelLayout: AudioChannelLayout?
  var duration: Double?
  var audioByteCount: UInt64?
  var packetCount: UInt64?
  var bitRate: UInt32?
  var packetSizeUpperBound: UInt32?
  var maximumPacketSize: UInt32?
  var dataOffset: Int64?
  var isOptimized: Bool?
  var packetTable: AudioFilePacketTableInfo?
  var sourceBitDepth: Int32?
  var tags: [String: String]
  /// The moving pictures; `nil` if there are none.
  let film: Film?
  /// Audio that the header promises, but the file lacks.
  var cutOff: ToolFailure?
  /// A warning about missing information in the header.
  var warning: String?

  init(path: String, film: Film?) throws(ToolFailure) {
    let file = try LocalFile(path: path)
    guard
      let format = file.value(kAudioFilePropertyDataFormat, AudioStreamBasicDescription()),
      let fileType = file.value(kAudioFilePropertyFileFormat, UInt32(0))
    else { throw ToolFailure(status: kAudioFileInvalidFileError) }
    self.path = path
    self.film = film
    self.format = format
    self.fileType = fileType
    trackCount = file.value(kAudioFilePropertyAudioTrackCount, 0)
    channelLayout = Self.layout(file.bytes(kAudioFilePropertyChannelLayout))
    // After counting the packets, all later values are exact.
    packetCount = file.value(kAudioFilePropertyAudioDataPacketCount, 0)
    duration = file.value(kAudioFilePropertyEstimatedDuration, 0)
    audioByteCount = file.value(kAudioFilePropertyAudioDataByteCount, 0)
    bitRate = file.value(kAudioFilePropertyBitRate, 0)
    packetSizeUpperBound = file.value(kAudioFilePropertyPacketSizeUpperBound, 0)
    maximumPacketSize = file.value(kAudioFilePropertyMaximumPacketSize, 0)
    dataOffset = file.value(kAudioFilePropertyDataOffset, 0)
    isOptimized = file.value(kAudioFilePropertyIsOptimized, UInt32(0)).map { $0 != 0 }
    packetTable = file.value(kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
    sourceBitDepth = file.value(kAudioFilePropertySourceBitDepth, 0)
    tags = file.tags
    tags[kAFInfoDictionary_ApproximateDurationInSeconds] = nil
    cutOff = file.cutOff
    warning = file.warning
  }

  /// The layout at the start of a property value; `nil` if the value is too short.
  private static func layout(_ bytes: [UInt8]) -> AudioChannelLayout? {
    guard bytes.count >= MemoryLayout<AudioChannelLayout>.size else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: AudioChannelLayout.self) }
  }
}
