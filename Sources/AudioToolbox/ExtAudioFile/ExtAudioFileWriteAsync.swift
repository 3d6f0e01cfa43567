internal import AudioRealtime
public import CoreAudioTypes

/// Writes frames in the client format asynchronously, on a thread of the library.
///
/// After preparation, calls do not allocate memory, take locks, or access the disk, so a render
/// thread may make them. A ring holds up to four seconds of pending audio.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inNumberFrames: The number of frames. Pass 0 with nil data to prepare. Preparation allocates
///     memory and a thread, so do not prepare on a render thread.
///   - ioData: The frames, which are copied.
/// - Returns: 0; the status of an earlier failed write; `kExtAudioFileError_AsyncWriteTooLarge` if
///   the frames exceed the capacity of the ring; `kExtAudioFileError_AsyncWriteBufferOverflow` if
///   the ring is full and the frames are lost; `kExtAudioFileError_InvalidOperationOrder` if the
///   file is open for reading, or contains encoded audio and no client format is set;
///   `kAudio_ParamError` if the buffers do not match the format.
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
    // Safe: the slots only contain such writers.
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
