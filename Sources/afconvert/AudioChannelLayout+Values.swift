import AudioToolbox

extension AudioChannelLayout {
  /// The layout that starts a value of a property; `nil` where the bytes are too few.
  init?(bytes: [UInt8]) {
    self.init()
    let needed = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 0
    guard bytes.count >= needed else { return nil }
    withUnsafeMutableBytes(of: &self) { $0.copyBytes(from: bytes.prefix($0.count)) }
  }

  /// The value of a property for a layout without descriptions.
  var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }

  /// The labels of the channels of a layout that is told by its tag, in ascending order; none where they are not known.
  var labels: [AudioChannelLabel] {
    var tag = mChannelLayoutTag
    let tagSize = UInt32(MemoryLayout<AudioChannelLayoutTag>.size)
    let property = kAudioFormatProperty_ChannelLayoutForTag
    var size: UInt32 = 0
    guard AudioFormatGetPropertyInfo(property, tagSize, &tag, &size) == noErr else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioFormatGetProperty(property, tagSize, &tag, &size, &bytes) == noErr,
      let layout = AudioChannelLayout(bytes: bytes)
    else { return [] }
    let start = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 0
    let stride = MemoryLayout<AudioChannelDescription>.stride
    let count = min(Int(layout.mNumberChannelDescriptions), (bytes.count - start) / stride)
    return (0..<count).map { index in
      bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: start + index * stride, as: AudioChannelLabel.self)
      }
    }.sorted()
  }
}
