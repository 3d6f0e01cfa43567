// Pictures cannot be encoded. `AVAssetExportSession.init(asset:presetName:)` returns `nil` for
// these presets, and the lists of presets do not contain them.

/// H.264 video of 640 by 480 pixels; no session can be made.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 video of 960 by 540 pixels; no session can be made.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 video of 1280 by 720 pixels; no session can be made.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 video of 1920 by 1080 pixels; no session can be made.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 video of 3840 by 2160 pixels; no session can be made.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC video at the highest bit rate; no session can be made.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC video with transparency at the highest bit rate; no session can be made.
public let AVAssetExportPresetHEVCHighestQualityWithAlpha =
  "AVAssetExportPresetHEVCHighestQualityWithAlpha"
/// HEVC video of 1920 by 1080 pixels; no session can be made.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC video of 1920 by 1080 pixels with transparency; no session can be made.
public let AVAssetExportPresetHEVC1920x1080WithAlpha = "AVAssetExportPresetHEVC1920x1080WithAlpha"
/// HEVC video of 3840 by 2160 pixels; no session can be made.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// HEVC video of 3840 by 2160 pixels with transparency; no session can be made.
public let AVAssetExportPresetHEVC3840x2160WithAlpha = "AVAssetExportPresetHEVC3840x2160WithAlpha"
/// HEVC video of 4320 by 2160 pixels; no session can be made.
public let AVAssetExportPresetHEVC4320x2160 = "AVAssetExportPresetHEVC4320x2160"
/// MV-HEVC video of 960 by 960 pixels; no session can be made.
public let AVAssetExportPresetMVHEVC960x960 = "AVAssetExportPresetMVHEVC960x960"
/// MV-HEVC video of 1440 by 1440 pixels; no session can be made.
public let AVAssetExportPresetMVHEVC1440x1440 = "AVAssetExportPresetMVHEVC1440x1440"
/// MV-HEVC video of 4320 by 4320 pixels; no session can be made.
public let AVAssetExportPresetMVHEVC4320x4320 = "AVAssetExportPresetMVHEVC4320x4320"
/// MV-HEVC video of 7680 by 7680 pixels; no session can be made.
public let AVAssetExportPresetMVHEVC7680x7680 = "AVAssetExportPresetMVHEVC7680x7680"
/// An M4V file for cellular networks; no session can be made.
public let AVAssetExportPresetAppleM4VCellular = "AVAssetExportPresetAppleM4VCellular"
/// An M4V file for an iPod; no session can be made.
public let AVAssetExportPresetAppleM4ViPod = "AVAssetExportPresetAppleM4ViPod"
/// An M4V file with 480 lines; no session can be made.
public let AVAssetExportPresetAppleM4V480pSD = "AVAssetExportPresetAppleM4V480pSD"
/// An M4V file for an Apple TV; no session can be made.
public let AVAssetExportPresetAppleM4VAppleTV = "AVAssetExportPresetAppleM4VAppleTV"
/// An M4V file for wireless networks; no session can be made.
public let AVAssetExportPresetAppleM4VWiFi = "AVAssetExportPresetAppleM4VWiFi"
/// An M4V file with 720 lines; no session can be made.
public let AVAssetExportPresetAppleM4V720pHD = "AVAssetExportPresetAppleM4V720pHD"
/// An M4V file with 1080 lines; no session can be made.
public let AVAssetExportPresetAppleM4V1080pHD = "AVAssetExportPresetAppleM4V1080pHD"
/// ProRes 422 video with linear PCM; no session can be made.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444 video with linear PCM; no session can be made.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"
