// The toolchain's Clang module, to which this module adds. Every function here is compiled into its
// client, because SwiftPM shows this module to packages that do not link it, too.
@_exported public import CoreFoundation
