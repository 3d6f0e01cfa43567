public import CAudioToolbox

extension AudioChannelDescription: @retroactive Equatable {
  /// Returns whether two channels have the same label, flags, and coordinates.
  public static func == (lhs: AudioChannelDescription, rhs: AudioChannelDescription) -> Bool {
    lhs.mChannelLabel == rhs.mChannelLabel && lhs.mChannelFlags == rhs.mChannelFlags
      && lhs.mCoordinates == rhs.mCoordinates
  }

  /// A channel with an unknown label.
  static let unknown = AudioChannelDescription(
    mChannelLabel: kAudioChannelLabel_Unknown, mChannelFlags: [], mCoordinates: (0, 0, 0))
}
