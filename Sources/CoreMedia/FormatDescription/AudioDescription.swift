internal import CoreAudioTypes

/// The parts of an audio description, in memory that clients may borrow.
struct AudioDescription: Sendable {
  let format: AudioStreamBasicDescription
  /// The bytes of a channel layout; empty if unknown.
  let layout: [UInt8]
  /// The codec's configuration; empty if the codec needs none.
  let cookie: [UInt8]

  let formatMemory: KeptMemory
  let layoutMemory: KeptMemory
  let cookieMemory: KeptMemory

  init(_ format: AudioStreamBasicDescription, layout: [UInt8], cookie: [UInt8]) {
    self.format = format
    self.layout = layout
    self.cookie = cookie
    formatMemory = KeptMemory(Self.bytes(of: format))
    layoutMemory = KeptMemory(layout)
    cookieMemory = KeptMemory(cookie)
  }

  /// Releases the memory; the owner calls this once, when it is deallocated.
  func release() {
    formatMemory.release()
    layoutMemory.release()
    cookieMemory.release()
  }

  /// Returns whether two formats have the same members.
  func hasFormat(of other: AudioDescription) -> Bool {
    Self.bytes(of: format) == Self.bytes(of: other.format)
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
