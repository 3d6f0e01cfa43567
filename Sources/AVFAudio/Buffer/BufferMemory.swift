internal import AudioToolbox
internal import Foundation

/// The memory of a buffer: two lists over the same bytes, one of those that are of use and one of all.
@safe final class BufferMemory {
  let used: UnsafeMutableAudioBufferListPointer
  let room: UnsafeMutableAudioBufferListPointer
  /// Bytes of each buffer.
  let byteCapacity: Int
  private let free: () -> Void

  /// Allocates memory, of zeros.
  ///
  /// - Parameters:
  ///   - bufferCount: Buffers of the lists.
  ///   - channelsPerBuffer: Channels in each.
  ///   - byteCapacity: Bytes of each.
  init(bufferCount: Int, channelsPerBuffer: UInt32, byteCapacity: Int) {
    // One stretch for all buffers, each of which starts where vector instructions like it.
    let stride = (max(byteCapacity, 1) + 63) / 64 * 64
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: stride * bufferCount, alignment: 64)
    // Safe: as many bytes as were allocated.
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

  /// Takes a client's memory.
  ///
  /// - Parameters:
  ///   - list: The buffers.
  ///   - byteCapacity: Bytes of each that are used.
  ///   - deallocator: Called with the list in the end.
  init(
    _ list: UnsafePointer<AudioBufferList>, byteCapacity: Int,
    deallocator: ((UnsafePointer<AudioBufferList>) -> Void)?
  ) {
    // Safe: the client vouches for the list, which is only read.
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
    // Safe: both lists were made by `AudioBufferList.allocate`, which is `malloc`.
    unsafe Glibc.free(used.unsafeMutablePointer)
    unsafe Glibc.free(room.unsafeMutablePointer)
    free()
  }

  /// Makes the list of all bytes say so, and point to them, whatever its user has made of it.
  func restoreRoom() {
    for index in unsafe room.indices {
      unsafe room[index].mDataByteSize = UInt32(clamping: byteCapacity)
      unsafe room[index].mData = unsafe used[index].mData
    }
  }

  /// Bytes of each buffer that are of use.
  var byteCount: Int {
    get { unsafe Int(used[0].mDataByteSize) }
    set {
      for index in unsafe used.indices {
        unsafe used[index].mDataByteSize = UInt32(clamping: newValue)
      }
    }
  }

  /// Copies the bytes that are of use.
  func copyBytes(to other: BufferMemory) {
    for index in unsafe used.indices {
      guard let source = unsafe used[index].mData, let target = unsafe other.used[index].mData
      else { continue }
      // Safe: both have room for as many bytes.
      unsafe target.copyMemory(from: source, byteCount: min(byteCount, other.byteCapacity))
    }
    other.byteCount = min(byteCount, other.byteCapacity)
  }
}
