internal import CoreAudioTypes

/// What formats are called.
enum AudioFormatNames {
  /// The name of a format, or its four characters where it has none.
  static func name(of format: AudioFormatID) -> String {
    names[format]
      ?? String(
        decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: format >> $0) }, as: UTF8.self)
  }

  private static let names: [AudioFormatID: String] = [
    kAudioFormatLinearPCM: "Linear PCM",
    kAudioFormatALaw: "aLaw 2:1",
    kAudioFormatULaw: "µLaw 2:1",
    kAudioFormatMPEGLayer1: "MPEG Layer 1",
    kAudioFormatMPEGLayer2: "MPEG Layer 2",
    kAudioFormatMPEGLayer3: "MPEG Layer 3",
    kAudioFormatMPEG4AAC: "MPEG-4 AAC",
    kAudioFormatMPEG4AAC_HE: "MPEG-4 High Efficiency AAC",
    kAudioFormatMPEG4AAC_HE_V2: "MPEG-4 High Efficiency AAC Version 2",
    kAudioFormatMPEG4AAC_LD: "MPEG-4 Low Delay AAC",
    kAudioFormatMPEG4AAC_ELD: "MPEG-4 Enhanced Low Delay AAC",
    kAudioFormatAppleLossless: "Apple Lossless",
    kAudioFormatAppleIMA4: "IMA 4:1",
    kAudioFormatAC3: "AC-3",
    kAudioFormatEnhancedAC3: "Enhanced AC-3",
    kAudioFormatAMR: "Adaptive Multi-Rate",
    kAudioFormatAMR_WB: "Adaptive Multi-Rate Wide Band",
    kAudioFormatiLBC: "iLBC",
    kAudioFormatFLAC: "FLAC",
    kAudioFormatOpus: "Opus",
  ]
}
