import AudioToolbox

/// What layout tags are known, and the channels of some.
enum ChannelLayoutTags {
  /// Whether a tag is that of a layout, with as many channels as it tells.
  static func isKnown(_ tag: AudioChannelLayoutTag) -> Bool {
    counted.contains(tag & 0xFFFF_0000) ? tag & 0xFFFF > 0 : named.contains(tag)
  }

  /// The tag of the layout with these channels in this order, where there is one.
  static func tag(labels: [AudioChannelLabel]) -> AudioChannelLayoutTag? {
    orders.first { $0.labels == labels }?.tag
  }

  /// The channels of a tag, where they are among the common ones.
  static func labels(tag: AudioChannelLayoutTag) -> [AudioChannelLabel]? {
    orders.first { $0.tag == tag }?.labels
  }

  /// Tags that a number of channels is added to.
  private static let counted: Set<AudioChannelLayoutTag> = [
    kAudioChannelLayoutTag_DiscreteInOrder, kAudioChannelLayoutTag_HOA_ACN_SN3D,
    kAudioChannelLayoutTag_HOA_ACN_N3D, kAudioChannelLayoutTag_Unknown,
  ]

  /// The common orders, each with the plainest of the tags that stand for it.
  private static let orders: [(tag: AudioChannelLayoutTag, labels: [AudioChannelLabel])] = [
    (kAudioChannelLayoutTag_Mono, [kAudioChannelLabel_Mono]),
    (kAudioChannelLayoutTag_Mono, [center]),
    (kAudioChannelLayoutTag_Stereo, [left, right]),
    (
      kAudioChannelLayoutTag_StereoHeadphones,
      [kAudioChannelLabel_HeadphonesLeft, kAudioChannelLabel_HeadphonesRight]
    ),
    (kAudioChannelLayoutTag_MPEG_3_0_A, [left, right, center]),
    (kAudioChannelLayoutTag_MPEG_3_0_B, [center, left, right]),
    (kAudioChannelLayoutTag_ITU_2_1, [left, right, centerSurround]),
    (kAudioChannelLayoutTag_Quadraphonic, [left, right, leftSurround, rightSurround]),
    (kAudioChannelLayoutTag_MPEG_4_0_A, [left, right, center, centerSurround]),
    (kAudioChannelLayoutTag_MPEG_4_0_B, [center, left, right, centerSurround]),
    (kAudioChannelLayoutTag_MPEG_5_0_A, [left, right, center, leftSurround, rightSurround]),
    (kAudioChannelLayoutTag_MPEG_5_0_B, [left, right, leftSurround, rightSurround, center]),
    (kAudioChannelLayoutTag_MPEG_5_0_C, [left, center, right, leftSurround, rightSurround]),
    (kAudioChannelLayoutTag_MPEG_5_0_D, [center, left, right, leftSurround, rightSurround]),
    (kAudioChannelLayoutTag_MPEG_5_1_A, [left, right, center, lfe, leftSurround, rightSurround]),
    (kAudioChannelLayoutTag_MPEG_5_1_B, [left, right, leftSurround, rightSurround, center, lfe]),
    (kAudioChannelLayoutTag_MPEG_5_1_C, [left, center, right, leftSurround, rightSurround, lfe]),
    (kAudioChannelLayoutTag_MPEG_5_1_D, [center, left, right, leftSurround, rightSurround, lfe]),
    (
      kAudioChannelLayoutTag_MPEG_6_1_A,
      [left, right, center, lfe, leftSurround, rightSurround, centerSurround]
    ),
    (
      kAudioChannelLayoutTag_MPEG_7_1_A,
      [left, right, center, lfe, leftSurround, rightSurround, leftCenter, rightCenter]
    ),
    (
      kAudioChannelLayoutTag_MPEG_7_1_B,
      [center, leftCenter, rightCenter, left, right, leftSurround, rightSurround, lfe]
    ),
    (
      kAudioChannelLayoutTag_MPEG_7_1_C,
      [left, right, center, lfe, leftSurround, rightSurround, rearLeft, rearRight]
    ),
  ]

  private static let left = kAudioChannelLabel_Left
  private static let right = kAudioChannelLabel_Right
  private static let center = kAudioChannelLabel_Center
  private static let lfe = kAudioChannelLabel_LFEScreen
  private static let leftSurround = kAudioChannelLabel_LeftSurround
  private static let rightSurround = kAudioChannelLabel_RightSurround
  private static let centerSurround = kAudioChannelLabel_CenterSurround
  private static let leftCenter = kAudioChannelLabel_LeftCenter
  private static let rightCenter = kAudioChannelLabel_RightCenter
  private static let rearLeft = kAudioChannelLabel_RearSurroundLeft
  private static let rearRight = kAudioChannelLabel_RearSurroundRight

  /// Tags of a fixed number of channels, once each.
  private static let named: Set<AudioChannelLayoutTag> = [
    kAudioChannelLayoutTag_Mono,
    kAudioChannelLayoutTag_Stereo,
    kAudioChannelLayoutTag_StereoHeadphones,
    kAudioChannelLayoutTag_MatrixStereo,
    kAudioChannelLayoutTag_MidSide,
    kAudioChannelLayoutTag_XY,
    kAudioChannelLayoutTag_Binaural,
    kAudioChannelLayoutTag_Ambisonic_B_Format,
    kAudioChannelLayoutTag_Quadraphonic,
    kAudioChannelLayoutTag_Pentagonal,
    kAudioChannelLayoutTag_Hexagonal,
    kAudioChannelLayoutTag_Octagonal,
    kAudioChannelLayoutTag_Cube,
    kAudioChannelLayoutTag_MPEG_3_0_A,
    kAudioChannelLayoutTag_MPEG_3_0_B,
    kAudioChannelLayoutTag_MPEG_4_0_A,
    kAudioChannelLayoutTag_MPEG_4_0_B,
    kAudioChannelLayoutTag_MPEG_5_0_A,
    kAudioChannelLayoutTag_MPEG_5_0_B,
    kAudioChannelLayoutTag_MPEG_5_0_C,
    kAudioChannelLayoutTag_MPEG_5_0_D,
    kAudioChannelLayoutTag_MPEG_5_1_A,
    kAudioChannelLayoutTag_MPEG_5_1_B,
    kAudioChannelLayoutTag_MPEG_5_1_C,
    kAudioChannelLayoutTag_MPEG_5_1_D,
    kAudioChannelLayoutTag_MPEG_6_1_A,
    kAudioChannelLayoutTag_MPEG_7_1_A,
    kAudioChannelLayoutTag_MPEG_7_1_B,
    kAudioChannelLayoutTag_MPEG_7_1_C,
    kAudioChannelLayoutTag_Emagic_Default_7_1,
    kAudioChannelLayoutTag_SMPTE_DTV,
    kAudioChannelLayoutTag_ITU_2_1,
    kAudioChannelLayoutTag_ITU_2_2,
    kAudioChannelLayoutTag_DVD_4,
    kAudioChannelLayoutTag_DVD_5,
    kAudioChannelLayoutTag_DVD_6,
    kAudioChannelLayoutTag_DVD_10,
    kAudioChannelLayoutTag_DVD_11,
    kAudioChannelLayoutTag_DVD_18,
    kAudioChannelLayoutTag_AudioUnit_6_0,
    kAudioChannelLayoutTag_AudioUnit_7_0,
    kAudioChannelLayoutTag_AudioUnit_7_0_Front,
    kAudioChannelLayoutTag_AAC_6_0,
    kAudioChannelLayoutTag_AAC_6_1,
    kAudioChannelLayoutTag_AAC_7_0,
    kAudioChannelLayoutTag_AAC_7_1_B,
    kAudioChannelLayoutTag_AAC_7_1_C,
    kAudioChannelLayoutTag_AAC_Octagonal,
    kAudioChannelLayoutTag_TMH_10_2_std,
    kAudioChannelLayoutTag_TMH_10_2_full,
    kAudioChannelLayoutTag_AC3_1_0_1,
    kAudioChannelLayoutTag_AC3_3_0,
    kAudioChannelLayoutTag_AC3_3_1,
    kAudioChannelLayoutTag_AC3_3_0_1,
    kAudioChannelLayoutTag_AC3_2_1_1,
    kAudioChannelLayoutTag_AC3_3_1_1,
    kAudioChannelLayoutTag_EAC_6_0_A,
    kAudioChannelLayoutTag_EAC_7_0_A,
    kAudioChannelLayoutTag_EAC3_6_1_A,
    kAudioChannelLayoutTag_EAC3_6_1_B,
    kAudioChannelLayoutTag_EAC3_6_1_C,
    kAudioChannelLayoutTag_EAC3_7_1_A,
    kAudioChannelLayoutTag_EAC3_7_1_B,
    kAudioChannelLayoutTag_EAC3_7_1_C,
    kAudioChannelLayoutTag_EAC3_7_1_D,
    kAudioChannelLayoutTag_EAC3_7_1_E,
    kAudioChannelLayoutTag_EAC3_7_1_F,
    kAudioChannelLayoutTag_EAC3_7_1_G,
    kAudioChannelLayoutTag_EAC3_7_1_H,
    kAudioChannelLayoutTag_DTS_3_1,
    kAudioChannelLayoutTag_DTS_4_1,
    kAudioChannelLayoutTag_DTS_6_0_A,
    kAudioChannelLayoutTag_DTS_6_0_B,
    kAudioChannelLayoutTag_DTS_6_0_C,
    kAudioChannelLayoutTag_DTS_6_1_A,
    kAudioChannelLayoutTag_DTS_6_1_B,
    kAudioChannelLayoutTag_DTS_6_1_C,
    kAudioChannelLayoutTag_DTS_7_0,
    kAudioChannelLayoutTag_DTS_7_1,
    kAudioChannelLayoutTag_DTS_8_0_A,
    kAudioChannelLayoutTag_DTS_8_0_B,
    kAudioChannelLayoutTag_DTS_8_1_A,
    kAudioChannelLayoutTag_DTS_8_1_B,
    kAudioChannelLayoutTag_DTS_6_1_D,
    kAudioChannelLayoutTag_WAVE_4_0_B,
    kAudioChannelLayoutTag_WAVE_5_0_B,
    kAudioChannelLayoutTag_WAVE_5_1_B,
    kAudioChannelLayoutTag_WAVE_6_1,
    kAudioChannelLayoutTag_WAVE_7_1,
    kAudioChannelLayoutTag_Atmos_5_1_2,
    kAudioChannelLayoutTag_Atmos_5_1_4,
    kAudioChannelLayoutTag_Atmos_7_1_2,
    kAudioChannelLayoutTag_Atmos_7_1_4,
    kAudioChannelLayoutTag_Atmos_9_1_6,
    kAudioChannelLayoutTag_Logic_4_0_C,
    kAudioChannelLayoutTag_Logic_6_0_B,
    kAudioChannelLayoutTag_Logic_6_1_B,
    kAudioChannelLayoutTag_Logic_6_1_D,
    kAudioChannelLayoutTag_Logic_7_1_B,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_4_B,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_6,
    kAudioChannelLayoutTag_CICP_13,
    kAudioChannelLayoutTag_CICP_14,
    kAudioChannelLayoutTag_CICP_15,
    kAudioChannelLayoutTag_CICP_16,
    kAudioChannelLayoutTag_CICP_17,
    kAudioChannelLayoutTag_CICP_18,
    kAudioChannelLayoutTag_CICP_19,
    kAudioChannelLayoutTag_CICP_20,
    kAudioChannelLayoutTag_Ogg_5_0,
    kAudioChannelLayoutTag_Ogg_5_1,
    kAudioChannelLayoutTag_Ogg_6_1,
    kAudioChannelLayoutTag_Ogg_7_1,
    kAudioChannelLayoutTag_MPEG_6_1_B,
    kAudioChannelLayoutTag_MPEG_5_0_E,
    kAudioChannelLayoutTag_MPEG_7_1_D,
    kAudioChannelLayoutTag_MPEG_5_1_E,
  ]
}
