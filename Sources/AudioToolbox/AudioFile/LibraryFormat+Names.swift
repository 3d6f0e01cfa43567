internal import AudioContainers
internal import CoreAudioTypes

#if LibAV
  extension LibraryFormat {
    /// What a type of file is known by.
    struct Names {
      var title: String
      var extensions: [String]
      var mimeTypes: [String]
      var formats: [AudioFormatID]
    }

    /// What this type is known by, `nil` for one of Core Audio's own; the formats are those that it usually has.
    var names: Names? {
      switch self {
      case .advancedSystems:
        Names(
          title: "ASF", extensions: ["wma", "asf", "wmv"],
          mimeTypes: ["audio/x-ms-wma", "video/x-ms-asf"], formats: Self.windowsMedia)
      case .audioVideoInterleave:
        Names(
          title: "AVI", extensions: ["avi"], mimeTypes: ["video/x-msvideo"], formats: Self.usual)
      case .flashVideo:
        Names(
          title: "Flash Video", extensions: ["flv"], mimeTypes: ["video/x-flv"],
          formats: [kAudioFormatMPEGLayer3, kAudioFormatMPEG4AAC])
      case .matroska:
        Names(
          title: "Matroska", extensions: ["mka", "mkv", "webm"],
          mimeTypes: ["audio/x-matroska", "video/x-matroska", "audio/webm", "video/webm"],
          formats: Self.usual + [kAudioFormatOpus, kAudioFormatFLAC, kAudioFormatAppleLossless])
      case .monkeysAudio:
        Names(
          title: "Monkey's Audio", extensions: ["ape"], mimeTypes: ["audio/x-ape"],
          formats: [0x6170_6520])
      case .programStream:
        Names(
          title: "MPEG Program Stream", extensions: ["mpg", "mpeg", "vob"],
          mimeTypes: ["video/mpeg"], formats: Self.usual)
      case .realMedia:
        Names(
          title: "RealMedia", extensions: ["rm", "ra", "rmvb"],
          mimeTypes: ["application/vnd.rn-realmedia", "audio/x-pn-realaudio"],
          formats: [
            0x636F_6F6B, 0x7369_7072, 0x6174_7233, 0x3134_5F34, 0x3238_5F38, kAudioFormatMPEG4AAC,
          ])
      case .transportStream:
        Names(
          title: "MPEG Transport Stream", extensions: ["ts", "m2t"], mimeTypes: ["video/mp2t"],
          formats: Self.usual)
      case .waveform: nil
      }
    }

    private static let usual = [
      kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3,
      kAudioFormatMPEG4AAC, kAudioFormatAC3, kAudioFormatEnhancedAC3,
    ]
    /// `wma1`, `wma2`, `wmap`, `wmal` and `wmav`.
    private static let windowsMedia: [AudioFormatID] = [
      0x776D_6131, 0x776D_6132, 0x776D_6170, 0x776D_616C, 0x776D_6176,
    ]
  }
#endif
