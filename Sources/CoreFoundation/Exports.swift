// The toolchain's Clang module, which this module extends. SwiftPM also shows this module to
// packages that do not link it. Such a program may call a function of this module accidentally. The
// functions that hide none of Core Foundation's own are therefore compiled into the program.
@_exported public import CoreFoundation
// C++ headers declare these names, too. The compiler prefers a separately imported name to those of
// whole modules.
@_exported public import var Glibc.M_PI
@_exported public import var Glibc.M_PI_2
@_exported public import var Glibc.M_PI_4
@_exported public import var Glibc.M_SQRT1_2
@_exported public import var Glibc.M_SQRT2
