public import CAudioToolbox

/// A pointer to a buffer list in C memory, as a mutable collection of its buffers.
///
/// The buffers are contiguous and follow the buffer count. The collection does not check that the
/// memory is valid.
@unsafe public struct UnsafeMutableAudioBufferListPointer {
  /// The pointer to the list.
  public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  /// Creates a collection from a pointer to a list.
  public init(_ p: UnsafeMutablePointer<AudioBufferList>) {
    unsafe unsafeMutablePointer = unsafe p
  }

  /// Creates a collection from a pointer to a list, or returns `nil` for a null pointer.
  public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
    guard let p = unsafe p else { return nil }
    unsafe self.init(p)
  }

  /// The pointer to the list, for reading only.
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
  /// The number of buffers in the list.
  public var count: Int {
    get { unsafe Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafe unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
  }

  /// The first index, which is always 0.
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
