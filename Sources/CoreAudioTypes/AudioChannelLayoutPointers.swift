public import CAudioToolbox
internal import Foundation

extension AudioChannelLayout {
  /// The size in bytes of a layout with room for `maximumDescriptions` descriptions.
  public static func sizeInBytes(maximumDescriptions: Int) -> Int {
    precondition(maximumDescriptions >= 0, "A layout has no negative number of descriptions")
    return descriptionsOffset + maximumDescriptions * MemoryLayout<AudioChannelDescription>.stride
  }

  /// Allocates a layout of `maximumDescriptions` descriptions, which the caller frees by `free`.
  ///
  /// The tag says that the descriptions count, and each of them is unknown.
  public static func allocate(maximumDescriptions: Int) -> AudioChannelLayout.UnsafeMutablePointer {
    // A layout holds one description in any case.
    let byteCount = max(
      sizeInBytes(maximumDescriptions: maximumDescriptions), MemoryLayout<AudioChannelLayout>.size)
    // Safe: the memory is zero, large enough, and aligned for any type.
    guard let memory = unsafe calloc(byteCount, 1) else {
      preconditionFailure("No memory for a layout of \(maximumDescriptions) descriptions")
    }
    let layout = unsafe AudioChannelLayout.UnsafeMutablePointer(
      memory.bindMemory(to: AudioChannelLayout.self, capacity: 1))
    unsafe layout.count = maximumDescriptions
    for index in unsafe layout.indices { unsafe layout[index] = .unknown }
    return unsafe layout
  }

  /// Where the descriptions start, in bytes.
  static var descriptionsOffset: Int {
    MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
  }

  /// A layout in memory of C, seen as a collection of its descriptions.
  @unsafe public struct UnsafePointer {
    /// The layout.
    public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout>

    /// Sees a layout as a collection.
    public init(_ p: Swift.UnsafePointer<AudioChannelLayout>) {
      unsafe unsafePointer = unsafe p
    }

    /// Sees a layout as a collection, where there is one.
    public init?(_ p: Swift.UnsafePointer<AudioChannelLayout>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }
  }

  /// A layout in memory of C, seen as a collection of its descriptions, which can be set.
  @unsafe public struct UnsafeMutablePointer {
    /// The layout.
    public var unsafeMutablePointer: Swift.UnsafeMutablePointer<AudioChannelLayout>

    /// Sees a layout as a collection.
    public init(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>) {
      unsafe unsafeMutablePointer = unsafe p
    }

    /// Sees a layout as a collection, where there is one.
    public init?(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }

    /// The layout, not to be changed.
    public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout> {
      unsafe Swift.UnsafePointer(unsafeMutablePointer)
    }
  }
}

extension AudioChannelLayout.UnsafePointer: @unsafe Collection, @unsafe BidirectionalCollection,
  @unsafe RandomAccessCollection
{
  /// The descriptions of the layout.
  public var count: Int { unsafe Int(unsafePointer.pointee.mNumberChannelDescriptions) }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of descriptions.
  public var endIndex: Int { unsafe count }

  /// The description at an index.
  public subscript(index: Int) -> AudioChannelDescription {
    unsafe precondition(index >= 0 && index < count, "Index out of range")
    // Safe: the descriptions follow each other behind the layout's head.
    return unsafe (UnsafeRawPointer(unsafePointer) + AudioChannelLayout.descriptionsOffset)
      .assumingMemoryBound(to: AudioChannelDescription.self)[index]
  }
}

extension AudioChannelLayout.UnsafeMutablePointer: @unsafe MutableCollection,
  @unsafe BidirectionalCollection,
  @unsafe RandomAccessCollection
{
  /// The descriptions of the layout.
  public var count: Int {
    get { unsafe Int(unsafeMutablePointer.pointee.mNumberChannelDescriptions) }
    nonmutating set {
      unsafe unsafeMutablePointer.pointee.mNumberChannelDescriptions = UInt32(newValue)
    }
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of descriptions.
  public var endIndex: Int { unsafe count }

  private var first: Swift.UnsafeMutablePointer<AudioChannelDescription> {
    // Safe: the descriptions follow each other behind the layout's head.
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
