internal import AudioToolbox
internal import Foundation

/// The memory of a buffer: one list covers the valid bytes, another covers all bytes.
@safe final class BufferMemory {
  let used: UnsafeMutableAudioBufferListPointer
  let room: UnsafeMutableAudioBufferListPointer
  /// The capacity of each buffer in bytes.
  let byteCapacity: Int
  private let free: () -> Void

  /// Allocates memory filled with zeros.
  ///
  /// - Parameters:
  ///   - bufferCount: The number of buffers in the lists.
  ///   - channelsPerBuffer: The number of channels in each buffer.
  ///   - byteCapacity: The capacity of each buffer in bytes.
  init(bufferCount: Int, channelsPerBuffer: UInt32, byteCapacity: Int) {
    // One allocation for all buffers, each aligned for vector instructions.
    let stride = (max(byteCapacity, 1) + 63) / 64 * 64
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: stride * bufferCount, alignment: 64)
    // Safe: the allocation has this many bytes.
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: stride * bufferCount)
    self.byteCapacity = byteCapacity
    unsafe used = AudioBufferList.allocate(maximumBuffers: bufferCount)
    unsafe room = AudioBufferList.allocate(maximumBuffers: bufferCount)
    free = { unsafe bytes.deallocate() }
    for index in 0..<bufferCount {
      let buffer = unsafe AudioBuffer(
        mNumberChannels: channelsPerBuffer, mDataByteSize: UInt32(clamping: byteCapacity),
        mData: bytes + index * stride)
      unsafe room[index] = unsafe buffer
      unsafe used[index] = unsafe buffer
      unsafe used[index].mDataByteSize = 0
    }
  }

  /// Uses a client's memory.
  ///
  /// - Parameters:
  ///   - list: The buffers.
  ///   - byteCapacity: The number of bytes to use in each buffer.
  ///   - deallocator: Called with the list when this object is deallocated.
  init(
    _ list: UnsafePointer<AudioBufferList>, byteCapacity: Int,
    deallocator: ((UnsafePointer<AudioBufferList>) -> Void)?
  ) {
    // Safe: the client guarantees that the list is valid, and this code only reads it.
    let given = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
    unsafe used = AudioBufferList.allocate(maximumBuffers: given.count)
    unsafe room = AudioBufferList.allocate(maximumBuffers: given.count)
    self.byteCapacity = byteCapacity
    free = { unsafe deallocator?(list) }
    for index in unsafe given.indices {
      unsafe used[index] = unsafe given[index]
      unsafe room[index] = unsafe given[index]
    }
    restoreRoom()
  }

  deinit {
    // Safe: `AudioBufferList.allocate` made both lists with `malloc`.
    unsafe Glibc.free(used.unsafeMutablePointer)
    unsafe Glibc.free(room.unsafeMutablePointer)
    free()
  }

  /// Resets the sizes and pointers of the list of all bytes, which a client may have changed.
  func restoreRoom() {
    for index in unsafe room.indices {
      unsafe room[index].mDataByteSize = UInt32(clamping: byteCapacity)
      unsafe room[index].mData = unsafe used[index].mData
    }
  }

  /// The number of valid bytes in each buffer.
  var byteCount: Int {
    get { unsafe Int(used[0].mDataByteSize) }
    set {
      for index in unsafe used.indices {
        unsafe used[index].mDataByteSize = UInt32(clamping: newValue)
      }
    }
  }

  /// Copies the valid bytes.
  func copyBytes(to other: BufferMemory) {
    for index in unsafe used.indices {
      guard let source = unsafe used[index].mData, let target = unsafe other.used[index].mData
      else { continue }
      // Safe: both buffers have room for this many bytes.
      unsafe target.copyMemory(from: source, byteCount: min(byteCount, other.byteCapacity))
    }
    other.byteCount = min(byteCount, other.byteCapacity)
  }
}
