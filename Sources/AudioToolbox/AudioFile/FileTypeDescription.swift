internal import AudioContainers
internal import AudioModel
internal import CoreAudioTypes

/// The static facts about a file type, known without opening a file.
struct FileTypeDescription: Sendable {
  var type: AudioFileTypeID
  var name: String
  /// The file name extensions without a dot, the most common one first.
  var extensions: [String]
  var uniformTypeIdentifiers: [String]
  var mimeTypes: [String]
  /// The type codes of the old Macintosh file system.
  var typeCodes: [UInt32]
  /// The readable audio formats.
  var formats: [AudioFormatID]

  /// The readable types.
  ///
  /// `WriterTable` lists the writable types.
  static let readable: [FileTypeDescription] = own + libraries

  private static let own: [FileTypeDescription] = [
    FileTypeDescription(
      type: kAudioFileWAVEType, name: "WAVE", extensions: ["wav", "wave", "bwf"],
      uniformTypeIdentifiers: ["com.microsoft.waveform-audio"],
      mimeTypes: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
      typeCodes: [kAudioFileWAVEType, 0x2E57_4156], formats: waveFormats),
    FileTypeDescription(
      type: kAudioFileRF64Type, name: "RF64", extensions: ["wav", "rf64"],
      uniformTypeIdentifiers: ["com.microsoft.waveform-audio"],
      mimeTypes: ["audio/wav", "audio/x-wav"], typeCodes: [], formats: waveFormats),
    FileTypeDescription(
      type: kAudioFileBW64Type, name: "BW64", extensions: ["wav", "bw64"],
      uniformTypeIdentifiers: ["com.microsoft.waveform-audio"],
      mimeTypes: ["audio/wav", "audio/x-wav"], typeCodes: [], formats: waveFormats),
    FileTypeDescription(
      type: kAudioFileMP3Type, name: "MPEG Layer 3", extensions: ["mp3", "mpga", "mpg3"],
      uniformTypeIdentifiers: ["public.mp3"],
      mimeTypes: ["audio/mpeg", "audio/mp3", "audio/mpg", "audio/x-mpeg", "audio/x-mp3"],
      typeCodes: [kAudioFileMP3Type, 0x6D70_6733, 0x4D50_3320],
      formats: [kAudioFormatMPEGLayer3]),
    FileTypeDescription(
      type: kAudioFileMP2Type, name: "MPEG Layer 2", extensions: ["mp2", "mpa"],
      uniformTypeIdentifiers: ["public.mp2"], mimeTypes: ["audio/mpeg", "audio/x-mpeg"],
      typeCodes: [kAudioFileMP2Type], formats: [kAudioFormatMPEGLayer2]),
    FileTypeDescription(
      type: kAudioFileMP1Type, name: "MPEG Layer 1", extensions: ["mp1", "mpa"],
      uniformTypeIdentifiers: ["public.mp1"], mimeTypes: ["audio/mpeg", "audio/x-mpeg"],
      typeCodes: [kAudioFileMP1Type], formats: [kAudioFormatMPEGLayer1]),
    FileTypeDescription(
      type: kAudioFileAAC_ADTSType, name: "AAC ADTS", extensions: ["aac", "adts"],
      uniformTypeIdentifiers: ["public.aac-audio"],
      mimeTypes: ["audio/aac", "audio/aacp", "audio/x-aac"],
      typeCodes: [kAudioFileAAC_ADTSType], formats: [kAudioFormatMPEG4AAC]),
    FileTypeDescription(
      type: kAudioFileCAFType, name: "CAF", extensions: ["caf"],
      uniformTypeIdentifiers: ["com.apple.coreaudio-format"], mimeTypes: ["audio/x-caf"],
      typeCodes: [kAudioFileCAFType],
      formats: movieFormats + [kAudioFormatiLBC]),
    FileTypeDescription(
      type: kAudioFileAIFFType, name: "AIFF", extensions: ["aif", "aiff"],
      uniformTypeIdentifiers: ["public.aiff-audio"], mimeTypes: ["audio/aiff", "audio/x-aiff"],
      typeCodes: [kAudioFileAIFFType], formats: [kAudioFormatLinearPCM]),
    FileTypeDescription(
      type: kAudioFileAIFCType, name: "AIFC", extensions: ["aifc", "aif", "aiff"],
      uniformTypeIdentifiers: ["public.aifc-audio"],
      mimeTypes: ["audio/aiff", "audio/x-aiff", "audio/x-aifc"], typeCodes: [kAudioFileAIFCType],
      formats: waveFormats + [kAudioFormatAppleIMA4]),
    FileTypeDescription(
      type: kAudioFileNextType, name: "NeXT/Sun", extensions: ["au", "snd"],
      uniformTypeIdentifiers: ["public.au-audio"], mimeTypes: ["audio/basic", "audio/x-au"],
      typeCodes: [kAudioFileNextType], formats: waveFormats),
    FileTypeDescription(
      type: kAudioFileM4AType, name: "Apple MPEG-4 Audio", extensions: ["m4a", "m4r", "alac"],
      uniformTypeIdentifiers: ["com.apple.m4a-audio"],
      mimeTypes: ["audio/x-m4a", "audio/m4a", "audio/mp4"],
      typeCodes: [kAudioFileM4AType, 0x4D34_4120],
      formats: movieFormats),
    FileTypeDescription(
      type: kAudioFileM4BType, name: "Apple MPEG-4 AudioBooks", extensions: ["m4b"],
      uniformTypeIdentifiers: ["com.apple.protected-mpeg-4-audio-b"],
      mimeTypes: ["audio/x-m4b", "audio/m4b", "audio/mp4"],
      typeCodes: [kAudioFileM4BType, 0x4D34_4220],
      formats: movieFormats),
    FileTypeDescription(
      type: kAudioFileMPEG4Type, name: "MPEG-4 Audio", extensions: ["mp4", "mpg4"],
      uniformTypeIdentifiers: ["public.mpeg-4", "public.mpeg-4-audio"],
      mimeTypes: ["audio/mp4", "video/mp4"],
      typeCodes: [kAudioFileMPEG4Type, 0x6D70_6734], formats: movieFormats),
    FileTypeDescription(
      type: kAudioFile3GPType, name: "3GP Audio", extensions: ["3gp", "3gpp"],
      uniformTypeIdentifiers: ["public.3gpp"], mimeTypes: ["audio/3gpp", "video/3gpp"],
      typeCodes: [kAudioFile3GPType, 0x3367_7070], formats: movieFormats),
    FileTypeDescription(
      type: kAudioFile3GP2Type, name: "3GPP-2 Audio", extensions: ["3g2", "3gp2"],
      uniformTypeIdentifiers: ["public.3gpp2"], mimeTypes: ["audio/3gpp2", "video/3gpp2"],
      typeCodes: [kAudioFile3GP2Type, 0x3367_7032], formats: movieFormats),
    FileTypeDescription(
      type: kAudioFileFLACType, name: "FLAC", extensions: ["flac"],
      uniformTypeIdentifiers: ["org.xiph.flac"], mimeTypes: ["audio/flac", "audio/x-flac"],
      typeCodes: [], formats: [kAudioFormatFLAC]),
    FileTypeDescription(
      type: kAudioFileAC3Type, name: "AC-3", extensions: ["ac3", "eac3", "ec3"],
      uniformTypeIdentifiers: ["public.ac3-audio", "public.enhanced-ac3-audio"],
      mimeTypes: ["audio/ac3", "audio/eac3"], typeCodes: [kAudioFileAC3Type],
      formats: [kAudioFormatAC3, kAudioFormatEnhancedAC3]),
    FileTypeDescription(
      type: kAudioFileLATMInLOASType, name: "LATM in LOAS", extensions: ["loas", "latm"],
      uniformTypeIdentifiers: [],
      mimeTypes: ["audio/mp4a-latm"], typeCodes: [kAudioFileLATMInLOASType],
      formats: [kAudioFormatMPEG4AAC]),
    FileTypeDescription(
      type: kAudioFileAMRType, name: "AMR", extensions: ["amr", "awb"],
      uniformTypeIdentifiers: ["org.3gpp.adaptive-multi-rate-audio"],
      mimeTypes: ["audio/amr", "audio/amr-wb"], typeCodes: [kAudioFileAMRType],
      formats: [kAudioFormatAMR, kAudioFormatAMR_WB]),
    FileTypeDescription(
      type: oggType, name: "Ogg", extensions: ["ogg", "oga", "opus"],
      uniformTypeIdentifiers: ["org.xiph.ogg-audio"],
      mimeTypes: ["audio/ogg", "audio/opus", "audio/vorbis", "application/ogg"], typeCodes: [],
      formats: [kAudioFormatOpus, vorbisFormat, kAudioFormatFLAC]),
    FileTypeDescription(
      type: kAudioFileWave64Type, name: "Wave64", extensions: ["w64"], uniformTypeIdentifiers: [],
      mimeTypes: [], typeCodes: [], formats: waveFormats),
  ]

  /// `Oggf`, which Apple's systems use without a public name.
  private static let oggType: AudioFileTypeID = 0x4F67_6766
  /// `vorb`, a code specific to this project, because Apple's systems do not support Vorbis.
  private static let vorbisFormat: AudioFormatID = 0x766F_7262

  /// The formats readable from movies and CAF files.
  ///
  /// A writer supports fewer, depending on the brand.
  private static let movieFormats = [
    kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2,
    kAudioFormatMPEG4AAC_LD, kAudioFormatMPEG4AAC_ELD, kAudioFormatMPEGD_USAC,
    kAudioFormatAppleLossless, kAudioFormatAC3, kAudioFormatEnhancedAC3, kAudioFormatMPEGLayer1,
    kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3, kAudioFormatOpus, kAudioFormatFLAC,
    kAudioFormatAMR, kAudioFormatAMR_WB, kAudioFormatLinearPCM, kAudioFormatALaw,
    kAudioFormatULaw, kAudioFormatAppleIMA4,
  ]

  #if LibAV
    /// The types that libavformat reads and Core Audio does not name.
    private static let libraries: [FileTypeDescription] = LibraryFormat.allCases.compactMap {
      format in
      guard let names = format.names else { return nil }
      return FileTypeDescription(
        type: format.fileType.rawValue, name: names.title, extensions: names.extensions,
        uniformTypeIdentifiers: [], mimeTypes: names.mimeTypes, typeCodes: [],
        formats: names.formats)
    }
  #else
    private static let libraries: [FileTypeDescription] = []
  #endif

  private static let waveFormats = [
    kAudioFormatLinearPCM, kAudioFormatALaw, kAudioFormatULaw,
  ]
}
