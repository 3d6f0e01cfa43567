public import CAudioToolbox

/// A list of buffers in memory of C, seen as a collection of them.
///
/// Its elements follow each other in memory behind the list's head; nothing checks that the memory
/// is there.
@unsafe public struct UnsafeMutableAudioBufferListPointer {
  /// The list.
  public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  /// Sees a list as a collection.
  public init(_ p: UnsafeMutablePointer<AudioBufferList>) {
    unsafe unsafeMutablePointer = unsafe p
  }

  /// Sees a list as a collection, where there is one.
  public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
    guard let p = unsafe p else { return nil }
    unsafe self.init(p)
  }

  /// The list, not to be changed.
  public var unsafePointer: UnsafePointer<AudioBufferList> {
    unsafe UnsafePointer(unsafeMutablePointer)
  }

  private var first: UnsafeMutablePointer<AudioBuffer> {
    let offset = unsafe MemoryLayout<AudioBufferList>.offset(of: \AudioBufferList.mBuffers)
    // Safe: the first buffer is a stored member of every list.
    return unsafe (UnsafeMutableRawPointer(unsafeMutablePointer) + (offset ?? 8))
      .assumingMemoryBound(to: AudioBuffer.self)
  }
}

extension UnsafeMutableAudioBufferListPointer: @unsafe MutableCollection,
  @unsafe BidirectionalCollection,
  @unsafe RandomAccessCollection
{
  /// The buffers of the list.
  public var count: Int {
    get { unsafe Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafe unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of buffers.
  public var endIndex: Int { unsafe count }

  /// The buffer at an index.
  public subscript(index: Int) -> AudioBuffer {
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
