@_exported public import AVFAudio
@_exported public import AudioToolbox
// Programs log without an import of their own. `Logger` is not among these names, because other packages
// have one, too.
@_exported public import class os.OSLog
@_exported public import func os.os_log
@_exported public import struct os.OSLogType
