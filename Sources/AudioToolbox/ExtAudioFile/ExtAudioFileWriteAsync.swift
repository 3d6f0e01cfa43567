internal import AudioRealtime
public import CoreAudioTypes

/// Takes frames in the client's format, to be written by a thread of the library.
///
/// Once prepared, calls neither allocate nor lock nor touch the disk, so that a render thread may make them. The frames wait in a
/// ring for four seconds of sound.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inNumberFrames: How many; 0 with no frames prepares, which takes memory and a thread and is not for a render thread.
///   - ioData: The frames, which are copied.
/// - Returns: 0; the status of an earlier write that failed; `kExtAudioFileError_AsyncWriteTooLarge` where the ring could never hold
///   as many; `kExtAudioFileError_AsyncWriteBufferOverflow` where it is full, and the frames are lost;
///   `kExtAudioFileError_InvalidOperationOrder` where the file is read, or holds a codec's packets and no client format was set;
///   `kAudio_ParamError` where the buffers are not those of the format.
@c @implementation
public func ExtAudioFileWriteAsync(
  _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32,
  _ ioData: UnsafePointer<AudioBufferList>?
) -> OSStatus {
  let key = UInt(bitPattern: inExtAudioFile)
  guard key != 0 else { return kAudio_ParamError }
  if let found = ExtAudioFileAsyncWriter.slots.object(key) {
    guard inNumberFrames > 0 else { return noErr }
    guard let ioData = unsafe ioData else { return kAudio_ParamError }
    // Safe: nothing but such writers is ever put into these slots.
    let writer = unsafe unsafeDowncast(found, to: ExtAudioFileAsyncWriter.self)
    return unsafe writer.take(
      Int(inNumberFrames),
      from: UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: ioData)))
  }
  let prepared = status { () throws(StatusError) in
    try unsafe ExtAudioFileObject.find(inExtAudioFile).prepareAsync(key)
  }
  guard prepared == noErr, inNumberFrames > 0 else { return prepared }
  return unsafe ExtAudioFileWriteAsync(inExtAudioFile, inNumberFrames, ioData)
}
