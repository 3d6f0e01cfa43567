public import AudioToolbox
internal import Foundation

/// The role of each channel in audio.
// Unchecked: the initializer sets all state, and the memory never changes afterwards.
@safe open class AVAudioChannelLayout: NSObject, @unchecked Sendable {
  /// The layout as a value.
  let value: ManagedAudioChannelLayout
  private let memory: KeptMemory

  /// Makes a layout from a tag.
  ///
  /// Fails if the tag is unknown, or if it refers to a bitmap or to descriptions.
  ///
  /// - Parameter layoutTag: A tag that defines the channels by itself.
  public convenience init?(layoutTag: AudioChannelLayoutTag) {
    let value = ManagedAudioChannelLayout(tag: layoutTag)
    guard layoutTag > kAudioChannelLayoutTag_UseChannelBitmap, value.isValid else { return nil }
    self.init(value)
  }

  /// Makes a layout from a layout in memory, which is copied.
  ///
  /// If the layout has descriptions and a tag defines the same channels, the new layout uses the
  /// tag.
  public convenience init(layout: UnsafePointer<AudioChannelLayout>) {
    // Safe: the caller guarantees that the layout is valid, and the layout is copied.
    let value = unsafe ManagedAudioChannelLayout(
      audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer(layout), deallocator: { _ in })
    self.init(value.withPlainestTag())
  }

  init(_ value: ManagedAudioChannelLayout) {
    self.value = value
    memory = KeptMemory(value.bytes)
    super.init()
  }

  deinit {
    memory.release()
  }

  /// The tag, which defines the channels or refers to a bitmap or to descriptions.
  public var layoutTag: AudioChannelLayoutTag { value.tag }

  /// The layout in memory, valid for the lifetime of the object and a while longer.
  public var layout: UnsafePointer<AudioChannelLayout> {
    unsafe memory.pointer(to: AudioChannelLayout.self)
  }

  /// The number of channels.
  public var channelCount: AVAudioChannelCount { AVAudioChannelCount(value.numberOfChannels) }

  /// Whether the object is a layout of the same channels.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioChannelLayout else { return false }
    return value == other.value
  }

  /// A hash that is equal for layouts of the same channels.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(value.tag)
    hasher.combine(value.numberOfChannels)
    return hasher.finalize()
  }

  /// The class, the tag, and the number of channels.
  open override var description: String {
    let tag = String(layoutTag, radix: 16)
    return "<AVAudioChannelLayout \(address(of: self)): tag 0x\(tag), \(channelCount) ch>"
  }
}

extension ManagedAudioChannelLayout {
  /// The same layout as a tag if one exists for its descriptions.
  fileprivate func withPlainestTag() -> ManagedAudioChannelLayout {
    guard tag == kAudioChannelLayoutTag_UseChannelDescriptions,
      let tag = plainestTag
    else { return self }
    return ManagedAudioChannelLayout(tag: tag)
  }

  /// The simplest tag for these channels, or `nil` if no tag matches.
  private var plainestTag: AudioChannelLayoutTag? {
    var tag: AudioChannelLayoutTag = 0
    var size = UInt32(MemoryLayout.size(ofValue: tag))
    let status = unsafe withUnsafePointer { layout in
      unsafe AudioFormatGetProperty(
        kAudioFormatProperty_TagForChannelLayout, UInt32(sizeInBytes), layout, &size, &tag)
    }
    return status == noErr ? tag : nil
  }

  /// Whether the layout is known.
  fileprivate var isValid: Bool {
    unsafe withUnsafePointer { layout in
      unsafe AudioFormatGetProperty(
        kAudioFormatProperty_ValidateChannelLayout, UInt32(sizeInBytes), layout, nil, nil)
    } == noErr
  }

  /// The bytes of the layout in memory.
  fileprivate var bytes: [UInt8] {
    unsafe withUnsafePointer { source in
      // A layout always has room for one description.
      let byteCount = max(sizeInBytes, MemoryLayout<AudioChannelLayout>.size)
      // Safe: `source` has this many bytes, by the same rule.
      return unsafe Array(UnsafeRawBufferPointer(start: source, count: byteCount))
    }
  }
}

/// The address of an object, as descriptions show it.
func address(of object: AnyObject) -> String {
  "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
}
