internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import AudioRealtime
internal import CoreAudioTypes

/// Reading and writing frames.
extension ExtAudioFileObject {
  /// Reads as many frames as fit.
  ///
  /// - Returns: The number of frames.
  func read(
    _ count: Int, into list: UnsafeMutableAudioBufferListPointer
  ) throws(StatusError) -> Int {
    guard case .reading(let reader) = use, let format = clientFormat else {
      throw StatusError(kExtAudioFileError_InvalidOperationOrder)
    }
    let room = try unsafe AudioConverterOutput(list, of: format)
    let limit = min(count, room.frameCount(of: format))
    let read = try exclusively { () throws(StatusError) in
      try withFrameStatus { () throws(FrameFileError) in try reader.read(limit, into: room) }
    }
    for index in unsafe list.indices {
      unsafe list[index].mDataByteSize = UInt32(read * format.bytesPerFrame)
    }
    return read
  }

  func write(
    _ count: Int, from list: UnsafeMutableAudioBufferListPointer
  ) throws(StatusError) {
    guard case .writing(let writer) = use, asyncWriter == nil, let format = clientFormat else {
      throw StatusError(kExtAudioFileError_InvalidOperationOrder)
    }
    let frames = try unsafe AudioConverterInput(list, of: format, frameCount: count)
    try exclusively { () throws(StatusError) in
      try withFrameStatus { () throws(FrameFileError) in try writer.write(count, from: frames) }
    }
  }

  /// Prepares to accept frames from a render thread.
  ///
  /// - Parameter key: The key by which that thread finds the writer.
  /// - Throws: `kExtAudioFileError_InvalidOperationOrder` if the file is not ready for writing;
  ///   `kAudio_TooManyFilesOpenError` if too many files have such a writer.
  func prepareAsync(_ key: UInt) throws(StatusError) {
    guard case .writing = use, asyncWriter == nil, let format = clientFormat else {
      throw StatusError(kExtAudioFileError_InvalidOperationOrder)
    }
    let writer = ExtAudioFileAsyncWriter(format) { [self] count, frames throws(StatusError) in
      guard case .writing(let writer) = use else { return }
      try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in
          try writer.write(count, from: frames)
        }
      }
    }
    guard ExtAudioFileAsyncWriter.slots.add(writer, key: key) else {
      try writer.finish()
      throw StatusError(OSStatus(kAudio_TooManyFilesOpenError))
    }
    asyncWriter = (writer, key)
  }

  /// Moves the read position to another frame.
  func seek(to frame: Int64) throws(StatusError) {
    guard case .reading(let reader) = use else {
      throw StatusError(kExtAudioFileError_InvalidSeek)
    }
    try exclusively { () throws(StatusError) in
      try withFrameStatus { () throws(FrameFileError) in try reader.seek(to: frame) }
    }
  }

  /// The position of the next frame of the file.
  var position: Int64 {
    switch use {
    case .reading(let reader): reader.position
    case .writing(let writer):
      // Another thread may be writing.
      (try? exclusively { () throws(StatusError) in writer.position }) ?? 0
    case .pending: 0
    }
  }

  /// The number of frames in the file.
  func frameCount() throws(StatusError) -> Int64 {
    switch use {
    case .reading(let reader):
      try exclusively { () throws(StatusError) in
        try withFrameStatus { () throws(FrameFileError) in try reader.frameCount() }
      }
    case .writing: position
    case .pending: 0
    }
  }
}
