internal import AudioModel
internal import CoreAudioTypes

extension ChannelLayout {
  /// Converts Apple's structure to a layout.
  ///
  /// - Throws: `kExtAudioFileError_InvalidChannelMap` if the number of channels differs.
  init(
    _ layout: UnsafePointer<AudioChannelLayout>, channelCount: Int
  ) throws(StatusError) {
    let head = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
    let size = MemoryLayout<AudioChannelDescription>.stride
    // Safe: the client guarantees a layout with the stated number of descriptions.
    let count = unsafe Int(layout.pointee.mNumberChannelDescriptions)
    let value = unsafe SettingValue(
      memory: UnsafeRawPointer(layout), byteCount: head + count * size)
    self = try value.channelLayout()
    guard self.channelCount == channelCount else {
      throw StatusError(kExtAudioFileError_InvalidChannelMap)
    }
  }
}
