internal import AudioModel
internal import AudioProcessing
internal import CoreAudioTypes

// Speaker levels.
extension AudioFormatAnswers {
  /// The value of a speaker level property, or `nil` for other properties.
  static func levelValue(
    of property: AudioFormatPropertyID, _ specifier: AudioFormatSpecifier
  ) throws(StatusError) -> PropertyValue? {
    switch property {
    case kAudioFormatProperty_PanningMatrix:
      return PropertyValue(list: try unsafe panning(try unsafe specifier.load()))
    case kAudioFormatProperty_BalanceFade:
      return PropertyValue(list: try unsafe balance(try unsafe specifier.load()))
    default: return nil
    }
  }

  private static func panning(_ info: AudioPanningInfo) throws(StatusError) -> [Float] {
    let law: Panning.Law
    switch unsafe info.mPanningMode {
    case .panningMode_SoundField: law = .soundField
    case .panningMode_VectorBasedPanning: law = .speakerPair
    default: throw StatusError(kAudio_ParamError)
    }
    let axes = unsafe info.mCoordinates
    let gain = unsafe info.mGainScale
    guard
      let sound = unsafe SpeakerPlace(
        SIMD3(axes.0, axes.1, axes.2), flags: info.mCoordinateFlags), gain.isFinite
    else { throw StatusError(kAudio_ParamError) }
    let speakers = try unsafe places(info.mOutputChannelMap)
    guard let levels = Panning.levels(of: sound.azimuth, among: speakers, law) else {
      throw StatusError(kAudioFormatUnsupportedDataFormatError)
    }
    return levels.map { $0 * gain }
  }

  private static func balance(_ fade: AudioBalanceFade) throws(StatusError) -> [Float] {
    let law: Balance.Law
    switch unsafe fade.mType {
    case .maxUnityGain: law = .greatestUnity
    case .equalPower: law = .equalPower
    default: throw StatusError(kAudio_ParamError)
    }
    let (leftRight, backFront) = unsafe (fade.mLeftRightBalance, fade.mBackFrontFade)
    guard -1...1 ~= leftRight, -1...1 ~= backFront else { throw StatusError(kAudio_ParamError) }
    return Balance.levels(
      leftRight: leftRight, backFront: backFront, among: try unsafe places(fade.mChannelLayout), law
    )
  }

  /// The positions of the channels in a client's layout.
  private static func places(
    _ layout: UnsafePointer<AudioChannelLayout>
  ) throws(StatusError) -> [SpeakerPlace?] {
    guard UInt(bitPattern: layout) != 0 else { throw StatusError(kAudio_ParamError) }
    return try unsafe spelledOut(ChannelLayout(layout)).descriptions.map { SpeakerPlace($0) }
  }
}
