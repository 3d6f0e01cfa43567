internal import AudioToolbox
public import CoreMedia
internal import Foundation

extension AVAudioFormat {
  /// Makes a format from a description of Core Media.
  ///
  /// More than two channels without a layout become discrete channels.
  ///
  /// - Parameter formatDescription: A description of audio. For other media, the call traps.
  public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
    guard let description = formatDescription.audioStreamBasicDescription else {
      preconditionFailure("AVAudioFormat needs a format description of audio")
    }
    let count = description.mChannelsPerFrame
    let isDiscrete = count > 2 && formatDescription.audioChannelLayout == nil
    let discrete = ManagedAudioChannelLayout(
      tag: kAudioChannelLayoutTag_DiscreteInOrder | count & 0xFFFF)
    let layout = isDiscrete ? discrete : formatDescription.audioChannelLayout
    self.init(description, layout.map(AVAudioChannelLayout.init))
    magicCookie = formatDescription.magicCookie
  }

  /// The format as a description of Core Media, with the layout and the codec configuration.
  public var formatDescription: CMAudioFormatDescription {
    CMFormatDescription(
      basicDescription, layout: channelLayout?.value.memory ?? [],
      cookie: magicCookie.map { [UInt8]($0) } ?? [], extensions: nil)
  }
}

extension ManagedAudioChannelLayout {
  /// The bytes of the layout up to its last description.
  fileprivate var memory: [UInt8] {
    unsafe withUnsafePointer { layout in
      // Safe: the layout has this size.
      unsafe Array(UnsafeRawBufferPointer(start: layout, count: sizeInBytes))
    }
  }
}
