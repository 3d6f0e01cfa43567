@_exported public import COpenAL
