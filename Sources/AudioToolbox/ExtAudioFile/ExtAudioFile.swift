internal import AudioModel
internal import AudioFiles
public import CoreAudioTypes
internal import Foundation

/// Opens the audio file at a URL, to read its frames.
///
/// - Parameters:
///   - inURL: The URL of a file.
///   - outExtAudioFile: Takes the file; nil where it cannot be opened.
/// - Returns: 0; what `AudioFileOpenURL` returns; `kAudioConverterErr_FormatNotSupported` where nothing decodes it.
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

/// The function of C, which takes the reference of CoreFoundation.
@c(ExtAudioFileOpenURL)
package func ExtAudioFileOpenURLForC(
  _ inURL: UnsafeRawPointer?, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>?
) -> OSStatus {
  guard let inURL = unsafe inURL, let outExtAudioFile = unsafe outExtAudioFile else {
    return kAudio_ParamError
  }
  // Safe: a CFURLRef is an NSURL, and the client keeps it for the length of the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inURL).takeUnretainedValue()
  return unsafe ExtAudioFileOpenURL(url, outExtAudioFile)
}

/// Creates an audio file at a URL, to write frames that are converted to its format.
///
/// - Parameters:
///   - inURL: The URL of a file.
///   - inFileType: What the file is to be.
///   - inStreamDesc: What it is to hold. Of a codec's format only the identifier and the channels need be set; a sample rate of 0
///     becomes that of the client's format, and the file is created when that is set.
///   - inChannelLayout: Its channels, as of `kExtAudioFileProperty_FileChannelLayout`. May be nil.
///   - inFlags: Those of `AudioFileCreateWithURL`, as a number.
///   - outExtAudioFile: Takes the file; nil where it cannot be created.
/// - Returns: 0; what `AudioFileCreateWithURL` returns; `kExtAudioFileError_InvalidDataFormat` where nothing encodes it;
///   `kExtAudioFileError_InvalidChannelMap` where the layout is one of another number of channels,
///   or of loudspeakers that the codec has not.
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
  return status { () throws(StatusError) in
    let format = unsafe StreamFormat(inStreamDesc.pointee)
    let layout = try unsafe inChannelLayout.map { (layout) throws(StatusError) in
      try unsafe ChannelLayout(layout, channelCount: format.channelCount)
    }
    let creation = ExtAudioFileCreation(
      url: inURL, type: inFileType, format: format, layout: layout,
      flags: AudioFileFlags(rawValue: inFlags))
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

/// The function of C, which takes the reference of CoreFoundation.
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
  // Safe: a CFURLRef is an NSURL, and the client keeps it for the length of the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inURL).takeUnretainedValue()
  return unsafe ExtAudioFileCreateWithURL(
    url, inFileType, inStreamDesc, inChannelLayout, inFlags, outExtAudioFile)
}

/// Reads or writes frames by way of a file that is open.
///
/// The file stays the client's to close, after ``ExtAudioFileDispose(_:)``.
///
/// - Parameters:
///   - inFileID: The file.
///   - inForWriting: Whether frames are written, to a file that was created.
///   - outExtAudioFile: Takes the result.
/// - Returns: 0; `kAudioFilePermissionsError` where the file cannot be written; `kAudioFileNotOpenError` where it is closed;
///   `kAudioConverterErr_FormatNotSupported` where there is no codec for it.
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

/// Ends the use of a file: writes what is held back, and closes the file unless it was wrapped.
///
/// - Parameter inExtAudioFile: The file, of no more use afterwards.
/// - Returns: 0; `kAudio_ParamError` where it was ended before; or why it could not be written.
@c @implementation
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
  status { () throws(StatusError) in
    guard unsafe !isNull(inExtAudioFile),
      let object = unsafe ExtAudioFileObject.all.remove(inExtAudioFile)
    else { throw StatusError(kAudio_ParamError) }
    try object.close()
  }
}

/// Reads frames in the client's format.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - ioNumberFrames: The wish, then what was read: fewer where the buffers are smaller, and at the end; 0 behind it.
///   - ioData: Room in bytes, then the bytes read.
/// - Returns: 0; `kExtAudioFileError_InvalidOperationOrder` where the file is written, or holds a codec's packets and no client
///   format was set; `kAudio_ParamError` where the buffers are not those of the format; or why the file cannot be read.
@c @implementation
public func ExtAudioFileRead(
  _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
  _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard unsafe !isNull(ioNumberFrames), unsafe !isNull(ioData) else { return kAudio_ParamError }
  let wish = unsafe Int(ioNumberFrames.pointee)
  unsafe ioNumberFrames.pointee = 0
  return status { () throws(StatusError) in
    let object = try unsafe ExtAudioFileObject.find(inExtAudioFile)
    let read = try unsafe object.read(wish, into: UnsafeMutableAudioBufferListPointer(ioData))
    unsafe ioNumberFrames.pointee = UInt32(read)
  }
}

/// Writes frames in the client's format.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inNumberFrames: How many.
///   - ioData: The frames.
/// - Returns: 0; `kExtAudioFileError_InvalidOperationOrder` where the file is read, or holds a codec's packets and no client
///   format was set; `kAudio_ParamError` where the buffers are not those of the format, or hold fewer frames;
///   `kExtAudioFileError_InvalidChannelMap` where they are of loudspeakers that the codec has not; or why the file cannot be written.
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

/// Goes on with another frame, which may lie in the middle of a packet.
///
/// What is read then is what reading up to it would have given: the decoder hears as much before it as it needs.
///
/// - Parameters:
///   - inExtAudioFile: A file that is read.
///   - inFrameOffset: Frames from the start, at the file's sample rate, priming not counted.
/// - Returns: 0; `kExtAudioFileError_InvalidSeek` where there is no such frame, or the file is written.
@c @implementation
public func ExtAudioFileSeek(
  _ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe ExtAudioFileObject.find(inExtAudioFile).seek(to: inFrameOffset)
  }
}

/// The frame that is read or written next.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - outFrameOffset: Takes frames from the start, at the file's sample rate, priming not counted.
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
