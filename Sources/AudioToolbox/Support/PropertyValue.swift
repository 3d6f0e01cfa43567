internal import AudioContainers
internal import CoreAudioTypes
internal import Foundation

/// The value of a property to copy to a client's memory.
enum PropertyValue {
  case bytes([UInt8])
  /// An object that the client will own.
  case object(NSObject)
  /// Bytes, and objects that the client will own, with the offsets of their references in the
  /// bytes.
  case structure([UInt8], objects: [(offset: Int, object: NSObject)])

  /// Creates a value of a C type without padding.
  init<Value: BitwiseCopyable>(_ value: Value) {
    // Safe: the bytes are copied while the value is alive.
    self = .bytes(unsafe withUnsafeBytes(of: value) { unsafe Array($0) })
  }

  /// Creates a value of a C type with trailing padding, which is set to zeros.
  init<Value: BitwiseCopyable>(padded value: Value, significantByteCount: Int) {
    // Safe: the bytes are copied while the value is alive.
    var bytes = unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
    for index in significantByteCount..<bytes.count { bytes[index] = 0 }
    self = .bytes(bytes)
  }

  /// Creates a value from a format and its channel layout.
  init(_ item: AudioFormatListItem) {
    let tagEnd = MemoryLayout<AudioFormatListItem>.offset(of: \.mChannelLayoutTag).map { $0 + 4 }
    self.init(padded: item, significantByteCount: tagEnd ?? MemoryLayout<AudioFormatListItem>.size)
  }

  /// Creates a list of all formats that the packets can be decoded to, the richest first.
  init(formatsOf info: ContainerInfo) {
    let layers = info.layeredFormats.map { AudioFormatListItem($0.format, $0.channelLayout) }
    self.init(
      formats: layers.isEmpty ? [AudioFormatListItem(info.format, info.channelLayout)] : layers)
  }

  /// Creates a list of formats with their channel layouts.
  init(formats items: [AudioFormatListItem]) {
    let bytes = items.flatMap { item -> [UInt8] in
      guard case .bytes(let bytes) = PropertyValue(item) else { return [] }
      return bytes
    }
    self = .bytes(bytes)
  }

  /// Creates a value from a packet and frame translation.
  init(_ translation: AudioFramePacketTranslation) {
    let end = MemoryLayout<AudioFramePacketTranslation>.offset(of: \.mFrameOffsetInPacket)
      .map { $0 + 4 }
    self.init(
      padded: translation,
      significantByteCount: end ?? MemoryLayout<AudioFramePacketTranslation>.size)
  }

  /// Creates a list of values of a C type without padding.
  init<Value: BitwiseCopyable>(list values: [Value]) {
    // Safe: the bytes are copied while the array is alive.
    self = .bytes(unsafe values.withUnsafeBytes { unsafe Array($0) })
  }

  /// The size of the value in bytes.
  var byteCount: Int {
    switch self {
    case .bytes(let bytes), .structure(let bytes, _): bytes.count
    case .object: unsafe MemoryLayout<UnsafeRawPointer>.size
    }
  }

  /// The items of a list that fit, if at least one fits; otherwise the value unchanged.
  func prefix(_ capacity: Int, itemSize: Int) -> PropertyValue {
    guard case .bytes(let bytes) = self, bytes.count > capacity, capacity >= itemSize else {
      return self
    }
    return .bytes(Array(bytes.prefix(capacity / itemSize * itemSize)))
  }

  /// Copies the value to `destination`.
  ///
  /// - Parameters:
  ///   - destination: The memory for the value.
  ///   - size: The capacity in bytes. On return, the number of bytes written.
  /// - Returns: Whether the value fits.
  func write(
    to destination: UnsafeMutableRawPointer, size: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    guard unsafe byteCount <= Int(size.pointee) else { return false }
    // Safe: the client provides as many bytes as it states, as checked above.
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
    // Safe: the caller has checked the capacity.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: destination, count: bytes.count)
        .copyMemory(from: bytes)
    }
  }
}

/// The input that the client's memory contains before the output replaces it.
struct PropertyArgument {
  private let bytes: [UInt8]

  /// Copies the input from the client's memory.
  init(_ memory: UnsafeMutableRawPointer, size: UnsafeMutablePointer<UInt32>) {
    // Safe: the client provides as many bytes as it states. No input is longer than 64 bytes.
    bytes = unsafe Array(
      UnsafeRawBufferPointer(start: memory, count: min(Int(size.pointee), 64)))
  }

  /// The input as a C structure, or `nil` if the size differs.
  func load<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value? {
    guard bytes.count == MemoryLayout<Value>.size else { return nil }
    // Safe: the size matches the type, and any bytes are a valid value.
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: Value.self) }
  }
}
