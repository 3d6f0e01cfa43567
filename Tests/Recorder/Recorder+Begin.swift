import AudioToolbox

extension Recorder {
  /// Creates a file for frames, reports it, and waits without a frame.
  ///
  /// Four characters name the type and the codec.
  static func begin() -> Never {
    let words = CommandLine.arguments
    guard words[1] == "begin", let type = code(words[2]), let codec = code(words[3]) else {
      exit(2)
    }
    let isBigEndian = ["AIFF", "AIFC", "NeXT"].contains(words[2])
    var format = samples(kAudioFormatFlagIsSignedInteger, bits: 16)
    if isBigEndian { format.mFormatFlags |= kAudioFormatFlagIsBigEndian }
    if codec != kAudioFormatLinearPCM {
      format = AudioStreamBasicDescription()
      format.mFormatID = codec
      format.mChannelsPerFrame = 2
      // Opus has no other rate near it.
      format.mSampleRate = codec == kAudioFormatOpus ? 48_000 : 44_100
      if codec == kAudioFormatAppleLossless || codec == kAudioFormatFLAC {
        format.mFormatFlags = kAppleLosslessFormatFlag_16BitSourceData
      }
    }
    var file: ExtAudioFileRef?
    let url = URL(fileURLWithPath: words[4]) as CFURL
    guard
      ExtAudioFileCreateWithURL(
        url, type, &format, nil, AudioFileFlags.eraseFile.rawValue, &file) == noErr,
      let file
    else { exit(3) }
    var client = samples(kAudioFormatFlagIsFloat, bits: 32)
    client.mSampleRate = format.mSampleRate
    guard
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr
    else { exit(4) }
    say("0")
    while true { pause() }
  }

  private static func samples(
    _ kind: AudioFormatFlags, bits: UInt32
  ) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kind | kAudioFormatFlagIsPacked, mBytesPerPacket: bits / 4,
      mFramesPerPacket: 1, mBytesPerFrame: bits / 4, mChannelsPerFrame: 2,
      mBitsPerChannel: bits, mReserved: 0)
  }

  private static func code(_ text: String) -> UInt32? {
    text.utf8.count == 4 ? text.utf8.reduce(0) { $0 << 8 | UInt32($1) } : nil
  }
}
