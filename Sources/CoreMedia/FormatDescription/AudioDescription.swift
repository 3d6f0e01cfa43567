internal import CoreAudioTypes

/// The parts of an audio description, in memory that clients may borrow.
struct AudioDescription: Sendable {
  let format: AudioStreamBasicDescription
  /// The bytes of a channel layout; empty if unknown.
  let layout: [UInt8]
  /// The codec's configuration; empty if the codec needs none.
  let cookie: [UInt8]
  /// The formats of the packets, from the richest to the most compatible.
  let formats: [AudioFormatListItem]

  let formatMemory: KeptMemory
  let layoutMemory: KeptMemory
  let cookieMemory: KeptMemory
  let formatsMemory: KeptMemory

  init(_ format: AudioStreamBasicDescription, layout: [UInt8], cookie: [UInt8]) {
    self.format = format
    self.layout = layout
    self.cookie = cookie
    formatMemory = KeptMemory(Self.bytes(of: format))
    layoutMemory = KeptMemory(layout)
    cookieMemory = KeptMemory(cookie)
    formats = Self.formats(format, layout)
    // Safe: the items have their padding copied with them.
    formatsMemory = KeptMemory(unsafe formats.withUnsafeBytes { unsafe Array($0) })
  }

  /// Releases the memory; the owner calls this once, when it is deallocated.
  func release() {
    formatMemory.release()
    layoutMemory.release()
    cookieMemory.release()
    formatsMemory.release()
  }

  /// Returns whether two formats have the same members.
  func hasFormat(of other: AudioDescription) -> Bool {
    Self.bytes(of: format) == Self.bytes(of: other.format)
  }

  /// The formats that decoders with fewer tools make of the packets.
  ///
  /// Source: ISO/IEC 14496-3, 1.6.5: the tools double the rate, and make two channels of one.
  private static func formats(
    _ format: AudioStreamBasicDescription, _ layout: [UInt8]
  ) -> [AudioFormatListItem] {
    let stated = layout.prefix(4).reversed().reduce(0) { $0 << 8 | AudioChannelLayoutTag($1) }
    func item(_ format: AudioStreamBasicDescription) -> AudioFormatListItem {
      let tag: AudioChannelLayoutTag =
        switch format.mChannelsPerFrame {
        case 1: kAudioChannelLayoutTag_Mono
        case 2: kAudioChannelLayoutTag_Stereo
        default: kAudioChannelLayoutTag_DiscreteInOrder | format.mChannelsPerFrame
        }
      return AudioFormatListItem(mASBD: format, mChannelLayoutTag: tag)
    }
    var items = [item(format)]
    if !layout.isEmpty { items[0].mChannelLayoutTag = stated }
    var rest = format
    if rest.mFormatID == kAudioFormatMPEG4AAC_HE_V2 {
      (rest.mFormatID, rest.mChannelsPerFrame) = (kAudioFormatMPEG4AAC_HE, 1)
      items.append(item(rest))
    }
    if rest.mFormatID == kAudioFormatMPEG4AAC_HE {
      (rest.mFormatID, rest.mSampleRate) = (kAudioFormatMPEG4AAC, rest.mSampleRate / 2)
      rest.mFramesPerPacket /= 2
      items.append(item(rest))
    }
    return items
  }

  private static func bytes(of format: AudioStreamBasicDescription) -> [UInt8] {
    // Safe: the description has no padding, and its bytes are copied.
    unsafe withUnsafeBytes(of: format) { unsafe Array($0) }
  }
}

extension AudioDescription {
  /// Returns the bytes of a layout, or nil if the size is too small for its descriptions.
  static func bytes(of layout: UnsafePointer<AudioChannelLayout>, size: Int) -> [UInt8]? {
    // The tag, the bitmap, and the number of descriptions.
    let headerSize = 12
    guard size >= headerSize else { return nil }
    // Safe: the caller guarantees that the layout has this size; the bytes are copied.
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: layout, count: size))
    let count = bytes[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
    let available = (size - headerSize) / MemoryLayout<AudioChannelDescription>.stride
    return count <= available ? bytes : nil
  }
}
