import AudioToolbox

/// Writes generated packets to a file without end, and prints their number after each call.
///
///     Recorder caff|alac|m4af|WAVE FILE [LIMIT]
///     Recorder begin TYPE CODEC FILE
///     Recorder movie FILE fragments|whole [LIMIT]
///
/// Packets of AAC, of Apple Lossless in a CAF file, or of linear PCM.
/// The tests of writing kill this program. ``packet(_:_:)`` makes the packets. With a limit on file
/// sizes, it continues until a call fails, prints that, closes the file, and prints the result.
@main
enum Recorder {
  static func main() async {
    if CommandLine.arguments.count > 3, CommandLine.arguments[1] == "movie" { await movie() }
    if CommandLine.arguments.count == 5 { begin() }
    guard (3...4).contains(CommandLine.arguments.count) else { exit(2) }
    let isVarying = CommandLine.arguments[1] != "WAVE"
    if CommandLine.arguments.count == 4 { limitFiles(to: CommandLine.arguments[3]) }
    let url = URL(fileURLWithPath: CommandLine.arguments[2])
    let isLossless = CommandLine.arguments[1] == "alac"
    var format =
      isVarying
      ? AudioStreamBasicDescription(
        mSampleRate: 44100,
        mFormatID: isLossless ? kAudioFormatAppleLossless : kAudioFormatMPEG4AAC,
        mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: isLossless ? 4096 : 1024,
        mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0,
        mReserved: 0)
      : AudioStreamBasicDescription(
        mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
        mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
        mBitsPerChannel: 16, mReserved: 0)
    var file: AudioFileID?
    let types = [
      "caff": kAudioFileCAFType, "alac": kAudioFileCAFType, "m4af": kAudioFileM4AType,
      "WAVE": kAudioFileWAVEType,
    ]
    guard let type = types[CommandLine.arguments[1]] else { exit(2) }
    guard AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &file) == noErr,
      let file
    else { exit(3) }
    if !isVarying {
      var defers: UInt32 = 0
      AudioFileSetProperty(file, kAudioFilePropertyDeferSizeUpdates, 4, &defers)
    }
    var index = 0
    while true {
      let packets = (index..<index + 1 + index % 7).map { packet($0, isVarying) }
      var place: Int64 = 0
      let descriptions = packets.map { packet in
        defer { place += Int64(packet.count) }
        return AudioStreamPacketDescription(
          mStartOffset: place, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      }
      var count = UInt32(packets.count)
      let bytes = packets.flatMap { $0 }
      let status = AudioFileWritePackets(
        file, false, UInt32(bytes.count), isVarying ? descriptions : nil, Int64(index), &count,
        bytes)
      guard status == noErr else {
        say("full \(status) \(index + Int(count))")
        say("closed \(AudioFileClose(file))")
        exit(4)
      }
      index += packets.count
      say("\(index)")
    }
  }

  static func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }

  /// Limits file sizes: a call that would exceed the limit fails, as on a full disk.
  static func limitFiles(to text: String) {
    guard let bytes = rlim_t(text) else { exit(2) }
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(5) }
  }

  /// The packet with an index: of 20 to 419 bytes, or of 4.
  static func packet(_ index: Int, _ isVarying: Bool) -> [UInt8] {
    let count = isVarying ? 20 + index * 37 % 400 : 4
    return (0..<count).map { UInt8(($0 * 7 + index * 3) % 251) }
  }
}
