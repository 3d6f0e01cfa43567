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

  /// The labels of the channels of a layout, in order; none where they are not known.
  static func labels(_ bytes: [UInt8]) -> [AudioChannelLabel] {
    let start = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 0
    let stride = MemoryLayout<AudioChannelDescription>.stride
    guard let layout = AudioChannelLayout(bytes: bytes) else { return [] }
    switch layout.mChannelLayoutTag {
    case kAudioChannelLayoutTag_UseChannelDescriptions:
      let count = min(Int(layout.mNumberChannelDescriptions), (bytes.count - start) / stride)
      return (0..<count).map { index in
        bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: start + index * stride, as: AudioChannelLabel.self)
        }
      }
    case kAudioChannelLayoutTag_UseChannelBitmap:
      return labels(
        spelledOut(kAudioFormatProperty_ChannelLayoutForBitmap, layout.mChannelBitmap.rawValue))
    case let tag: return labels(spelledOut(kAudioFormatProperty_ChannelLayoutForTag, tag))
    }
  }

  /// The layout of a tag or bitmap by descriptions; nothing where it is not known.
  private static func spelledOut(_ property: AudioFormatPropertyID, _ value: UInt32) -> [UInt8] {
    var value = value
    var size: UInt32 = 0
    guard AudioFormatGetPropertyInfo(property, 4, &value, &size) == noErr else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioFormatGetProperty(property, 4, &value, &size, &bytes) == noErr,
      AudioChannelLayout(bytes: bytes)?.mChannelLayoutTag
        == kAudioChannelLayoutTag_UseChannelDescriptions
    else { return [] }
    return bytes
  }
}
