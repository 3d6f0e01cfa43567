public import CAudioToolbox
internal import Foundation

extension AudioBuffer {
  /// Creates a buffer that refers to the memory of a buffer pointer.
  ///
  /// - Parameters:
  ///   - typedBuffer: The samples, which are not copied.
  ///   - numberOfChannels: The number of interleaved channels.
  public init<Element>(
    _ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int
  ) {
    // Safe: like the C structure, the buffer only stores the address and the size.
    unsafe self.init(
      mNumberChannels: UInt32(numberOfChannels),
      mDataByteSize: UInt32(typedBuffer.count * MemoryLayout<Element>.stride),
      mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
  }
}

extension UnsafeBufferPointer {
  /// Creates a buffer pointer to the samples in a buffer.
  ///
  /// - Parameter audioBuffer: The buffer. A buffer without memory has no samples, regardless of its
  ///   size.
  public init(_ audioBuffer: AudioBuffer) {
    unsafe self.init(UnsafeMutableBufferPointer(audioBuffer))
  }
}

extension UnsafeMutableBufferPointer {
  /// Creates a buffer pointer to the samples in a buffer.
  ///
  /// - Parameter audioBuffer: The buffer. A buffer without memory has no samples, regardless of its
  ///   size.
  public init(_ audioBuffer: AudioBuffer) {
    guard let memory = unsafe audioBuffer.mData else {
      unsafe self.init(start: nil, count: 0)
      return
    }
    let count = unsafe Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
    // Safe: the caller guarantees that the memory has the size stated in the buffer.
    unsafe self.init(start: memory.bindMemory(to: Element.self, capacity: count), count: count)
  }
}

extension AudioBufferList {
  /// Returns the size in bytes of a list with room for `maximumBuffers` buffers, at least one.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    precondition(maximumBuffers >= 1, "A buffer list needs at least one buffer")
    return unsafe MemoryLayout<AudioBufferList>.size
      + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Allocates a list of `maximumBuffers` empty buffers.
  ///
  /// The caller must free it with `free`.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let byteCount = sizeInBytes(maximumBuffers: maximumBuffers)
    // Safe: the memory is zero, large enough, and aligned for any type; zeros are empty buffers.
    guard let memory = unsafe calloc(byteCount, 1) else {
      preconditionFailure("Not enough memory for a list of \(maximumBuffers) buffers")
    }
    let list = unsafe UnsafeMutableAudioBufferListPointer(
      memory.bindMemory(to: AudioBufferList.self, capacity: 1))
    unsafe list.count = maximumBuffers
    return unsafe list
  }
}
