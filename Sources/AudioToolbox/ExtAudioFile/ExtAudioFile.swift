internal import AudioModel
internal import AudioFiles
package import AudioTransport
public import CoreAudioTypes
internal import Foundation

/// Opens the audio file at a URL for reading frames.
///
/// - Parameters:
///   - inURL: The URL of a file.
///   - outExtAudioFile: On return, the file, or nil if the call fails.
/// - Returns: 0; an error from `AudioFileOpenURL`; `kAudioConverterErr_FormatNotSupported` if no
///   decoder supports the format.
@discardableResult
public func ExtAudioFileOpenURL(
  _ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  guard unsafe !isNull(outExtAudioFile) else { return kAudio_ParamError }
  unsafe outExtAudioFile.pointee = nil
  var file: AudioFileID?
  let opened = unsafe AudioFileOpenURL(inURL, .readPermission, 0, &file)
  guard opened == noErr, let file = unsafe file else { return opened }
  let status = unsafe wrap(file, isForWriting: false, ownsFile: true, outExtAudioFile)
  if status != noErr { unsafe AudioFileClose(file) }
  return status
}

/// The C entry point, which takes a `CFURLRef`.
@c(ExtAudioFileOpenURL)
package func ExtAudioFileOpenURLForC(
  _ inURL: UnsafeRawPointer?, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>?
) -> OSStatus {
  guard let inURL = unsafe inURL, let outExtAudioFile = unsafe outExtAudioFile else {
    return kAudio_ParamError
  }
  // Safe: a CFURLRef is an NSURL, and the client keeps it alive during the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inURL).takeUnretainedValue()
  return unsafe ExtAudioFileOpenURL(url, outExtAudioFile)
}

/// Creates an audio file at a URL for writing frames, which are converted to its format.
///
/// - Parameters:
///   - inURL: The URL of a file.
///   - inFileType: The type of the new file.
///   - inStreamDesc: The format of the file. For a codec, only the format identifier and the
///     channel count are required. A sample rate of 0 means the rate of the client format. The file
///     is then created when the client format is set.
///   - inChannelLayout: The channel layout, as for `kExtAudioFileProperty_FileChannelLayout`. May
///     be nil.
///   - inFlags: The flags of `AudioFileCreateWithURL`, as a number.
///   - outExtAudioFile: On return, the file, or nil if the call fails.
/// - Returns: 0; an error from `AudioFileCreateWithURL`; `kExtAudioFileError_InvalidDataFormat` if
///   no encoder supports the format; `kExtAudioFileError_InvalidChannelMap` if the channel count of
///   the layout differs, or the codec does not support its speakers.
@discardableResult
public func ExtAudioFileCreateWithURL(
  _ inURL: CFURL, _ inFileType: AudioFileTypeID,
  _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
  _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  guard unsafe !isNull(outExtAudioFile), UInt(bitPattern: inStreamDesc) != 0 else {
    return kAudio_ParamError
  }
  unsafe outExtAudioFile.pointee = nil
  return unsafe create(
    .url(inURL), inFileType, inStreamDesc, inChannelLayout, AudioFileFlags(rawValue: inFlags),
    outExtAudioFile)
}

/// Creates an audio file whose bytes go to a sink, for writers without a file system.
///
/// The parameters and statuses are those of ``ExtAudioFileCreateWithURL(_:_:_:_:_:_:)``.
package func createExtAudioFile(
  on sink: any ByteSink, _ type: AudioFileTypeID,
  _ format: UnsafePointer<AudioStreamBasicDescription>,
  _ layout: UnsafePointer<AudioChannelLayout>?,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  unsafe create(.sink(sink), type, format, layout, .dontPageAlignAudioData, outExtAudioFile)
}

private func create(
  _ destination: ExtAudioFileCreation.Destination, _ type: AudioFileTypeID,
  _ description: UnsafePointer<AudioStreamBasicDescription>,
  _ channelLayout: UnsafePointer<AudioChannelLayout>?, _ flags: AudioFileFlags,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  status { () throws(StatusError) in
    let format = unsafe StreamFormat(description.pointee)
    let layout = try unsafe channelLayout.map { (layout) throws(StatusError) in
      try unsafe ChannelLayout(layout, channelCount: format.channelCount)
    }
    let creation = ExtAudioFileCreation(
      destination: destination, type: type, format: format, layout: layout, flags: flags)
    guard format.sampleRate > 0 else {
      unsafe outExtAudioFile.pointee = ExtAudioFileObject.all.add(ExtAudioFileObject(creation))
      return
    }
    let file = try unsafe creation.create(sampleRate: format.sampleRate)
    do throws(StatusError) {
      let object = try unsafe ExtAudioFileObject(file, isForWriting: true, ownsFile: true)
      if let layout { try object.setFileLayout(layout) }
      unsafe outExtAudioFile.pointee = ExtAudioFileObject.all.add(object)
    } catch {
      unsafe creation.abandon(file)
      throw error
    }
  }
}

/// The C entry point, which takes a `CFURLRef`.
@c(ExtAudioFileCreateWithURL)
package func ExtAudioFileCreateWithURLForC(
  _ inURL: UnsafeRawPointer?, _ inFileType: AudioFileTypeID,
  _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>?,
  _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>?
) -> OSStatus {
  guard let inURL = unsafe inURL, let inStreamDesc = unsafe inStreamDesc,
    let outExtAudioFile = unsafe outExtAudioFile
  else { return kAudio_ParamError }
  // Safe: a CFURLRef is an NSURL, and the client keeps it alive during the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inURL).takeUnretainedValue()
  return unsafe ExtAudioFileCreateWithURL(
    url, inFileType, inStreamDesc, inChannelLayout, inFlags, outExtAudioFile)
}

/// Reads or writes frames through an open audio file.
///
/// The client must close the audio file itself, after ``ExtAudioFileDispose(_:)``.
///
/// - Parameters:
///   - inFileID: The audio file.
///   - inForWriting: Whether to write frames, to a file created for writing.
///   - outExtAudioFile: On return, the result, or nil if the call fails.
/// - Returns: 0; `kAudioFilePermissionsError` if the file is not writable; `kAudioFileNotOpenError`
///   if the file is closed; `kAudioConverterErr_FormatNotSupported` if no codec supports the
///   format.
@c @implementation
public func ExtAudioFileWrapAudioFileID(
  _ inFileID: AudioFileID, _ inForWriting: Bool,
  _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  guard unsafe !isNull(outExtAudioFile) else { return kAudio_ParamError }
  unsafe outExtAudioFile.pointee = nil
  return unsafe wrap(inFileID, isForWriting: inForWriting, ownsFile: false, outExtAudioFile)
}

private func wrap(
  _ file: AudioFileID, isForWriting: Bool, ownsFile: Bool,
  _ out: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe ExtAudioFileObject(
      file, isForWriting: isForWriting, ownsFile: ownsFile)
    unsafe out.pointee = ExtAudioFileObject.all.add(object)
  }
}

/// Disposes of a file: writes pending frames, and closes the file unless it was wrapped.
///
/// - Parameter inExtAudioFile: The file. It is invalid after the call.
/// - Returns: 0; `kAudio_ParamError` if the file is already disposed of; otherwise the error that
///   prevented writing.
@c @implementation
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(inExtAudioFile),
      let object = unsafe ExtAudioFileObject.all.remove(inExtAudioFile)
    else { throw StatusError(kAudio_ParamError) }
    try object.close()
  }
}

/// Reads frames in the client format.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - ioNumberFrames: The number of frames to read. On return, the number of frames read. It is
///     smaller if the buffers are smaller or the file ends, and 0 after the end.
///   - ioData: The buffers and their capacity in bytes. On return, the number of bytes read.
/// - Returns: 0; `kExtAudioFileError_InvalidOperationOrder` if the file is open for writing, or
///   contains encoded audio and no client format is set; `kAudio_ParamError` if the buffers do not
///   match the format; otherwise the error that prevented reading.
@c @implementation
public func ExtAudioFileRead(
  _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
  _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard unsafe !isNull(ioNumberFrames), unsafe !isNull(ioData) else { return kAudio_ParamError }
  let requested = unsafe Int(ioNumberFrames.pointee)
  unsafe ioNumberFrames.pointee = 0
  return status { () throws(StatusError) in
    let object = try unsafe ExtAudioFileObject.find(inExtAudioFile)
    let read = try unsafe object.read(requested, into: UnsafeMutableAudioBufferListPointer(ioData))
    unsafe ioNumberFrames.pointee = UInt32(read)
  }
}

/// Writes frames in the client format.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inNumberFrames: The number of frames.
///   - ioData: The frames.
/// - Returns: 0; `kExtAudioFileError_InvalidOperationOrder` if the file is open for reading, or
///   contains encoded audio and no client format is set; `kAudio_ParamError` if the buffers do not
///   match the format or hold fewer frames; `kExtAudioFileError_InvalidChannelMap` if the codec
///   does not support the speakers; otherwise the error that prevented writing.
@c @implementation
public func ExtAudioFileWrite(
  _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32,
  _ ioData: UnsafePointer<AudioBufferList>
) -> OSStatus {
  guard UInt(bitPattern: ioData) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let object = try unsafe ExtAudioFileObject.find(inExtAudioFile)
    try unsafe object.write(
      Int(inNumberFrames),
      from: UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: ioData)))
  }
}

/// Moves the read position to a frame, which may be inside a packet.
///
/// Reading then returns exactly the same frames as reading up to that position. The decoder starts
/// as early as necessary.
///
/// - Parameters:
///   - inExtAudioFile: A file open for reading.
///   - inFrameOffset: The offset in frames from the start, at the sample rate of the file, without
///     priming.
/// - Returns: 0; `kExtAudioFileError_InvalidSeek` if the frame does not exist or the file is open
///   for writing.
@c @implementation
public func ExtAudioFileSeek(
  _ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe ExtAudioFileObject.find(inExtAudioFile).seek(to: inFrameOffset)
  }
}

/// Gets the position of the next frame to read or write.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - outFrameOffset: On return, the offset in frames from the start, at the sample rate of the
///     file, without priming.
/// - Returns: 0, or `kAudio_ParamError`.
@c @implementation
public func ExtAudioFileTell(
  _ inExtAudioFile: ExtAudioFileRef, _ outFrameOffset: UnsafeMutablePointer<Int64>
) -> OSStatus {
  guard unsafe !isNull(outFrameOffset) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    unsafe outFrameOffset.pointee = try ExtAudioFileObject.find(inExtAudioFile).position
  }
}
