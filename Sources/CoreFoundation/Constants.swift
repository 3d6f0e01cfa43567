public import Glibc

// The toolchain's CoreFoundation includes C headers as text. Its constants therefore duplicate
// those of Glibc, and make `M_PI` ambiguous. The constants here hide those of CoreFoundation, and
// Glibc's take precedence over them.

// MARK: - <float.h> and <math.h>

/// The difference between 1 and the next greater `Double`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var DBL_EPSILON: Double { .ulpOfOne }
/// The greatest finite `Double`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var DBL_MAX: Double { .greatestFiniteMagnitude }
/// The smallest positive `Double` with full precision.
@_alwaysEmitIntoClient @_disfavoredOverload
public var DBL_MIN: Double { .leastNormalMagnitude }
/// The smallest positive `Double`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var DBL_TRUE_MIN: Double { .leastNonzeroMagnitude }
/// The number of bits of precision of a `Double`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var DBL_MANT_DIG: Int { 53 }
/// The maximum exponent of a `Double`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var DBL_MAX_EXP: Int { 1024 }
/// The minimum exponent of a `Double` with full precision.
@_alwaysEmitIntoClient @_disfavoredOverload
public var DBL_MIN_EXP: Int { -1021 }
/// The difference between 1 and the next greater `Float`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var FLT_EPSILON: Float { .ulpOfOne }
/// The greatest finite `Float`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var FLT_MAX: Float { .greatestFiniteMagnitude }
/// The smallest positive `Float` with full precision.
@_alwaysEmitIntoClient @_disfavoredOverload
public var FLT_MIN: Float { .leastNormalMagnitude }
/// The smallest positive `Float`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var FLT_TRUE_MIN: Float { .leastNonzeroMagnitude }
/// The number of bits of precision of a `Float`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var FLT_MANT_DIG: Int { 24 }
/// The maximum exponent of a `Float`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var FLT_MAX_EXP: Int { 128 }
/// The minimum exponent of a `Float` with full precision.
@_alwaysEmitIntoClient @_disfavoredOverload
public var FLT_MIN_EXP: Int { -125 }
/// The base of floating-point numbers.
@_alwaysEmitIntoClient @_disfavoredOverload
public var FLT_RADIX: Int { 2 }
/// Pi.
@_alwaysEmitIntoClient @_disfavoredOverload
public var M_PI: Double { .pi }
/// Pi divided by 2.
@_alwaysEmitIntoClient @_disfavoredOverload
public var M_PI_2: Double { .pi / 2 }
/// Pi divided by 4.
@_alwaysEmitIntoClient @_disfavoredOverload
public var M_PI_4: Double { .pi / 4 }
/// The square root of 1/2.
@_alwaysEmitIntoClient @_disfavoredOverload
public var M_SQRT1_2: Double { 0.5.squareRoot() }
/// The square root of 2.
@_alwaysEmitIntoClient @_disfavoredOverload
public var M_SQRT2: Double { 2.squareRoot() }
/// The older name of `SEEK_CUR`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var L_INCR: Int32 { SEEK_CUR }
/// The older name of `SEEK_SET`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var L_SET: Int32 { SEEK_SET }
/// The older name of `SEEK_END`.
@_alwaysEmitIntoClient @_disfavoredOverload
public var L_XTND: Int32 { SEEK_END }

#if arch(x86_64) || arch(i386)
  /// The difference between 1 and the next greater `long double`.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public var LDBL_EPSILON: Float80 { .ulpOfOne }
  /// The greatest finite `long double`.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public var LDBL_MAX: Float80 { .greatestFiniteMagnitude }
  /// The smallest positive `long double` with full precision.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public var LDBL_MIN: Float80 { .leastNormalMagnitude }
  /// The smallest positive `long double`.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public var LDBL_TRUE_MIN: Float80 { .leastNonzeroMagnitude }
  /// The number of bits of precision of a `long double`.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public var LDBL_MANT_DIG: Int { 64 }
  /// The maximum exponent of a `long double`.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public var LDBL_MAX_EXP: Int { 16384 }
  /// The minimum exponent of a `long double` with full precision.
  @_alwaysEmitIntoClient @_disfavoredOverload
  public var LDBL_MIN_EXP: Int { -16381 }
#endif

// MARK: - <sys/stat.h>

/// A block device.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IFBLK: mode_t { 0o060000 }
/// A character device.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IFCHR: mode_t { 0o020000 }
/// A directory.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IFDIR: mode_t { 0o040000 }
/// A pipe.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IFIFO: mode_t { 0o010000 }
/// A symbolic link.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IFLNK: mode_t { 0o120000 }
/// The mask for the type of a file.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IFMT: mode_t { 0o170000 }
/// A regular file.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IFREG: mode_t { 0o100000 }
/// A socket.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IFSOCK: mode_t { 0o140000 }
/// The owner may read.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IRUSR: mode_t { 0o400 }
/// The owner may write.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IWUSR: mode_t { 0o200 }
/// The owner may execute.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_IXUSR: mode_t { 0o100 }
/// The set-group-ID bit: the program runs with the group of the file.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_ISGID: mode_t { 0o2000 }
/// The set-user-ID bit: the program runs as the owner of the file.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_ISUID: mode_t { 0o4000 }
/// The sticky bit: only owners may delete files in the directory.
@_alwaysEmitIntoClient @_disfavoredOverload
public var S_ISVTX: mode_t { 0o1000 }
