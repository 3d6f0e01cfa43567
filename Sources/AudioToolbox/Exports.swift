@_exported public import CoreAudioTypes
// On Apple's systems, Foundation provides URLSession. A program that does not use it can avoid
// linking it with `--as-needed` before the libraries, as the Makefile does.
@_exported public import FoundationNetworking
