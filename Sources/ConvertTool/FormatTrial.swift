import AudioToolbox

/// Checks whether a format can be written, without creating a file.
///
/// AudioToolbox lists the readable formats of a file type, which may be more or fewer than the
/// writable ones.
enum FormatTrial {
  /// Whether a file type can hold a format.
  static func canHold(_ format: AudioStreamBasicDescription, in type: AudioFileTypeID) -> Bool {
    var format = format
    // The callbacks ignore their client pointer, but it must not be nil.
    var nothing: UInt8 = 0
    return withUnsafeMutableBytes(of: &nothing) { nothing in
      guard let client = nothing.baseAddress else { return false }
      var file: AudioFileID?
      let status = AudioFileInitializeWithCallbacks(
        client, read, write, { _ in 0 }, { _, _ in noErr }, type, &format, [], &file)
      guard status == noErr, let file else { return false }
      AudioFileClose(file)
      return true
    }
  }

  private static let read: AudioFile_ReadProc = { _, _, _, _, count in
    count.pointee = 0
    return noErr
  }

  private static let write: AudioFile_WriteProc = { _, _, count, _, written in
    written.pointee = count
    return noErr
  }

  /// The output format of an encoder for 16-bit stereo, or `nil` without an encoder.
  static func encoded(_ codec: AudioFormatID) -> AudioStreamBasicDescription? {
    var source = AudioStreamBasicDescription()
    source.mSampleRate = 48_000
    source.mFormatID = kAudioFormatLinearPCM
    source.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
    source.mBitsPerChannel = 16
    source.mChannelsPerFrame = 2
    source.mFramesPerPacket = 1
    source.mBytesPerFrame = 4
    source.mBytesPerPacket = 4
    var target = AudioStreamBasicDescription()
    target.mSampleRate = 48_000
    target.mFormatID = codec
    target.mChannelsPerFrame = 2
    if codec == kAudioFormatAppleLossless || codec == kAudioFormatFLAC { target.mFormatFlags = 1 }
    var made: AudioConverterRef?
    guard AudioConverterNew(&source, &target, &made) == noErr, let converter = made else {
      return nil
    }
    defer { AudioConverterDispose(converter) }
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    let status = AudioConverterGetProperty(
      converter, kAudioConverterCurrentOutputStreamDescription, &size, &target)
    return status == noErr ? target : nil
  }
}
