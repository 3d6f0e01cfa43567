internal import AudioContainers
internal import CoreAudioTypes
internal import Foundation

/// The value of a property on its way to a client's memory.
enum PropertyValue {
  case bytes([UInt8])
  /// An object of which the client becomes the owner.
  case object(NSObject)
  /// Bytes, and objects of which the client becomes the owner, whose references go into the bytes.
  case structure([UInt8], objects: [(offset: Int, object: NSObject)])

  /// A value of a C type without padding.
  init<Value: BitwiseCopyable>(_ value: Value) {
    // Safe: the bytes are copied while the value lives.
    self = .bytes(unsafe withUnsafeBytes(of: value) { unsafe Array($0) })
  }

  /// A value of a C type whose last bytes are padding, of which the client gets zeros.
  init<Value: BitwiseCopyable>(padded value: Value, significantByteCount: Int) {
    // Safe: the bytes are copied while the value lives.
    var bytes = unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
    for index in significantByteCount..<bytes.count { bytes[index] = 0 }
    self = .bytes(bytes)
  }

  /// One format, with the layout of its channels.
  init(_ item: AudioFormatListItem) {
    let tagEnd = MemoryLayout<AudioFormatListItem>.offset(of: \.mChannelLayoutTag).map { $0 + 4 }
    self.init(padded: item, significantByteCount: tagEnd ?? MemoryLayout<AudioFormatListItem>.size)
  }

  /// All formats that the packets can be decoded to, the richest first.
  init(formatsOf info: ContainerInfo) {
    let layers = info.layeredFormats.map { AudioFormatListItem($0.format, $0.channelLayout) }
    self.init(
      formats: layers.isEmpty ? [AudioFormatListItem(info.format, info.channelLayout)] : layers)
  }

  /// Formats with the layouts of their channels.
  init(formats items: [AudioFormatListItem]) {
    let bytes = items.flatMap { item -> [UInt8] in
      guard case .bytes(let bytes) = PropertyValue(item) else { return [] }
      return bytes
    }
    self = .bytes(bytes)
  }

  /// A packet and its frames.
  init(_ translation: AudioFramePacketTranslation) {
    let end = MemoryLayout<AudioFramePacketTranslation>.offset(of: \.mFrameOffsetInPacket)
      .map { $0 + 4 }
    self.init(
      padded: translation,
      significantByteCount: end ?? MemoryLayout<AudioFramePacketTranslation>.size)
  }

  /// Values of a C type without padding, one after the other.
  init<Value: BitwiseCopyable>(list values: [Value]) {
    // Safe: the bytes are copied while the array lives.
    self = .bytes(unsafe values.withUnsafeBytes { unsafe Array($0) })
  }

  /// Bytes that the value takes.
  var byteCount: Int {
    switch self {
    case .bytes(let bytes), .structure(let bytes, _): bytes.count
    case .object: unsafe MemoryLayout<UnsafeRawPointer>.size
    }
  }

  /// As many items of a list as there is room for, where that is for one at least; anything else as it is.
  func prefix(_ capacity: Int, itemSize: Int) -> PropertyValue {
    guard case .bytes(let bytes) = self, bytes.count > capacity, capacity >= itemSize else {
      return self
    }
    return .bytes(Array(bytes.prefix(capacity / itemSize * itemSize)))
  }

  /// Copies the value to `destination`.
  ///
  /// - Parameters:
  ///   - destination: Has room for as many bytes as `size` says.
  ///   - size: The room, then what was written.
  /// - Returns: Whether there was room.
  func write(
    to destination: UnsafeMutableRawPointer, size: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    guard unsafe byteCount <= Int(size.pointee) else { return false }
    // Safe: the client lends as much memory as it says, and it was asked above.
    switch self {
    case .bytes(let bytes): unsafe Self.copy(bytes, to: destination)
    case .structure(let bytes, let objects):
      unsafe Self.copy(bytes, to: destination)
      for (offset, object) in objects {
        unsafe destination.storeBytes(
          of: Unmanaged.passRetained(object).toOpaque(), toByteOffset: offset,
          as: UnsafeMutableRawPointer.self)
      }
    case .object(let object):
      unsafe destination.storeBytes(
        of: Unmanaged.passRetained(CoreFoundationCopy.make(object)).toOpaque(),
        as: UnsafeMutableRawPointer.self)
    }
    unsafe size.pointee = UInt32(byteCount)
    return true
  }

  private static func copy(_ bytes: [UInt8], to destination: UnsafeMutableRawPointer) {
    // Safe: the caller has seen to it that there is room.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: destination, count: bytes.count)
        .copyMemory(from: bytes)
    }
  }
}

/// The client's memory where it holds a question before it takes the answer.
struct PropertyArgument {
  private let bytes: [UInt8]

  /// Copies what the client put there.
  init(_ memory: UnsafeMutableRawPointer, size: UnsafeMutablePointer<UInt32>) {
    // Safe: the client lends as much memory as it says. No question is longer than this.
    bytes = unsafe Array(
      UnsafeRawBufferPointer(start: memory, count: min(Int(size.pointee), 64)))
  }

  /// The question as a C structure, or `nil` where the memory has another size.
  func load<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value? {
    guard bytes.count == MemoryLayout<Value>.size else { return nil }
    // Safe: there are as many bytes as the type has, and any bytes are a value of it.
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: Value.self) }
  }
}
