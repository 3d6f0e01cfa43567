internal import AudioModel
internal import CoreAudioTypes

/// The subject of a format property, in the client's memory.
@unsafe struct AudioFormatSpecifier {
  private let memory: UnsafeRawPointer?
  private let byteCount: Int

  init(_ memory: UnsafeRawPointer?, size: UInt32) {
    unsafe self.memory = unsafe memory
    unsafe byteCount = unsafe memory == nil ? 0 : Int(size)
  }

  /// All bytes of the specifier.
  var bytes: [UInt8] {
    // Safe: the client provides as many bytes as it states.
    unsafe Array(UnsafeRawBufferPointer(start: memory, count: byteCount))
  }

  /// The specifier as a C structure.
  ///
  /// - Throws: `kAudioFormatBadSpecifierSizeError` if the specifier has another size.
  func load<Value: BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) throws(StatusError) -> Value {
    guard unsafe byteCount == MemoryLayout<Value>.size, let memory = unsafe memory else {
      throw StatusError(kAudioFormatBadSpecifierSizeError)
    }
    // Safe: the client provides as many bytes as it states.
    return unsafe memory.loadUnaligned(as: Value.self)
  }

  /// The specifier as a list of at least one C structure.
  func list<Value: BitwiseCopyable>(_ type: Value.Type) throws(StatusError) -> [Value] {
    let width = MemoryLayout<Value>.stride
    guard unsafe byteCount >= width, unsafe byteCount.isMultiple(of: width),
      let memory = unsafe memory
    else { throw StatusError(kAudioFormatBadSpecifierSizeError) }
    return unsafe (0..<byteCount / width).map { index in
      // Safe: the client provides as many bytes as it states.
      unsafe memory.loadUnaligned(fromByteOffset: index * width, as: Value.self)
    }
  }

  /// The specifier as a format and the configuration of its codec.
  func formatInfo() throws(StatusError) -> (format: StreamFormat, cookie: [UInt8]) {
    if unsafe byteCount == MemoryLayout<ExtendedAudioFormatInfo>.size {
      let info = try unsafe load(ExtendedAudioFormatInfo.self)
      return unsafe (
        StreamFormat(info.mASBD), Self.copy(info.mMagicCookie, info.mMagicCookieSize)
      )
    }
    let info = try unsafe load(AudioFormatInfo.self)
    return unsafe (StreamFormat(info.mASBD), Self.copy(info.mMagicCookie, info.mMagicCookieSize))
  }

  private static func copy(_ memory: UnsafeRawPointer?, _ size: UInt32) -> [UInt8] {
    guard let memory = unsafe memory, UInt(bitPattern: memory) != 0 else { return [] }
    // Safe: the client provides as many bytes as it states.
    return unsafe Array(UnsafeRawBufferPointer(start: memory, count: Int(size)))
  }

  /// The specifier as a channel layout.
  ///
  /// - Throws: `kAudioFormatBadSpecifierSizeError` if the specifier is too small for a layout;
  ///   `kAudio_ParamError` if descriptions are missing.
  func channelLayout() throws(StatusError) -> ChannelLayout {
    guard unsafe byteCount >= AudioChannelLayout.sizeInBytes(maximumDescriptions: 0) else {
      throw StatusError(kAudioFormatBadSpecifierSizeError)
    }
    guard let layout = unsafe ChannelLayout(bytes: bytes) else {
      throw StatusError(kAudio_ParamError)
    }
    return layout
  }

  /// The specifier as pointers to two layouts.
  func channelLayouts() throws(StatusError) -> (ChannelLayout, ChannelLayout) {
    let pointers = try unsafe list(UnsafePointer<AudioChannelLayout>?.self)
    guard unsafe pointers.count == 2 else {
      throw StatusError(kAudioFormatBadSpecifierSizeError)
    }
    guard let first = unsafe pointers[0], let second = unsafe pointers[1] else {
      throw StatusError(kAudio_ParamError)
    }
    return unsafe (ChannelLayout(first), ChannelLayout(second))
  }
}

extension ChannelLayout {
  /// Creates a layout from a client's memory, with the stated number of descriptions.
  init(_ layout: UnsafePointer<AudioChannelLayout>) {
    // Safe: the client guarantees a valid layout.
    self = unsafe ChannelLayout(
      tag: layout.pointee.mChannelLayoutTag, bitmap: layout.pointee.mChannelBitmap.rawValue)
    guard tag == kAudioChannelLayoutTag_UseChannelDescriptions else { return }
    descriptions = unsafe AudioChannelLayout.UnsafePointer(layout).map { ChannelDescription($0) }
  }
}

extension ChannelDescription {
  /// Creates a channel description from Apple's structure.
  init(_ description: AudioChannelDescription) {
    let axes = description.mCoordinates
    self.init(
      label: description.mChannelLabel, flags: description.mChannelFlags.rawValue,
      coordinates: SIMD3(axes.0, axes.1, axes.2))
  }
}
