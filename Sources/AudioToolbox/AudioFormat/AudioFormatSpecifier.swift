internal import AudioModel
internal import CoreAudioTypes

/// What a question about formats is about, in the client's memory.
@unsafe struct AudioFormatSpecifier {
  private let memory: UnsafeRawPointer?
  private let byteCount: Int

  init(_ memory: UnsafeRawPointer?, size: UInt32) {
    unsafe self.memory = unsafe memory
    unsafe byteCount = unsafe memory == nil ? 0 : Int(size)
  }

  /// All of it.
  var bytes: [UInt8] {
    // Safe: the client lends as much memory as it says.
    unsafe Array(UnsafeRawBufferPointer(start: memory, count: byteCount))
  }

  /// A C structure.
  ///
  /// - Throws: `kAudioFormatBadSpecifierSizeError` where it has another size.
  func load<Value: BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) throws(StatusError) -> Value {
    guard unsafe byteCount == MemoryLayout<Value>.size, let memory = unsafe memory else {
      throw StatusError(kAudioFormatBadSpecifierSizeError)
    }
    // Safe: the client lends as much memory as it says.
    return unsafe memory.loadUnaligned(as: Value.self)
  }

  /// A list of C structures, one at least.
  func list<Value: BitwiseCopyable>(_ type: Value.Type) throws(StatusError) -> [Value] {
    let width = MemoryLayout<Value>.stride
    guard unsafe byteCount >= width, unsafe byteCount.isMultiple(of: width),
      let memory = unsafe memory
    else { throw StatusError(kAudioFormatBadSpecifierSizeError) }
    return unsafe (0..<byteCount / width).map { index in
      // Safe: the client lends as much memory as it says.
      unsafe memory.loadUnaligned(fromByteOffset: index * width, as: Value.self)
    }
  }

  /// A format with its codec's configuration.
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
    // Safe: the client lends as much memory as it says.
    return unsafe Array(UnsafeRawBufferPointer(start: memory, count: Int(size)))
  }

  /// A layout.
  ///
  /// - Throws: `kAudioFormatBadSpecifierSizeError` where it is no layout at all; `kAudio_ParamError` where it promises more
  ///   descriptions than there are.
  func channelLayout() throws(StatusError) -> ChannelLayout {
    guard unsafe byteCount >= AudioChannelLayout.sizeInBytes(maximumDescriptions: 0) else {
      throw StatusError(kAudioFormatBadSpecifierSizeError)
    }
    guard let layout = unsafe ChannelLayout(bytes: bytes) else {
      throw StatusError(kAudio_ParamError)
    }
    return layout
  }

  /// Two layouts, by pointers to them.
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
  /// The layout in a client's memory, with as many descriptions as it says.
  init(_ layout: UnsafePointer<AudioChannelLayout>) {
    // Safe: the client vouches for the layout.
    self = unsafe ChannelLayout(
      tag: layout.pointee.mChannelLayoutTag, bitmap: layout.pointee.mChannelBitmap.rawValue)
    guard tag == kAudioChannelLayoutTag_UseChannelDescriptions else { return }
    descriptions = unsafe AudioChannelLayout.UnsafePointer(layout).map { ChannelDescription($0) }
  }
}

extension ChannelDescription {
  /// The same channel as Apple's structure says.
  init(_ description: AudioChannelDescription) {
    let axes = description.mCoordinates
    self.init(
      label: description.mChannelLabel, flags: description.mChannelFlags.rawValue,
      coordinates: SIMD3(axes.0, axes.1, axes.2))
  }
}
