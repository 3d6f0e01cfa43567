internal import AudioContainers
internal import AudioModel
internal import AudioFiles
internal import AudioTransport
public import CoreAudioTypes
internal import Foundation

/// Creates an audio file at a URL, to be written and read.
///
/// - Parameters:
///   - inFileRef: The URL of a file, or with `.eraseFile` of the null device, which keeps nothing that could be read.
///   - inFileType: What the file is to be.
///   - inFormat: What its audio is to be. It is not converted: the bytes written must be of this format.
///   - inFlags: `.eraseFile` to replace what is there; `.dontPageAlignAudioData` for audio right behind the
///     header, where it otherwise starts at a multiple of 4096 bytes.
///   - outAudioFile: Takes the file; nil where it cannot be created.
/// - Returns: 0; `kAudioFilePermissionsError` where there is a file that is not to be erased, or one may not be
///   made; `kAudioFileUnsupportedFileTypeError` for a type that cannot be written;
///   `kAudioFileUnsupportedDataFormatError` where the type cannot carry the format;
///   `kAudioFileFileNotFoundError` where there is no such folder; `kAudioFileUnspecifiedError` where the URL is
///   not that of a file; -34 where the disk is full.
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

/// The function of C, which takes the reference of CoreFoundation.
@c(AudioFileCreateWithURL)
package func AudioFileCreateWithURLForC(
  _ inFileRef: UnsafeRawPointer?, _ inFileType: AudioFileTypeID,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>?, _ inFlags: AudioFileFlags,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
  guard let inFileRef = unsafe inFileRef, let inFormat = unsafe inFormat,
    let outAudioFile = unsafe outAudioFile
  else { return kAudio_ParamError }
  // Safe: a CFURLRef is an NSURL, and the client keeps it for the length of the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inFileRef).takeUnretainedValue()
  return unsafe AudioFileCreateWithURL(url, inFileType, inFormat, inFlags, outAudioFile)
}

/// Creates an audio file whose bytes go to functions and come from them.
///
/// What the functions hold before is thrown away.
///
/// - Parameters:
///   - inClientData: Passed to the functions.
///   - inReadFunc: Reads bytes, where the file is read or optimised.
///   - inWriteFunc: Writes bytes, at most where those before end; fewer bytes than asked are followed by the
///     rest. What it returns but 0 is returned to whoever called.
///   - inGetSizeFunc: Tells the number of bytes; called once.
///   - inSetSizeFunc: Cuts bytes off, or adds zeros.
///   - inFileType: As of `AudioFileCreateWithURL`; so are the other parameters.
///   - inFormat: What the audio is to be.
///   - inFlags: `.dontPageAlignAudioData`.
///   - outAudioFile: Takes the file; nil where it cannot be created.
/// - Returns: 0, or an error as of `AudioFileCreateWithURL`.
@c @implementation
public func AudioFileInitializeWithCallbacks(
  _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: AudioFile_ReadProc,
  _ inWriteFunc: AudioFile_WriteProc, _ inGetSizeFunc: AudioFile_GetSizeProc,
  _ inSetSizeFunc: AudioFile_SetSizeProc, _ inFileType: AudioFileTypeID,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
  _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
  unsafe create(inFileType, inFormat, inFlags, outAudioFile) { () throws(StatusError) in
    // Safe: function pointers are lent as numbers only, to see whether a client of C passed null.
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
    // What cannot be written must not cost the client the file that is there.
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
