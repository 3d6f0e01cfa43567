// Like Apple's `os`, this module exports the C library. It must not import anything else. A package
// that does not depend on this one still finds the module with `#if canImport(os)`. It finds the
// module without Foundation and without the headers of other targets.
@_exported public import Glibc
