public import Glibc

// Darwin's headers leave open whether these take null, so that Swift sees optional pointers there,
// and programs hand over `buffer.mData` as it is. Glibc's take no null. Those stay the first choice
// wherever both fit.

/// Sets bytes to a value.
///
/// Darwin's `memset`, which takes the memory of a buffer as it is: optional.
///
/// - Parameters:
///   - b: The bytes; null where there are none, else that traps.
///   - c: The value, of which the lowest eight bits count.
///   - len: How many bytes.
/// - Returns: `b`.
@_disfavoredOverload
@inlinable
@discardableResult
public func memset(
  _ b: UnsafeMutableRawPointer?, _ c: Int32, _ len: Int
) -> UnsafeMutableRawPointer! {
  guard let bytes = unsafe b else {
    precondition(len == 0, "memset of bytes at null")
    return nil
  }
  // Safe: the caller vouches for the memory, as for that of the C function.
  return unsafe Glibc.memset(bytes, c, len)
}

/// Copies bytes to where no byte of them lies.
///
/// Darwin's `memcpy`, which takes the memory of buffers as it is: optional.
///
/// - Parameters:
///   - dst: Where the bytes go; null where there are none, else that traps.
///   - src: The bytes; null where there are none, else that traps.
///   - n: How many bytes.
/// - Returns: `dst`.
@_disfavoredOverload
@inlinable
@discardableResult
public func memcpy(
  _ dst: UnsafeMutableRawPointer?, _ src: UnsafeRawPointer?, _ n: Int
) -> UnsafeMutableRawPointer! {
  guard let target = unsafe dst, let source = unsafe src else {
    precondition(n == 0, "memcpy of bytes at null")
    return unsafe dst
  }
  // Safe: the caller vouches for the memory, as for that of the C function.
  return unsafe Glibc.memcpy(target, source, n)
}

/// Copies bytes to anywhere.
///
/// Darwin's `memmove`, which takes the memory of buffers as it is: optional.
///
/// - Parameters:
///   - dst: Where the bytes go; null where there are none, else that traps.
///   - src: The bytes; null where there are none, else that traps.
///   - len: How many bytes.
/// - Returns: `dst`.
@_disfavoredOverload
@inlinable
@discardableResult
public func memmove(
  _ dst: UnsafeMutableRawPointer?, _ src: UnsafeRawPointer?, _ len: Int
) -> UnsafeMutableRawPointer! {
  guard let target = unsafe dst, let source = unsafe src else {
    precondition(len == 0, "memmove of bytes at null")
    return unsafe dst
  }
  // Safe: the caller vouches for the memory, as for that of the C function.
  return unsafe Glibc.memmove(target, source, len)
}
