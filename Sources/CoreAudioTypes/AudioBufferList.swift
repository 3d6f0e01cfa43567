public import CAudioToolbox
internal import Foundation

extension AudioBuffer {
  /// Makes a buffer of the memory of another one.
  ///
  /// - Parameters:
  ///   - typedBuffer: The samples, which stay where they are.
  ///   - numberOfChannels: How many channels are interleaved in it.
  public init<Element>(
    _ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int
  ) {
    // Safe: like its C twin, the buffer only notes the address and the size.
    unsafe self.init(
      mNumberChannels: UInt32(numberOfChannels),
      mDataByteSize: UInt32(typedBuffer.count * MemoryLayout<Element>.stride),
      mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
  }
}

extension UnsafeBufferPointer {
  /// Sees the memory of a buffer as samples.
  ///
  /// - Parameter audioBuffer: The buffer; one without memory has no samples, whatever its size says.
  public init(_ audioBuffer: AudioBuffer) {
    unsafe self.init(UnsafeMutableBufferPointer(audioBuffer))
  }
}

extension UnsafeMutableBufferPointer {
  /// Sees the memory of a buffer as samples.
  ///
  /// - Parameter audioBuffer: The buffer; one without memory has no samples, whatever its size says.
  public init(_ audioBuffer: AudioBuffer) {
    guard let memory = unsafe audioBuffer.mData else {
      unsafe self.init(start: nil, count: 0)
      return
    }
    let count = unsafe Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
    // Safe: the caller vouches that the memory has the size that the buffer notes.
    unsafe self.init(start: memory.bindMemory(to: Element.self, capacity: count), count: count)
  }
}

extension AudioBufferList {
  /// The size in bytes of a list with room for `maximumBuffers` buffers, at least one.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    precondition(maximumBuffers >= 1, "A list has room for one buffer at least")
    return unsafe MemoryLayout<AudioBufferList>.size
      + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Allocates a list of `maximumBuffers` empty buffers, which the caller frees by `free`.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let byteCount = sizeInBytes(maximumBuffers: maximumBuffers)
    // Safe: the memory is zero, large enough, and aligned for any type; zeros are empty buffers.
    guard let memory = unsafe calloc(byteCount, 1) else {
      preconditionFailure("No memory for a list of \(maximumBuffers) buffers")
    }
    let list = unsafe UnsafeMutableAudioBufferListPointer(
      memory.bindMemory(to: AudioBufferList.self, capacity: 1))
    unsafe list.count = maximumBuffers
    return unsafe list
  }
}
