internal import AudioCodecs
internal import AudioContainers
internal import AudioModel
internal import AudioPlayback

/// AAC at the lowest bit rate, 64 kbit/s in stereo.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// AAC at a middle bit rate, 128 kbit/s in stereo.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// AAC at the highest bit rate, 256 kbit/s in stereo.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// An M4A file with AAC, 128 kbit/s in stereo.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// The packets of the source, without decoding them.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// The output of a preset.
struct ExportPreset: Sendable {
  var coding: ExportTarget.Coding
  var fileTypes: [AVFileType]

  static let encoding: [String: ExportPreset] = [
    AVAssetExportPresetLowQuality: .aac(32_000, [.mp4, .m4a]),
    AVAssetExportPresetMediumQuality: .aac(64_000, [.mp4, .m4a]),
    AVAssetExportPresetHighestQuality: .aac(128_000, [.mp4, .m4a]),
    AVAssetExportPresetAppleM4A: .aac(64_000, [.m4a]),
  ]

  private static func aac(_ bitRate: Int, _ fileTypes: [AVFileType]) -> ExportPreset {
    ExportPreset(coding: .encoded(.mpeg4AAC, bitRate: bitRate), fileTypes: fileTypes)
  }

  /// The preset of a name for an asset; `nil` if it cannot export the asset.
  ///
  /// Waits for the header of the asset.
  static func preset(_ name: String, for asset: AVAsset) -> ExportPreset? {
    guard let info = try? asset.info().get(), !info.isLive, info.length != nil else { return nil }
    if name == AVAssetExportPresetPassthrough {
      guard !(asset is AVComposition) else { return nil }
      let types = AVFileType.written.filter { info.canPass(to: $0.value) }.map(\.key)
      let sorted = types.sorted { $0.rawValue < $1.rawValue }
      return sorted.isEmpty ? nil : ExportPreset(coding: .packets, fileTypes: sorted)
    }
    guard EncoderFactory.canEncode(.mpeg4AAC) else { return nil }
    return encoding[name]
  }
}

extension MediaItem.Info {
  /// Whether a file type can store the packets.
  fileprivate func canPass(to fileType: FourCC) -> Bool {
    var content = ContainerContent(fileType: fileType, format: container.format)
    content.magicCookie = container.magicCookie
    content.channelLayout = container.statedChannelLayout
    return (try? WriterTable.writer(of: content)) != nil
  }
}

extension AVFileType {
  /// The types that can be written, with Core Audio's numbers.
  static let written: [AVFileType: FourCC] = [
    .m4a: FourCC("m", "4", "a", "f"), .mp4: FourCC("m", "p", "4", "f"),
    .mov: FourCC("M", "o", "o", "V"),
    .caf: FourCC("c", "a", "f", "f"), .wav: FourCC("W", "A", "V", "E"),
    .aiff: FourCC("A", "I", "F", "F"), .aifc: FourCC("A", "I", "F", "C"),
    .au: FourCC("N", "e", "X", "T"), .mp3: FourCC("M", "P", "G", "3"),
    .ac3: FourCC("a", "c", "-", "3"), .amr: FourCC("a", "m", "r", "f"),
    .mobile3GPP: FourCC("3", "g", "p", "p"), .mobile3GPP2: FourCC("3", "g", "p", "2"),
  ]
}
