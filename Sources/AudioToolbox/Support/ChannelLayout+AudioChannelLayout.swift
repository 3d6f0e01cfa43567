internal import AudioModel
internal import CoreAudioTypes

extension ChannelLayout {
  /// The same layout as Apple's structure says.
  ///
  /// - Throws: `kExtAudioFileError_InvalidChannelMap`, where it is one of another number of channels.
  init(
    _ layout: UnsafePointer<AudioChannelLayout>, channelCount: Int
  ) throws(StatusError) {
    let head = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
    let size = MemoryLayout<AudioChannelDescription>.stride
    // Safe: the client vouches for a layout with as many descriptions as it says.
    let count = unsafe Int(layout.pointee.mNumberChannelDescriptions)
    let value = unsafe SettingValue(
      memory: UnsafeRawPointer(layout), byteCount: head + count * size)
    self = try unsafe value.channelLayout()
    guard self.channelCount == channelCount else {
      throw StatusError(kExtAudioFileError_InvalidChannelMap)
    }
  }
}
