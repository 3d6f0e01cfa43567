public import CAudioToolbox

/// A channel layout with value semantics that owns its descriptions.
public struct ManagedAudioChannelLayout: Equatable, Sendable {
  /// The descriptions of a layout.
  public struct ChannelDescriptions: MutableCollection, RandomAccessCollection, Equatable, Sendable
  {
    fileprivate var elements: [AudioChannelDescription]

    /// The first index, which is always 0.
    public var startIndex: Int { 0 }
    /// The number of descriptions.
    public var endIndex: Int { elements.count }
    /// The number of descriptions.
    public var count: Int { elements.count }

    /// The description at an index.
    public subscript(index: Int) -> AudioChannelDescription {
      get { elements[index] }
      set { elements[index] = newValue }
    }
  }

  /// The tag, which determines whether the bitmap or the descriptions apply.
  public var tag: AudioChannelLayoutTag
  /// The speakers, if the tag is `kAudioChannelLayoutTag_UseChannelBitmap`.
  public var bitmap: AudioChannelBitmap
  /// The channels, if the tag is `kAudioChannelLayoutTag_UseChannelDescriptions`.
  public var channelDescriptions: ChannelDescriptions

  /// Creates a layout from a tag alone.
  public init(tag: AudioChannelLayoutTag) {
    self.tag = tag
    bitmap = []
    channelDescriptions = ChannelDescriptions(elements: [])
  }

  /// Creates a layout from channel descriptions.
  public init(channelDescriptions: [AudioChannelDescription]) {
    tag = kAudioChannelLayoutTag_UseChannelDescriptions
    bitmap = []
    self.channelDescriptions = ChannelDescriptions(elements: channelDescriptions)
  }

  /// Creates a layout of `maximumDescriptions` unknown channels.
  public init(maximumDescriptions: Int) {
    self.init(channelDescriptions: Array(repeating: .unknown, count: maximumDescriptions))
  }

  /// Creates a layout from a layout in C memory, and takes ownership of the memory.
  ///
  /// - Parameters:
  ///   - audioChannelLayoutPointer: The layout.
  ///   - deallocator: A closure that frees the layout, called once when the memory is no longer
  ///     needed.
  public init(
    audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer,
    deallocator: @escaping (AudioChannelLayout.UnsafePointer) -> Void
  ) {
    // Safe: the caller guarantees that the layout is valid until the deallocator is called.
    unsafe self.init(copying: audioChannelLayoutPointer)
    unsafe deallocator(audioChannelLayoutPointer)
  }

  private init(copying layout: AudioChannelLayout.UnsafePointer) {
    tag = unsafe layout.unsafePointer.pointee.mChannelLayoutTag
    bitmap = unsafe layout.unsafePointer.pointee.mChannelBitmap
    channelDescriptions = unsafe ChannelDescriptions(elements: layout.map { $0 })
  }

  /// The size in bytes of the layout in C memory.
  public var sizeInBytes: Int {
    AudioChannelLayout.sizeInBytes(maximumDescriptions: channelDescriptions.count)
  }

  /// The number of channels, according to the tag.
  public var numberOfChannels: Int {
    switch tag {
    case kAudioChannelLayoutTag_UseChannelDescriptions: channelDescriptions.count
    case kAudioChannelLayoutTag_UseChannelBitmap: bitmap.rawValue.nonzeroBitCount
    default: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
    }
  }

  /// Sets the tag to use descriptions, and all descriptions to unknown.
  public mutating func setAllToUnknown() {
    tag = kAudioChannelLayoutTag_UseChannelDescriptions
    bitmap = []
    for index in channelDescriptions.indices { channelDescriptions[index] = .unknown }
  }

  /// Calls a closure with a pointer to the layout in C memory, valid during the call.
  public func withUnsafePointer<Result>(
    _ body: (UnsafePointer<AudioChannelLayout>) throws -> Result
  ) rethrows -> Result {
    let layout = unsafe copy()
    defer { unsafe layout.unsafeMutablePointer.deallocate() }
    return unsafe try body(layout.unsafePointer)
  }

  /// Calls a closure with a mutable pointer to the layout in C memory, valid during the call.
  ///
  /// The memory only has room for the current number of descriptions.
  public mutating func withUnsafeMutablePointer<Result>(
    _ body: (UnsafeMutablePointer<AudioChannelLayout>) throws -> Result
  ) rethrows -> Result {
    let layout = unsafe copy()
    let room = channelDescriptions.count
    defer {
      unsafe layout.count = unsafe min(layout.count, room)
      self = unsafe ManagedAudioChannelLayout(
        copying: AudioChannelLayout.UnsafePointer(layout.unsafePointer))
      unsafe layout.unsafeMutablePointer.deallocate()
    }
    return unsafe try body(layout.unsafeMutablePointer)
  }

  private func copy() -> AudioChannelLayout.UnsafeMutablePointer {
    let layout = unsafe AudioChannelLayout.allocate(maximumDescriptions: channelDescriptions.count)
    unsafe layout.unsafeMutablePointer.pointee.mChannelLayoutTag = tag
    unsafe layout.unsafeMutablePointer.pointee.mChannelBitmap = bitmap
    for index in channelDescriptions.indices {
      unsafe layout[index] = channelDescriptions[index]
    }
    return unsafe layout
  }
}
