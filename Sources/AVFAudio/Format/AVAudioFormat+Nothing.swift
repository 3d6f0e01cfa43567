extension AVAudioFormat {
  /// The format of players and recorders without a file: two channels at 44,100 Hz.
  static let ofNothing: AVAudioFormat = {
    guard let made = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2) else {
      preconditionFailure("the standard stereo format cannot be created")
    }
    return made
  }()
}
