public import CAudioToolbox

/// A channel layout that owns its descriptions and is copied as a value.
public struct ManagedAudioChannelLayout: Equatable, Sendable {
  /// The descriptions of a layout.
  public struct ChannelDescriptions: MutableCollection, RandomAccessCollection, Equatable, Sendable
  {
    fileprivate var elements: [AudioChannelDescription]

    /// 0.
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

  /// The tag, which tells whether the bitmap or the descriptions count.
  public var tag: AudioChannelLayoutTag
  /// The speakers, where the tag is `kAudioChannelLayoutTag_UseChannelBitmap`.
  public var bitmap: AudioChannelBitmap
  /// The channels, where the tag is `kAudioChannelLayoutTag_UseChannelDescriptions`.
  public var channelDescriptions: ChannelDescriptions

  /// Makes a layout of a tag alone.
  public init(tag: AudioChannelLayoutTag) {
    self.tag = tag
    bitmap = []
    channelDescriptions = ChannelDescriptions(elements: [])
  }

  /// Makes a layout of descriptions.
  public init(channelDescriptions: [AudioChannelDescription]) {
    tag = kAudioChannelLayoutTag_UseChannelDescriptions
    bitmap = []
    self.channelDescriptions = ChannelDescriptions(elements: channelDescriptions)
  }

  /// Makes a layout of `maximumDescriptions` channels of which nothing is known.
  public init(maximumDescriptions: Int) {
    self.init(channelDescriptions: Array(repeating: .unknown, count: maximumDescriptions))
  }

  /// Takes over a layout in memory of C.
  ///
  /// - Parameters:
  ///   - audioChannelLayoutPointer: The layout.
  ///   - deallocator: Frees the layout. It is called once, when the memory is no longer needed.
  public init(
    audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer,
    deallocator: @escaping (AudioChannelLayout.UnsafePointer) -> Void
  ) {
    // Safe: the caller vouches for the layout until the deallocator is called.
    unsafe self.init(copying: audioChannelLayoutPointer)
    unsafe deallocator(audioChannelLayoutPointer)
  }

  private init(copying layout: AudioChannelLayout.UnsafePointer) {
    tag = unsafe layout.unsafePointer.pointee.mChannelLayoutTag
    bitmap = unsafe layout.unsafePointer.pointee.mChannelBitmap
    channelDescriptions = unsafe ChannelDescriptions(elements: layout.map { $0 })
  }

  /// The size in bytes that the layout has in memory of C.
  public var sizeInBytes: Int {
    AudioChannelLayout.sizeInBytes(maximumDescriptions: channelDescriptions.count)
  }

  /// The channels, counted by what the tag says.
  public var numberOfChannels: Int {
    switch tag {
    case kAudioChannelLayoutTag_UseChannelDescriptions: channelDescriptions.count
    case kAudioChannelLayoutTag_UseChannelBitmap: bitmap.rawValue.nonzeroBitCount
    default: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
    }
  }

  /// Makes the descriptions count, and each of them unknown.
  public mutating func setAllToUnknown() {
    tag = kAudioChannelLayoutTag_UseChannelDescriptions
    bitmap = []
    for index in channelDescriptions.indices { channelDescriptions[index] = .unknown }
  }

  /// Lends the layout in memory of C, for the time of a call.
  public func withUnsafePointer<Result>(
    _ body: (UnsafePointer<AudioChannelLayout>) throws -> Result
  ) rethrows -> Result {
    let layout = unsafe copy()
    defer { unsafe layout.unsafeMutablePointer.deallocate() }
    return unsafe try body(layout.unsafePointer)
  }

  /// Lends the layout in memory of C, for the time of a call that may change it.
  ///
  /// There is room for the descriptions that the layout has, and for no more.
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
