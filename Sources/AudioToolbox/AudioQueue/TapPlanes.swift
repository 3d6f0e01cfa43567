/// Memory for one buffer per channel, which a tap's client may use during its callback.
@safe
final class TapPlanes {
  private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 16)

  // Safe: allocated by this object, and no other references remain.
  deinit { unsafe bytes.deallocate() }

  /// Returns memory for consecutive buffers of equal size in bytes.
  ///
  /// It invalidates earlier results.
  func memory(_ count: Int, bytesEach: Int) -> UnsafeMutableRawPointer {
    if unsafe bytes.count < count * bytesEach || bytes.baseAddress == nil {
      unsafe bytes.deallocate()
      unsafe bytes = .allocate(byteCount: max(64, count * bytesEach), alignment: 16)
    }
    guard let base = unsafe bytes.baseAddress else {
      preconditionFailure("not enough memory for the buffers of a processing tap")
    }
    return unsafe base
  }

  /// Whether a pointer lies in this memory.
  func holds(_ place: UnsafeMutableRawPointer) -> Bool {
    guard let base = unsafe bytes.baseAddress else { return false }
    return unsafe place >= base && place < base + bytes.count
  }

  /// Extracts one channel from interleaved samples, and fills the remaining capacity with zeros.
  static func extract(
    _ channel: Int, of channelCount: Int, from samples: [Float],
    into plane: UnsafeMutableRawBufferPointer
  ) {
    let room = unsafe plane.bindMemory(to: Float.self)
    let count = min(samples.count / channelCount, room.count)
    unsafe samples.withUnsafeBufferPointer { samples in
      // Safe: both indices are below their counts.
      for frame in 0..<count { unsafe room[frame] = samples[frame &* channelCount &+ channel] }
    }
    for frame in count..<room.count { unsafe room[frame] = 0 }
  }

  /// Writes one channel into interleaved samples, which have room for it.
  static func interleave(
    _ plane: UnsafeRawBufferPointer, _ channel: Int, of channelCount: Int,
    into samples: UnsafeMutableBufferPointer<Float>
  ) {
    let count = min(plane.count / MemoryLayout<Float>.size, samples.count / channelCount)
    for frame in 0..<count {
      // Safe: both indices are below their counts.
      unsafe samples[frame &* channelCount &+ channel] = plane.loadUnaligned(
        fromByteOffset: frame &* MemoryLayout<Float>.size, as: Float.self)
    }
  }
}
