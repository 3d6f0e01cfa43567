@_exported public import CoreAudioTypes
// Programs for Apple's systems find URLSession in Foundation. What does not use it need not pay for
// it, if it is linked with --as-needed before the libraries, as the Makefile does.
@_exported public import FoundationNetworking
