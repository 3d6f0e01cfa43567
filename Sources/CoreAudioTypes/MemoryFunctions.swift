public import Glibc

// Darwin's headers do not state whether these functions accept null. Swift therefore imports
// optional pointers there, and programs pass `buffer.mData` unchanged. Glibc's functions do not
// accept null, and remain the first choice if both match.

/// Sets bytes to a value.
///
/// Like Darwin's `memset`, this function accepts an optional pointer, such as the memory of a
/// buffer.
///
/// - Parameters:
///   - b: The bytes. May only be null if `len` is 0; otherwise the call traps.
///   - c: The value, in the lowest eight bits.
///   - len: The number of bytes.
/// - Returns: `b`.
@_disfavoredOverload
@inlinable
@discardableResult
public func memset(
  _ b: UnsafeMutableRawPointer?, _ c: Int32, _ len: Int
) -> UnsafeMutableRawPointer! {
  guard let bytes = unsafe b else {
    precondition(len == 0, "memset of bytes through a null pointer")
    return nil
  }
  // Safe: the caller guarantees that the memory is valid, as for the C function.
  return unsafe Glibc.memset(bytes, c, len)
}

/// Copies bytes to memory that does not overlap with them.
///
/// Like Darwin's `memcpy`, this function accepts optional pointers, such as the memory of buffers.
///
/// - Parameters:
///   - dst: The destination. May only be null if `n` is 0; otherwise the call traps.
///   - src: The bytes. May only be null if `n` is 0; otherwise the call traps.
///   - n: The number of bytes.
/// - Returns: `dst`.
@_disfavoredOverload
@inlinable
@discardableResult
public func memcpy(
  _ dst: UnsafeMutableRawPointer?, _ src: UnsafeRawPointer?, _ n: Int
) -> UnsafeMutableRawPointer! {
  guard let target = unsafe dst, let source = unsafe src else {
    precondition(n == 0, "memcpy of bytes through a null pointer")
    return unsafe dst
  }
  // Safe: the caller guarantees that the memory is valid, as for the C function.
  return unsafe Glibc.memcpy(target, source, n)
}

/// Copies bytes to memory that may overlap with them.
///
/// Like Darwin's `memmove`, this function accepts optional pointers, such as the memory of buffers.
///
/// - Parameters:
///   - dst: The destination. May only be null if `len` is 0; otherwise the call traps.
///   - src: The bytes. May only be null if `len` is 0; otherwise the call traps.
///   - len: The number of bytes.
/// - Returns: `dst`.
@_disfavoredOverload
@inlinable
@discardableResult
public func memmove(
  _ dst: UnsafeMutableRawPointer?, _ src: UnsafeRawPointer?, _ len: Int
) -> UnsafeMutableRawPointer! {
  guard let target = unsafe dst, let source = unsafe src else {
    precondition(len == 0, "memmove of bytes through a null pointer")
    return unsafe dst
  }
  // Safe: the caller guarantees that the memory is valid, as for the C function.
  return unsafe Glibc.memmove(target, source, len)
}
