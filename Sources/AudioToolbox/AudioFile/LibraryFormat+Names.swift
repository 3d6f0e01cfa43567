internal import AudioContainers
internal import CoreAudioTypes

#if LibAV
  extension LibraryFormat {
    /// The names of a file type.
    struct Names {
      var title: String
      var extensions: [String]
      var mimeTypes: [String]
      var formats: [AudioFormatID]
    }

    /// The names of this type and its usual formats, or `nil` for one of Core Audio's own types.
    var names: Names? {
      switch self {
      case .advancedSystems:
        Names(
          title: "ASF", extensions: ["wma", "asf", "wmv"],
          mimeTypes: ["audio/x-ms-wma", "video/x-ms-asf"], formats: Self.windowsMedia)
      case .audioVideoInterleave:
        Names(
          title: "AVI", extensions: ["avi"], mimeTypes: ["video/x-msvideo"], formats: Self.usual)
      case .creativeVoice:
        Names(
          title: "Creative Voice", extensions: ["voc"], mimeTypes: ["audio/x-voc"],
          formats: [
            kAudioFormatLinearPCM, kAudioFormatALaw, kAudioFormatULaw, 0x7362_7034, 0x7362_7033,
            0x7362_7032,
          ])
      case .digitalTheater:
        Names(
          title: "DTS", extensions: ["dts"], mimeTypes: ["audio/vnd.dts"], formats: [0x6474_7320])
      case .flashVideo:
        Names(
          title: "Flash Video", extensions: ["flv"], mimeTypes: ["video/x-flv"],
          formats: [kAudioFormatMPEGLayer3, kAudioFormatMPEG4AAC])
      case .interchange:
        Names(
          title: "8SVX", extensions: ["8svx", "iff"], mimeTypes: ["audio/x-8svx"],
          formats: [kAudioFormatLinearPCM, 0x3870_6C6E, 0x3866_6962, 0x3865_7870])
      case .ircam:
        Names(
          title: "IRCAM", extensions: ["sf"], mimeTypes: ["audio/x-ircam"],
          formats: [kAudioFormatLinearPCM, kAudioFormatALaw, kAudioFormatULaw])
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
      case .sphere:
        Names(
          title: "NIST SPHERE", extensions: ["sph", "nist"], mimeTypes: ["audio/x-nist"],
          formats: [kAudioFormatLinearPCM, kAudioFormatALaw, kAudioFormatULaw])
      case .transportStream:
        Names(
          title: "MPEG Transport Stream", extensions: ["ts", "m2t"], mimeTypes: ["video/mp2t"],
          formats: Self.usual)
      case .trueAudio:
        Names(
          title: "TTA", extensions: ["tta"], mimeTypes: ["audio/x-tta"], formats: [0x5454_4131])
      case .trueHD:
        Names(
          title: "Dolby TrueHD", extensions: ["thd"], mimeTypes: ["audio/vnd.dolby.mlp"],
          formats: [0x6D6C_7061])
      case .wavPack:
        Names(
          title: "WavPack", extensions: ["wv"], mimeTypes: ["audio/x-wavpack"],
          formats: [0x7776_706B])
      case .ogg, .waveform: nil
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
