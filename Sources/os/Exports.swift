// Apple's `os` brings the C library, too. Nothing else may be imported here: a package that knows nothing of this one sees the
// module by `#if canImport(os)` all the same, without Foundation and without the headers of other targets.
@_exported public import Glibc
