internal import AudioFiles
internal import AudioTransport
public import CoreAudioTypes
internal import Foundation

/// Opens the audio file at a URL and reads its header.
///
/// The content alone decides what the file is.
///
/// - Parameters:
///   - inFileRef: The URL of a file; one without a scheme is a path.
///   - inPermissions: What is to be done with the file. `.writePermission` allows reading, too. WAVE, RF64, BW64,
///     AIFF, AIFC and CAF can be changed: with the first change they are copied to a file beside, which
///     takes their place when it is closed. So are MPEG audio, ADTS, FLAC and MPEG-4 files, of which info
///     dictionary, picture and ID3 tag can be changed. Other changes return
///     `kAudioFileOperationNotSupportedError`.
///   - inFileTypeHint: What the file is thought to be; 0 for nothing.
///   - outAudioFile: Takes the file; nil where it cannot be opened.
/// - Returns: 0; `kAudioFileFileNotFoundError` where there is no such file; `kAudioFilePermissionsError` where it
///   may not be read; `kAudioFilePositionError` for a pipe or device; `kAudioFileUnsupportedFileTypeError` where
///   the content is of no known type; `kAudioFileUnsupportedDataFormatError` where its audio is of no known
///   format; `kAudioFileInvalidFileError` where it is damaged, empty, or a directory;
///   `kAudioFileUnspecifiedError` where the URL is not that of a file; `kAudio_ParamError` for other permissions.
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

/// The function of C, which takes the reference of CoreFoundation.
@c(AudioFileOpenURL)
package func AudioFileOpenURLForC(
  _ inFileRef: UnsafeRawPointer?, _ inPermissions: AudioFilePermissions,
  _ inFileTypeHint: AudioFileTypeID, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
  guard let inFileRef = unsafe inFileRef, let outAudioFile = unsafe outAudioFile else {
    return kAudio_ParamError
  }
  // Safe: a CFURLRef is an NSURL, and the client keeps it for the length of the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inFileRef).takeUnretainedValue()
  return unsafe AudioFileOpenURL(url, inPermissions, inFileTypeHint, outAudioFile)
}

/// Opens an audio file whose bytes come from functions, and reads its header.
///
/// - Parameters:
///   - inClientData: Passed to the functions.
///   - inReadFunc: Reads bytes; called by this function and by those that read the file, on their threads.
///     Fewer bytes than asked are no error; none are the end. What it returns but 0 is returned to whoever
///     called. From within it, the file it reads for answers what its header told and refuses calls that
///     need its bytes. Only one call at a time needs bytes: others that do, wait for it.
///   - inWriteFunc: Writes bytes, when a file that has been changed is closed: as of
///     `AudioFileInitializeWithCallbacks`. Where it fails, what was overwritten is written once more. Where it or
///     `inSetSizeFunc` is nil the file is only read.
///   - inGetSizeFunc: Tells the number of bytes; called once.
///   - inSetSizeFunc: Cuts bytes off, or adds zeros.
///   - inFileTypeHint: What the file is thought to be; 0 for nothing.
///   - outAudioFile: Takes the file; nil where it cannot be opened.
/// - Returns: 0, or an error as of `AudioFileOpenURL`.
@c @implementation
public func AudioFileOpenWithCallbacks(
  _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: AudioFile_ReadProc,
  _ inWriteFunc: AudioFile_WriteProc?, _ inGetSizeFunc: AudioFile_GetSizeProc,
  _ inSetSizeFunc: AudioFile_SetSizeProc?, _ inFileTypeHint: AudioFileTypeID,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe open(outAudioFile) { () throws(StatusError) in
    // Safe: function pointers are lent as numbers only, to see whether a client of C passed null.
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
/// A call that is under way ends as if the file were open. What was written becomes a whole file: sizes, tables
/// and what was said of the audio since its start are written now. A file that was there before and has been changed is
/// replaced now, and stays as it was where that fails.
///
/// - Parameter inAudioFile: The file, of no more use afterwards.
/// - Returns: 0; `kAudioFileNotOpenError` where it was closed before; or why it could not be written.
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

/// The bytes of a file that is read, or may be changed.
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
