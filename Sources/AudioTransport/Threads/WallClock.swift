internal import Glibc

/// The time of day.
enum WallClock {
  /// Seconds since 1970.
  static var seconds: Int64 {
    var now = timespec()
    // Safe: the function fills the structure in.
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec)
  }
}
