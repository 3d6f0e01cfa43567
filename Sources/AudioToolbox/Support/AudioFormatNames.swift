internal import AudioModel
internal import CoreAudioTypes

/// The names of audio formats.
enum AudioFormatNames {
  /// The name of a format, or its four characters if it has no name.
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
    kAudioFormatDVIIntelIMA: "DVI ADPCM",
    kAudioFormatMicrosoftGSM: "Microsoft GSM 6.10",
    FourCC.microsoftADPCM.rawValue: "Microsoft ADPCM",
    FourCC.vorbis.rawValue: "Vorbis",
    FourCC.windowsMedia1.rawValue: "Windows Media Audio 1",
    FourCC.windowsMedia2.rawValue: "Windows Media Audio 2",
    FourCC.windowsMediaPro.rawValue: "Windows Media Audio Professional",
    FourCC.windowsMediaLossless.rawValue: "Windows Media Audio Lossless",
    FourCC.windowsMediaVoice.rawValue: "Windows Media Audio Voice",
    FourCC.monkeysAudio.rawValue: "Monkey's Audio",
    FourCC.cook.rawValue: "RealAudio Cook",
    FourCC.sipro.rawValue: "RealAudio Sipro",
    FourCC.realAudio144.rawValue: "RealAudio 14.4",
    FourCC.realAudio288.rawValue: "RealAudio 28.8",
    FourCC.realLossless.rawValue: "RealAudio Lossless",
    FourCC.atrac3.rawValue: "ATRAC3",
    FourCC.digitalTheater.rawValue: "DTS",
    FourCC.trueHD.rawValue: "Dolby TrueHD",
    FourCC.speex.rawValue: "Speex",
    FourCC.nellymoser.rawValue: "Nellymoser",
    FourCC.wavPack.rawValue: "WavPack",
    FourCC.trueAudio.rawValue: "TTA",
    FourCC.g726.rawValue: "G.726",
    FourCC.fibonacciDelta.rawValue: "8SVX Fibonacci-delta",
    FourCC.exponentialDelta.rawValue: "8SVX exponential-delta",
    FourCC.planarBytes.rawValue: "8SVX",
    FourCC.soundBlaster4.rawValue: "Creative ADPCM, 4 bits",
    FourCC.soundBlaster3.rawValue: "Creative ADPCM, 2.6 bits",
    FourCC.soundBlaster2.rawValue: "Creative ADPCM, 2 bits",
  ]
}
