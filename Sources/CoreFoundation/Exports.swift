// The toolchain's Clang module, to which this module adds. Functions that a program may call by accident,
// because they hide none of CoreFoundation's, are compiled into it: SwiftPM shows this module to packages
// that do not link it, too.
@_exported public import CoreFoundation
