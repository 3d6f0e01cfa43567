internal import AudioToolbox
internal import Foundation

/// Checks whether a file type can hold a format, without creating a file.
enum FileTrial {
  /// Checks that an encoder supports the choices, and that the file type can hold its output.
  ///
  /// - Returns: 0, or the status that explains the failure.
  static func status(
    _ description: AudioStreamBasicDescription, _ layout: AVAudioChannelLayout?,
    _ choices: EncoderChoices, in type: AudioFileTypeID
  ) -> OSStatus {
    var description = description
    let encoder = encoderStatus(&description, layout, choices)
    return encoder == noErr ? fileStatus(&description, type) : encoder
  }

  /// Creates a converter, and fills in the fields that its encoder decides.
  private static func encoderStatus(
    _ description: inout AudioStreamBasicDescription, _ layout: AVAudioChannelLayout?,
    _ choices: EncoderChoices
  ) -> OSStatus {
    let samples = AVAudioCommonFormat.pcmFormatFloat32.description(
      sampleRate: description.mSampleRate, channels: description.mChannelsPerFrame,
      interleaved: true)
    guard var samples else { return kAudio_ParamError }
    var made: AudioConverterRef?
    let status = unsafe AudioConverterNew(&samples, &description, &made)
    guard let converter = unsafe made else { return status }
    defer { unsafe AudioConverterDispose(converter) }
    if let layout {
      let size = UInt32(clamping: layout.value.sizeInBytes)
      // Safe: the layout has this many bytes, and outlives the call.
      let status = unsafe AudioConverterSetProperty(
        converter, kAudioConverterOutputChannelLayout, size, layout.layout)
      guard status == noErr else { return kExtAudioFileError_InvalidChannelMap }
    }
    do {
      try unsafe choices.apply(to: converter)
    } catch {
      return OSStatus(truncatingIfNeeded: (error as NSError).code)
    }
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    return unsafe AudioConverterGetProperty(
      converter, kAudioConverterCurrentOutputStreamDescription, &size, &description)
  }

  /// Creates a file whose callbacks discard all data.
  private static func fileStatus(
    _ description: inout AudioStreamBasicDescription, _ type: AudioFileTypeID
  ) -> OSStatus {
    // The callbacks ignore their client pointer, but it must not be nil.
    var nothing: UInt8 = 0
    var made: AudioFileID?
    let status = unsafe withUnsafeMutableBytes(of: &nothing) { nothing in
      guard let client = nothing.baseAddress else { return kAudio_ParamError }
      return unsafe AudioFileInitializeWithCallbacks(
        client, read, write, { _ in 0 }, { _, _ in noErr }, type, &description, [], &made)
    }
    if let file = unsafe made { unsafe AudioFileClose(file) }
    return status
  }

  private static let read: AudioFile_ReadProc = { _, _, _, _, count in
    unsafe count.pointee = 0
    return noErr
  }

  private static let write: AudioFile_WriteProc = { _, _, count, _, written in
    unsafe written.pointee = count
    return noErr
  }
}
