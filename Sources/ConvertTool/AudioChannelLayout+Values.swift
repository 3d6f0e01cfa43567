import AudioToolbox

extension AudioChannelLayout {
  /// Reads the layout at the start of a property value; returns `nil` if it is too short.
  init?(bytes: [UInt8]) {
    self.init()
    let needed = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 0
    guard bytes.count >= needed else { return nil }
    withUnsafeMutableBytes(of: &self) { $0.copyBytes(from: bytes.prefix($0.count)) }
  }

  /// The property value for a layout without descriptions.
  var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }

  /// The channel labels of a layout in order; empty if they are unknown.
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

  /// The layout of a tag or bitmap as descriptions; empty if it is unknown.
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
