/// Native 16-bit integers to native Float32 and back, in one step: what nearly every file and every device needs.
///
/// Gives what ``PCMReading`` and ``PCMWriting`` give by way of 32 bits, in a loop that the processor does many samples at
/// a time.
enum Int16Kernels {
  /// Writes integers as Float32.
  ///
  /// - Precondition: As many of both.
  static func read(_ integers: Span<UInt8>, into floats: inout MutableSpan<UInt8>) {
    let count = floats.count / 4
    precondition(integers.count == 2 * count && floats.count == 4 * count, "a float for each")
    // Safe: bytes have no padding, and the preconditions bound the index.
    let bytes = unsafe integers.bytes
    var room = unsafe floats.mutableBytes
    for index in 0..<count {
      let integer = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: 2 &* index, as: Int16.self)
      let value = Float(integer) * 0x1p-15
      unsafe room.storeBytes(
        of: value.bitPattern, toUncheckedByteOffset: 4 &* index, as: UInt32.self)
    }
  }

  /// Takes the integers of two channels, which stand in turn, and writes each channel's as Float32.
  ///
  /// - Precondition: As many of each, and of both together.
  static func read(
    _ integers: Span<UInt8>, into left: inout MutableSpan<UInt8>,
    _ right: inout MutableSpan<UInt8>
  ) {
    let count = left.count / 4
    precondition(left.count == 4 * count && right.count == 4 * count, "two channels")
    precondition(integers.count == 4 * count, "a frame for each")
    // Safe: as above.
    let bytes = unsafe integers.bytes
    var leftRoom = unsafe left.mutableBytes
    var rightRoom = unsafe right.mutableBytes
    for index in 0..<count {
      let loaded = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: 4 &* index, as: Int32.self)
      let frame = Int32(littleEndian: loaded)
      let first = Float((frame &<< 16) &>> 16) * 0x1p-15
      let second = Float(frame &>> 16) * 0x1p-15
      unsafe leftRoom.storeBytes(
        of: first.bitPattern, toUncheckedByteOffset: 4 &* index, as: UInt32.self)
      unsafe rightRoom.storeBytes(
        of: second.bitPattern, toUncheckedByteOffset: 4 &* index, as: UInt32.self)
    }
  }

  /// Rounds Float32 to integers that stand side by side.
  ///
  /// - Precondition: As many of both.
  static func write(_ floats: Span<UInt8>, into integers: inout MutableSpan<UInt8>) {
    let count = floats.count / 4
    precondition(integers.count == 2 * count && floats.count == 4 * count, "an integer for each")
    // Safe: as above.
    let bytes = unsafe floats.bytes
    var room = unsafe integers.mutableBytes
    for index in 0..<count {
      let bits = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: 4 &* index, as: UInt32.self)
      unsafe room.storeBytes(
        of: rounded(bits), toUncheckedByteOffset: 2 &* index, as: Int16.self)
    }
  }

  /// Rounds the Float32 of two channels to integers in turn.
  ///
  /// - Precondition: As many of each, and of both together.
  static func write(
    _ left: Span<UInt8>, _ right: Span<UInt8>, into integers: inout MutableSpan<UInt8>
  ) {
    let count = left.count / 4
    precondition(left.count == 4 * count && right.count == 4 * count, "two channels")
    precondition(integers.count == 4 * count, "a frame for each")
    // Safe: as above.
    let (left, right) = unsafe (left.bytes, right.bytes)
    var room = unsafe integers.mutableBytes
    for index in 0..<count {
      let first = unsafe left.unsafeLoadUnaligned(
        fromUncheckedByteOffset: 4 &* index, as: UInt32.self)
      let second = unsafe right.unsafeLoadUnaligned(
        fromUncheckedByteOffset: 4 &* index, as: UInt32.self)
      let frame =
        UInt32(UInt16(bitPattern: rounded(first))) | UInt32(
          UInt16(bitPattern: rounded(second))) &<< 16
      unsafe room.storeBytes(
        of: frame.littleEndian, toUncheckedByteOffset: 4 &* index, as: UInt32.self)
    }
  }

  /// The integer nearest to a float, as ``PCMWriting`` tells.
  @inline(__always)
  private static func rounded(_ bits: UInt32) -> Int16 {
    let value = Float(bitPattern: bits) * 0x1p15
    let low = value > -0x1p15 ? value : -0x1p15
    let clipped = low < 0x1p15 - 1 ? low : 0x1p15 - 1
    let number = Int16(truncatingIfNeeded: Int32(bitPattern: (clipped + 0x1.8p23).bitPattern))
    return value == value ? number : 0
  }
}
