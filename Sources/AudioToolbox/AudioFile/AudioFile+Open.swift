internal import AudioFiles
internal import AudioTransport
public import CoreAudioTypes
internal import Foundation

/// Opens the audio file at a URL and reads its header.
///
/// The content alone determines the type of the file.
///
/// - Parameters:
///   - inFileRef: The URL of a file. A URL without a scheme is a path.
///   - inPermissions: The intended access. `.writePermission` allows reading, too. WAVE, RF64,
///     BW64, AIFF, AIFC, and CAF files are fully editable. In MPEG audio, ADTS, FLAC, and MPEG-4
///     files, only the info dictionary, the picture, and the ID3 tag are editable. The first change
///     goes to a copy of the file, which replaces the original on close. Unsupported changes return
///     `kAudioFileOperationNotSupportedError`.
///   - inFileTypeHint: The expected type of the file, or 0 if unknown.
///   - outAudioFile: On return, the file, or nil if the call fails.
/// - Returns: 0; `kAudioFileFileNotFoundError` if the file does not exist;
///   `kAudioFilePermissionsError` if access is denied; `kAudioFilePositionError` for a pipe or
///   device; `kAudioFileUnsupportedFileTypeError` if the content has an unknown type;
///   `kAudioFileUnsupportedDataFormatError` if the audio has an unknown format;
///   `kAudioFileInvalidFileError` if the file is damaged, empty, or a directory;
///   `kAudioFileUnspecifiedError` if the URL is not a file URL; `kAudio_ParamError` for other
///   permissions.
@discardableResult
public func AudioFileOpenURL(
  _ inFileRef: CFURL, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe open(outAudioFile) { () throws(StatusError) in
    guard [.readPermission, .writePermission, .readWritePermission].contains(inPermissions) else {
      throw StatusError(kAudio_ParamError)
    }
    guard let path = inFileRef.filePath else { throw StatusError(kAudioFileUnspecifiedError) }
    do throws(TransportError) {
      return inPermissions == .readPermission
        ? .source(try FileByteSource(path: path)) : .sink(try FileByteSink(path: path, .existing))
    } catch {
      throw StatusError(AudioFileStatus.status(of: .transport(error)))
    }
  }
}

/// The C entry point, which takes a `CFURLRef`.
@c(AudioFileOpenURL)
package func AudioFileOpenURLForC(
  _ inFileRef: UnsafeRawPointer?, _ inPermissions: AudioFilePermissions,
  _ inFileTypeHint: AudioFileTypeID, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
  guard let inFileRef = unsafe inFileRef, let outAudioFile = unsafe outAudioFile else {
    return kAudio_ParamError
  }
  // Safe: a CFURLRef is an NSURL, and the client keeps it alive during the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inFileRef).takeUnretainedValue()
  return unsafe AudioFileOpenURL(url, inPermissions, inFileTypeHint, outAudioFile)
}

/// Opens an audio file that provides its bytes through callbacks, and reads its header.
///
/// - Parameters:
///   - inClientData: A pointer passed to the callbacks.
///   - inReadFunc: Reads bytes. This function and the functions that read the file call it on their
///     callers' threads, one at a time. A short read is not an error, and 0 bytes mean the end. The
///     API function in progress returns any nonzero status of the callback. Within the callback,
///     functions that need only the file's header work; functions that need its bytes return an
///     error.
///   - inWriteFunc: Writes bytes when a changed file is closed, as for
///     `AudioFileInitializeWithCallbacks`. If a write fails, the overwritten bytes are written
///     again. If this function or `inSetSizeFunc` is nil, the file is read-only.
///   - inGetSizeFunc: Returns the number of bytes. Called once.
///   - inSetSizeFunc: Truncates the bytes, or extends them with zeros.
///   - inFileTypeHint: The expected type of the file, or 0 if unknown.
///   - outAudioFile: On return, the file, or nil if the call fails.
/// - Returns: 0, or an error from `AudioFileOpenURL`.
@c @implementation
public func AudioFileOpenWithCallbacks(
  _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: AudioFile_ReadProc,
  _ inWriteFunc: AudioFile_WriteProc?, _ inGetSizeFunc: AudioFile_GetSizeProc,
  _ inSetSizeFunc: AudioFile_SetSizeProc?, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe open(outAudioFile) { () throws(StatusError) in
    // Safe: the function pointers are only compared with null, which a C client may pass.
    guard unsafe unsafeBitCast(inReadFunc, to: UInt.self) != 0,
      unsafe unsafeBitCast(inGetSizeFunc, to: UInt.self) != 0
    else { throw StatusError(kAudio_ParamError) }
    guard let inWriteFunc = unsafe inWriteFunc, let inSetSizeFunc = unsafe inSetSizeFunc else {
      return unsafe .source(
        CallbackByteSource(clientData: inClientData, read: inReadFunc, size: inGetSizeFunc))
    }
    return unsafe .sink(
      CallbackByteSink(
        clientData: inClientData, read: inReadFunc, write: inWriteFunc, size: inGetSizeFunc,
        resize: inSetSizeFunc))
  }
}

/// Closes a file.
///
/// A call in progress on another thread finishes as if the file were still open. For a new file,
/// closing writes the sizes, the tables, and any metadata set since the audio started. For a
/// changed existing file, closing replaces the original. If that fails, the original stays
/// unchanged.
///
/// - Parameter inAudioFile: The file. It is invalid after the call.
/// - Returns: 0; `kAudioFileNotOpenError` if the file is already closed; otherwise the error that
///   prevented writing.
@c @implementation
public func AudioFileClose(_ inAudioFile: AudioFileID) -> OSStatus {
  guard unsafe !isNull(inAudioFile) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    guard let object = unsafe AudioFileObject.all.remove(inAudioFile) else {
      throw StatusError(kAudioFileNotOpenError)
    }
    try object.close()
  }
}

/// The bytes of an opened file: read-only, or editable.
private enum OpenedBytes {
  case source(any ByteSource)
  case sink(any ByteSink)
}

private func open(
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>,
  _ bytes: () throws(StatusError) -> OpenedBytes
) -> OSStatus {
  guard unsafe !isNull(outAudioFile) else { return kAudio_ParamError }
  unsafe outAudioFile.pointee = nil
  return status { () throws(StatusError) in
    let object =
      switch try bytes() {
      case .source(let source): try AudioFileObject(source)
      case .sink(let sink): try AudioFileObject(existing: sink)
      }
    unsafe outAudioFile.pointee = AudioFileObject.all.add(object)
  }
}
