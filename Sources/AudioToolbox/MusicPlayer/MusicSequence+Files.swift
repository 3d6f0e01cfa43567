internal import AudioTransport
public import CoreAudioTypes
public import Foundation
internal import MIDISequencing

/// Adds the tracks of a file.
///
/// The tempo and time signatures of the file go to the tempo track. The first track of a file of
/// format 1 joins the tempo track if it contains only meta events. Wrong lengths and other common
/// faults are repaired. If the file uses time code, the times of the sequence are in seconds.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inFileRef: The URL of a Standard MIDI File, also inside RIFF. A URL without a scheme is a
///     path.
///   - inFileTypeHint: The expected type. The content alone determines the type.
///   - inFlags: `.smf_ChannelsToTracks` makes a track for each channel, and a last one for other
///     events.
/// - Returns: 0; `kAudioFileUnsupportedFileTypeError` for other files;
///   `kAudioFileInvalidFileError` for a damaged or empty file; an error of `AudioFileOpenURL` if
///   the file cannot be read; `kAudio_ParamError` if the sequence does not exist.
@discardableResult
public func MusicSequenceFileLoad(
  _ inSequence: MusicSequence, _ inFileRef: CFURL, _ inFileTypeHint: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  status { () throws(StatusError) in
    let sequence = try unsafe SequenceObject.find(inSequence)
    guard let path = inFileRef.filePath else { throw StatusError(kAudioFileUnspecifiedError) }
    let bytes = try SequenceFile.bytes(path)
    try sequence.load(bytes.span, inFlags)
  }
}

/// The C entry point, which takes a `CFURLRef`.
@c(MusicSequenceFileLoad)
package func MusicSequenceFileLoadForC(
  _ inSequence: MusicSequence?, _ inFileRef: UnsafeRawPointer?,
  _ inFileTypeHint: MusicSequenceFileTypeID, _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  guard let inSequence = unsafe inSequence, let inFileRef = unsafe inFileRef else {
    return kAudio_ParamError
  }
  // Safe: a CFURLRef is an NSURL, and the client keeps it alive during the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inFileRef).takeUnretainedValue()
  return unsafe MusicSequenceFileLoad(inSequence, url, inFileTypeHint, inFlags)
}

/// Adds the tracks of a file's bytes.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inData: The bytes.
///   - inFileTypeHint: The expected type. The content alone determines the type.
///   - inFlags: As for ``MusicSequenceFileLoad(_:_:_:_:)``.
/// - Returns: As for ``MusicSequenceFileLoad(_:_:_:_:)``.
@discardableResult
public func MusicSequenceFileLoadData(
  _ inSequence: MusicSequence, _ inData: CFData, _ inFileTypeHint: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  status { () throws(StatusError) in
    let bytes = Array(inData as Data)
    try unsafe SequenceObject.find(inSequence).load(bytes.span, inFlags)
  }
}

/// The C entry point, which takes a `CFDataRef`.
@c(MusicSequenceFileLoadData)
package func MusicSequenceFileLoadDataForC(
  _ inSequence: MusicSequence?, _ inData: UnsafeRawPointer?,
  _ inFileTypeHint: MusicSequenceFileTypeID, _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  guard let inSequence = unsafe inSequence, let inData = unsafe inData else {
    return kAudio_ParamError
  }
  // Safe: a CFDataRef is an NSData, and the client keeps it alive during the call.
  let data = unsafe Unmanaged<NSData>.fromOpaque(inData).takeUnretainedValue()
  return unsafe MusicSequenceFileLoadData(inSequence, data, inFileTypeHint, inFlags)
}

/// Adds the tracks of a file's bytes.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inData: The bytes.
///   - inFlags: As for ``MusicSequenceFileLoad(_:_:_:_:)``.
/// - Returns: As for ``MusicSequenceFileLoad(_:_:_:_:)``.
@available(*, deprecated, message: "use MusicSequenceFileLoadData")
@discardableResult
public func MusicSequenceLoadSMFDataWithFlags(
  _ inSequence: MusicSequence, _ inData: CFData, _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  unsafe MusicSequenceFileLoadData(inSequence, inData, .midiType, inFlags)
}

/// The C entry point, which takes a `CFDataRef`.
@c(MusicSequenceLoadSMFDataWithFlags)
package func MusicSequenceLoadSMFDataWithFlagsForC(
  _ inSequence: MusicSequence?, _ inData: UnsafeRawPointer?, _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
  unsafe MusicSequenceFileLoadDataForC(inSequence, inData, .midiType, inFlags)
}

/// Writes a Standard MIDI File of format 1, with the tempo track first.
///
/// A file cannot hold parameters, presets, extended controls, and user events, so they are left
/// out. An extended note becomes a note with the nearest key, in the channel of its group.
///
/// - Parameters:
///   - inSequence: The sequence, in beats or in seconds.
///   - inFileRef: The URL of the file.
///   - inFileType: The type: `.midiType`, or `.anyType`.
///   - inFlags: `.eraseFile` replaces an existing file.
///   - inResolution: For beats, the ticks in each beat; 0 for the ticks of the loaded file, or 480.
///     For seconds, the result of ``MusicSequenceSetSMPTEResolution(_:_:)``; 0 for milliseconds.
/// - Returns: 0; `kAudioFilePermissionsError` for an existing file without the flag;
///   `kAudioFileUnsupportedFileTypeError` for other types; `kAudioToolboxErr_InvalidSequenceType`
///   if the resolution does not match the sequence's type; the error of the file system;
///   `kAudio_ParamError` if an event is later than a file can state, or the sequence does not
///   exist.
@discardableResult
public func MusicSequenceFileCreate(
  _ inSequence: MusicSequence, _ inFileRef: CFURL, _ inFileType: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceFileFlags, _ inResolution: Int16
) -> OSStatus {
  status { () throws(StatusError) in
    let sequence = try unsafe SequenceObject.find(inSequence)
    guard let path = inFileRef.filePath else { throw StatusError(kAudioFileUnspecifiedError) }
    let bytes = try sequence.bytes(inFileType, inResolution)
    try SequenceFile.write(bytes, path, isErasing: inFlags.contains(.eraseFile))
  }
}

/// The C entry point, which takes a `CFURLRef`.
@c(MusicSequenceFileCreate)
package func MusicSequenceFileCreateForC(
  _ inSequence: MusicSequence?, _ inFileRef: UnsafeRawPointer?,
  _ inFileType: MusicSequenceFileTypeID, _ inFlags: MusicSequenceFileFlags, _ inResolution: Int16
) -> OSStatus {
  guard let inSequence = unsafe inSequence, let inFileRef = unsafe inFileRef else {
    return kAudio_ParamError
  }
  // Safe: a CFURLRef is an NSURL, and the client keeps it alive during the call.
  let url = unsafe Unmanaged<NSURL>.fromOpaque(inFileRef).takeUnretainedValue()
  return unsafe MusicSequenceFileCreate(inSequence, url, inFileType, inFlags, inResolution)
}

/// Makes the bytes of a Standard MIDI File.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inFileType: As for ``MusicSequenceFileCreate(_:_:_:_:_:)``.
///   - inFlags: Ignored.
///   - inResolution: As for ``MusicSequenceFileCreate(_:_:_:_:_:)``.
///   - outData: On return, the bytes, which the client releases.
/// - Returns: As for ``MusicSequenceFileCreate(_:_:_:_:_:)``.
@discardableResult
public func MusicSequenceFileCreateData(
  _ inSequence: MusicSequence, _ inFileType: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceFileFlags, _ inResolution: Int16,
  _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
  status { () throws(StatusError) in
    let bytes = try unsafe SequenceObject.find(inSequence).bytes(inFileType, inResolution)
    unsafe outData.pointee = Unmanaged.passRetained(NSData(data: Data(bytes)))
  }
}

/// The C entry point, which makes a `CFDataRef`.
@c(MusicSequenceFileCreateData)
package func MusicSequenceFileCreateDataForC(
  _ inSequence: MusicSequence?, _ inFileType: MusicSequenceFileTypeID,
  _ inFlags: MusicSequenceFileFlags, _ inResolution: Int16,
  _ outData: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  guard let inSequence = unsafe inSequence, let outData = unsafe outData else {
    return kAudio_ParamError
  }
  var data: Unmanaged<CFData>?
  let status = unsafe MusicSequenceFileCreateData(
    inSequence, inFileType, inFlags, inResolution, &data)
  unsafe outData.pointee = unsafe data.map { unsafe UnsafeRawPointer($0.toOpaque()) }
  return status
}

/// Makes the bytes of a Standard MIDI File.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - outData: On return, the bytes, which the client releases.
///   - inResolution: As for ``MusicSequenceFileCreate(_:_:_:_:_:)``.
/// - Returns: As for ``MusicSequenceFileCreate(_:_:_:_:_:)``.
@available(*, deprecated, message: "use MusicSequenceFileCreateData")
@discardableResult
public func MusicSequenceSaveSMFData(
  _ inSequence: MusicSequence, _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>,
  _ inResolution: UInt16
) -> OSStatus {
  unsafe MusicSequenceFileCreateData(
    inSequence, .midiType, [], Int16(bitPattern: inResolution), outData)
}

/// The C entry point, which makes a `CFDataRef`.
@c(MusicSequenceSaveSMFData)
package func MusicSequenceSaveSMFDataForC(
  _ inSequence: MusicSequence?, _ outData: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ inResolution: UInt16
) -> OSStatus {
  unsafe MusicSequenceFileCreateDataForC(
    inSequence, .midiType, [], Int16(bitPattern: inResolution), outData)
}
