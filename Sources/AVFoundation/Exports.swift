@_exported public import AVFAudio
@_exported public import AudioToolbox
@_exported public import CoreMedia
@_exported public import CoreVideo
@_exported public import MediaToolbox
@_exported public import UniformTypeIdentifiers
// Lets programs log without an import of `os`. Excludes `Logger`, because other packages declare
// that name, too.
@_exported public import class os.OSLog
@_exported public import func os.os_log
@_exported public import struct os.OSLogType
