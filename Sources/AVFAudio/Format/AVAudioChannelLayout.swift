public import AudioToolbox
internal import Foundation

/// What each channel of audio carries.
// Unchecked: all is set while making the object, and the memory is never written again.
@safe open class AVAudioChannelLayout: NSObject, @unchecked Sendable {
  /// The layout by value.
  let value: ManagedAudioChannelLayout
  private let memory: KeptMemory

  /// Makes a layout of a tag.
  ///
  /// Fails where the tag is not known, or says that a bitmap or descriptions count.
  ///
  /// - Parameter layoutTag: A tag that tells the channels itself.
  public convenience init?(layoutTag: AudioChannelLayoutTag) {
    let value = ManagedAudioChannelLayout(tag: layoutTag)
    guard layoutTag > kAudioChannelLayoutTag_UseChannelBitmap, value.isValid else { return nil }
    self.init(value)
  }

  /// Makes a layout of one in memory, which is copied.
  ///
  /// Where descriptions count and a tag stands for the same channels, the layout has that tag.
  public convenience init(layout: UnsafePointer<AudioChannelLayout>) {
    // Safe: the caller vouches for the layout, which is copied.
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

  /// The tag, which tells the channels or that a bitmap or descriptions do.
  public var layoutTag: AudioChannelLayoutTag { value.tag }

  /// The layout in memory, as long as the object lives, and a while longer.
  public var layout: UnsafePointer<AudioChannelLayout> {
    unsafe memory.pointer(to: AudioChannelLayout.self)
  }

  /// The number of channels.
  public var channelCount: AVAudioChannelCount { AVAudioChannelCount(value.numberOfChannels) }

  /// Whether an object is a layout of the same channels.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioChannelLayout else { return false }
    return value == other.value
  }

  /// Equal for layouts of the same channels.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(value.tag)
    hasher.combine(value.numberOfChannels)
    return hasher.finalize()
  }

  /// The class, the tag and the number of channels.
  open override var description: String {
    let tag = String(layoutTag, radix: 16)
    return "<AVAudioChannelLayout \(address(of: self)): tag 0x\(tag), \(channelCount) ch>"
  }
}

extension ManagedAudioChannelLayout {
  /// The same channels by a tag, where descriptions count and one stands for them.
  fileprivate func withPlainestTag() -> ManagedAudioChannelLayout {
    guard tag == kAudioChannelLayoutTag_UseChannelDescriptions,
      let tag = plainestTag
    else { return self }
    return ManagedAudioChannelLayout(tag: tag)
  }

  /// The plainest tag that stands for the channels, or nil where there is none.
  private var plainestTag: AudioChannelLayoutTag? {
    var tag: AudioChannelLayoutTag = 0
    var size = UInt32(MemoryLayout.size(ofValue: tag))
    let status = unsafe withUnsafePointer { layout in
      unsafe AudioFormatGetProperty(
        kAudioFormatProperty_TagForChannelLayout, UInt32(sizeInBytes), layout, &size, &tag)
    }
    return status == noErr ? tag : nil
  }

  /// Whether the layout is one that is known.
  fileprivate var isValid: Bool {
    unsafe withUnsafePointer { layout in
      unsafe AudioFormatGetProperty(
        kAudioFormatProperty_ValidateChannelLayout, UInt32(sizeInBytes), layout, nil, nil)
    } == noErr
  }

  /// The layout as it is in memory.
  fileprivate var bytes: [UInt8] {
    unsafe withUnsafePointer { source in
      // A layout has room for one description in any case.
      let byteCount = max(sizeInBytes, MemoryLayout<AudioChannelLayout>.size)
      // Safe: source has as many bytes, by the same rule.
      return unsafe Array(UnsafeRawBufferPointer(start: source, count: byteCount))
    }
  }
}

/// Where an object is, as descriptions show it.
func address(of object: AnyObject) -> String {
  "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
}
