// The toolchain's Clang module, to which this module adds. Functions that a program may call by accident,
// because they hide none of CoreFoundation's, are compiled into it: SwiftPM shows this module to packages
// that do not link it, too.
@_exported public import CoreFoundation
// C++'s headers have these names, too. The compiler prefers a name that is imported by itself to
// those of whole modules.
@_exported public import var Glibc.M_PI
@_exported public import var Glibc.M_PI_2
@_exported public import var Glibc.M_PI_4
@_exported public import var Glibc.M_SQRT1_2
@_exported public import var Glibc.M_SQRT2
