internal import AudioContainers
internal import AudioModel
internal import AudioFiles
package import AudioTransport
public import CoreAudioTypes
internal import Foundation

/// Creates an audio file at a URL, for writing and reading.
///
/// - Parameters:
///   - inFileRef: The URL of a file. With `.eraseFile`, the null device is allowed; it discards all
///     data.
///   - inFileType: The type of the new file.
///   - inFormat: The format of the audio. The file does not convert audio, so write bytes in this
///     format.
///   - inFlags: `.eraseFile` replaces an existing file. `.dontPageAlignAudioData` puts the audio
///     directly after the header. Without it, the audio starts at a multiple of 4096 bytes.
///   - outAudioFile: On return, the file, or nil if the call fails.
/// - Returns: 0; `kAudioFilePermissionsError` if a file exists and may not be erased, or creating
///   one is not permitted; `kAudioFileUnsupportedFileTypeError` if the type cannot be written;
///   `kAudioFileUnsupportedDataFormatError` if the type cannot contain the format;
///   `kAudioFileFileNotFoundError` if the folder does not exist; `kAudioFileUnspecifiedError` if
///   the URL is not a file URL; -34 if the disk is full.
@discardableResult
public func AudioFileCreateWithURL(
  _ inFileRef: CFURL, _ inFileType: AudioFileTypeID,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe create(inFileType, inFormat, inFlags, outAudioFile) { () throws(StatusError) in
    guard let path = inFileRef.filePath else {
      throw StatusError(kAudioFileUnspecifiedError)
    }
    let erases = inFlags.contains(.eraseFile)
    if erases, let nowhere = NullByteSink(path: path) { return nowhere }
    do throws(TransportError) {
      return try FileByteSink(path: path, erases ? .erasing : .new)
    } catch {
      throw StatusError(AudioFileStatus.status(of: .transport(error)))
    }
  }
}

/// The C entry point, which takes a `CFURLRef`.
@c(AudioFileCreateWithURL)
package func AudioFileCreateWithURLForC(
  _ inFileRef: UnsafeRawPointer?, _ inFileType: AudioFileTypeID,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>?, _ inFlags: AudioFileFlags,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
  guard let inFileRef = unsafe inFileRef, let inFormat = unsafe inFormat,
    let outAudioFile = unsafe outAudioFile
  else { return kAudio_ParamError }
  // Safe: a CFURLRef is an NSURL, and the client keeps it alive during the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inFileRef).takeUnretainedValue()
  return unsafe AudioFileCreateWithURL(url, inFileType, inFormat, inFlags, outAudioFile)
}

/// Creates an audio file that stores its bytes through callbacks.
///
/// The call discards any bytes that the callbacks already hold.
///
/// - Parameters:
///   - inClientData: A pointer passed to the callbacks.
///   - inReadFunc: Reads bytes, when the file is read or optimized.
///   - inWriteFunc: Writes bytes, starting within the existing bytes or at their end. After a short
///     write, another call writes the rest. The API function in progress returns any nonzero status
///     of the callback.
///   - inGetSizeFunc: Returns the number of bytes. Called once.
///   - inSetSizeFunc: Truncates the bytes, or extends them with zeros.
///   - inFileType: The type of the new file, as for `AudioFileCreateWithURL`.
///   - inFormat: The format of the audio.
///   - inFlags: `.dontPageAlignAudioData` or no flags.
///   - outAudioFile: On return, the file, or nil if the call fails.
/// - Returns: 0, or an error from `AudioFileCreateWithURL`.
@c @implementation
public func AudioFileInitializeWithCallbacks(
  _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: AudioFile_ReadProc,
  _ inWriteFunc: AudioFile_WriteProc, _ inGetSizeFunc: AudioFile_GetSizeProc,
  _ inSetSizeFunc: AudioFile_SetSizeProc, _ inFileType: AudioFileTypeID,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe create(inFileType, inFormat, inFlags, outAudioFile) { () throws(StatusError) in
    // Safe: the function pointers are only compared with null, which a C client may pass.
    guard unsafe unsafeBitCast(inReadFunc, to: UInt.self) != 0,
      unsafe unsafeBitCast(inWriteFunc, to: UInt.self) != 0,
      unsafe unsafeBitCast(inGetSizeFunc, to: UInt.self) != 0,
      unsafe unsafeBitCast(inSetSizeFunc, to: UInt.self) != 0
    else { throw StatusError(kAudio_ParamError) }
    let sink = unsafe CallbackByteSink(
      clientData: inClientData, read: inReadFunc, write: inWriteFunc, size: inGetSizeFunc,
      resize: inSetSizeFunc)
    do throws(TransportError) {
      if sink.size > 0 { try sink.resize(to: 0) }
    } catch {
      throw StatusError(AudioFileStatus.status(of: .transport(error)))
    }
    return sink
  }
}

/// Creates an audio file that stores its bytes in a sink, for writers without a file system.
package func createAudioFile(
  on sink: any ByteSink, _ type: AudioFileTypeID,
  _ format: UnsafePointer<AudioStreamBasicDescription>,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe create(type, format, .dontPageAlignAudioData, outAudioFile) { () throws(StatusError) in
    sink
  }
}

private func create(
  _ type: AudioFileTypeID, _ format: UnsafePointer<AudioStreamBasicDescription>,
  _ flags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>,
  _ sink: () throws(StatusError) -> any ByteSink
) -> OSStatus {
  guard unsafe !isNull(outAudioFile), UInt(bitPattern: format) != 0 else {
    return kAudio_ParamError
  }
  unsafe outAudioFile.pointee = nil
  return status { () throws(StatusError) in
    var content = ContainerContent(
      fileType: FourCC(rawValue: type), format: unsafe StreamFormat(format.pointee))
    content.alignsAudio = !flags.contains(.dontPageAlignAudioData)
    // Check the content first, so that a failure does not destroy an existing file.
    let fresh = try withWriteStatus { () throws(PacketWriteError) in
      do throws(ContainerWriteError) {
        return try WriterTable.writer(of: content)
      } catch {
        throw .container(error)
      }
    }
    let opened = try sink()
    let writer = try withWriteStatus { () throws(PacketWriteError) in
      try PacketFileWriter(content, fresh, to: opened)
    }
    unsafe outAudioFile.pointee = AudioFileObject.all.add(AudioFileObject(writer))
  }
}
