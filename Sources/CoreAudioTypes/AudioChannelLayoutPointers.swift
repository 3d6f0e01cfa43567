public import CAudioToolbox
internal import Foundation

extension AudioChannelLayout {
  /// Returns the size in bytes of a layout with room for `maximumDescriptions` descriptions.
  public static func sizeInBytes(maximumDescriptions: Int) -> Int {
    precondition(maximumDescriptions >= 0, "The number of descriptions is negative")
    return descriptionsOffset + maximumDescriptions * MemoryLayout<AudioChannelDescription>.stride
  }

  /// Allocates a layout of `maximumDescriptions` descriptions.
  ///
  /// The caller must free it with `free`.
  ///
  /// The tag is `kAudioChannelLayoutTag_UseChannelDescriptions`, and each description is unknown.
  public static func allocate(maximumDescriptions: Int) -> AudioChannelLayout.UnsafeMutablePointer {
    // A layout always has room for one description.
    let byteCount = max(
      sizeInBytes(maximumDescriptions: maximumDescriptions), MemoryLayout<AudioChannelLayout>.size)
    // Safe: the memory is zero, large enough, and aligned for any type.
    guard let memory = unsafe calloc(byteCount, 1) else {
      preconditionFailure("Not enough memory for a layout of \(maximumDescriptions) descriptions")
    }
    let layout = unsafe AudioChannelLayout.UnsafeMutablePointer(
      memory.bindMemory(to: AudioChannelLayout.self, capacity: 1))
    unsafe layout.count = maximumDescriptions
    for index in unsafe layout.indices { unsafe layout[index] = .unknown }
    return unsafe layout
  }

  /// The offset of the first description in bytes.
  static var descriptionsOffset: Int {
    MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
  }

  /// A pointer to a layout in C memory, as a collection of its descriptions.
  @unsafe public struct UnsafePointer {
    /// The pointer to the layout.
    public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout>

    /// Creates a collection from a pointer to a layout.
    public init(_ p: Swift.UnsafePointer<AudioChannelLayout>) {
      unsafe unsafePointer = unsafe p
    }

    /// Creates a collection from a pointer to a layout, or returns `nil` for a null pointer.
    public init?(_ p: Swift.UnsafePointer<AudioChannelLayout>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }
  }

  /// A pointer to a layout in C memory, as a mutable collection of its descriptions.
  @unsafe public struct UnsafeMutablePointer {
    /// The pointer to the layout.
    public var unsafeMutablePointer: Swift.UnsafeMutablePointer<AudioChannelLayout>

    /// Creates a collection from a pointer to a layout.
    public init(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>) {
      unsafe unsafeMutablePointer = unsafe p
    }

    /// Creates a collection from a pointer to a layout, or returns `nil` for a null pointer.
    public init?(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }

    /// The pointer to the layout, for reading only.
    public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout> {
      unsafe Swift.UnsafePointer(unsafeMutablePointer)
    }
  }
}

extension AudioChannelLayout.UnsafePointer: @unsafe Collection, @unsafe BidirectionalCollection,
  @unsafe RandomAccessCollection
{
  /// The number of descriptions in the layout.
  public var count: Int { unsafe Int(unsafePointer.pointee.mNumberChannelDescriptions) }

  /// The first index, which is always 0.
  public var startIndex: Int { 0 }
  /// The number of descriptions.
  public var endIndex: Int { unsafe count }

  /// The description at an index.
  public subscript(index: Int) -> AudioChannelDescription {
    unsafe precondition(index >= 0 && index < count, "Index out of range")
    // Safe: the descriptions are contiguous and start at this offset.
    return unsafe (UnsafeRawPointer(unsafePointer) + AudioChannelLayout.descriptionsOffset)
      .assumingMemoryBound(to: AudioChannelDescription.self)[index]
  }
}

extension AudioChannelLayout.UnsafeMutablePointer: @unsafe MutableCollection,
  @unsafe BidirectionalCollection,
  @unsafe RandomAccessCollection
{
  /// The number of descriptions in the layout.
  public var count: Int {
    get { unsafe Int(unsafeMutablePointer.pointee.mNumberChannelDescriptions) }
    nonmutating set {
      unsafe unsafeMutablePointer.pointee.mNumberChannelDescriptions = UInt32(newValue)
    }
  }

  /// The first index, which is always 0.
  public var startIndex: Int { 0 }
  /// The number of descriptions.
  public var endIndex: Int { unsafe count }

  private var first: Swift.UnsafeMutablePointer<AudioChannelDescription> {
    // Safe: the descriptions are contiguous and start at this offset.
    unsafe (UnsafeMutableRawPointer(unsafeMutablePointer) + AudioChannelLayout.descriptionsOffset)
      .assumingMemoryBound(to: AudioChannelDescription.self)
  }

  /// The description at an index.
  public subscript(index: Int) -> AudioChannelDescription {
    get {
      unsafe precondition(index >= 0 && index < count, "Index out of range")
      return unsafe first[index]
    }
    nonmutating set {
      unsafe precondition(index >= 0 && index < count, "Index out of range")
      unsafe first[index] = newValue
    }
  }
}
