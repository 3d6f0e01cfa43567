@_exported public import CoreAudioTypes
@_exported public import CoreMIDI
// On Apple's systems, Foundation provides URLSession. A program that does not use it can avoid
// linking it with `--as-needed` before the libraries, as the Makefile does.
@_exported public import FoundationNetworking
// On Apple's systems, Foundation provides these locks.
@_exported public import func os.os_unfair_lock_lock
@_exported public import func os.os_unfair_lock_trylock
@_exported public import func os.os_unfair_lock_unlock
@_exported public import typealias os.os_unfair_lock
@_exported public import typealias os.os_unfair_lock_s
@_exported public import typealias os.os_unfair_lock_t
