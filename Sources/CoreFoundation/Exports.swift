// The toolchain's Clang module, which this module extends. SwiftPM also shows this module to
// packages that do not link it. Functions that such a program may call accidentally are compiled
// into the program. These are the functions that hide none of Core Foundation's own.
@_exported public import CoreFoundation
// C++ headers declare these names, too. The compiler prefers a separately imported name to those of
// whole modules.
@_exported public import var Glibc.M_PI
@_exported public import var Glibc.M_PI_2
@_exported public import var Glibc.M_PI_4
@_exported public import var Glibc.M_SQRT1_2
@_exported public import var Glibc.M_SQRT2
