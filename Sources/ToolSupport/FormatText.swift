package import AudioToolbox

/// Formats as text, in the form of Apple's tool.
package enum FormatText {
  package static func line(_ format: AudioStreamBasicDescription) -> String {
    let flags = Numbers.hexadecimal(format.mFormatFlags)
    return "\(start(format)) (\(flags)) \(details(format))"
  }

  /// The channels, rate, and codec.
  package static func start(_ format: AudioStreamBasicDescription) -> String {
    let hertz = Self.hertz(format.mSampleRate)
    let padding = String(repeating: " ", count: max(0, 6 - hertz.utf8.count))
    let code = Numbers.fourCharacters(format.mFormatID)
    return "\(format.mChannelsPerFrame) ch, \(padding)\(hertz) Hz, '\(code)'"
  }

  /// A sample rate, with decimals only if needed.
  package static func hertz(_ rate: Double) -> String {
    rate == rate.rounded() ? Numbers.fixed(rate, decimals: 0) : "\(rate)"
  }

  /// Bits and bytes; for linear PCM also the kind of number and the byte order.
  package static func details(_ format: AudioStreamBasicDescription) -> String {
    guard format.mFormatID == kAudioFormatLinearPCM else {
      return "\(format.mBitsPerChannel) bits/channel, \(format.mBytesPerPacket) bytes/packet, "
        + "\(format.mFramesPerPacket) frames/packet, \(format.mBytesPerFrame) bytes/frame"
    }
    let flags = format.mFormatFlags
    let order = flags & kAudioFormatFlagIsBigEndian != 0 ? "big-endian" : "little-endian"
    let isFloat = flags & kAudioFormatFlagIsFloat != 0
    let isSigned = flags & kAudioFormatFlagIsSignedInteger != 0
    let kind = isFloat ? "float" : isSigned ? "signed integer" : "unsigned integer"
    let bytes = format.mBytesPerFrame / max(format.mChannelsPerFrame, 1)
    let container =
      bytes > 0 && bytes * 8 != format.mBitsPerChannel
      ? " (\(flags & kAudioFormatFlagIsAlignedHigh != 0 ? "high" : "low")-aligned in \(bytes) bytes)"
      : ""
    return "\(format.mBitsPerChannel)-bit \(bytes > 1 ? order + " " : "")\(kind)\(container)"
  }

  package static func packetTable(_ table: AudioFilePacketTableInfo) -> String {
    let total =
      table.mNumberValidFrames + Int64(table.mPrimingFrames) + Int64(table.mRemainderFrames)
    return "audio \(table.mNumberValidFrames) valid frames + \(table.mPrimingFrames) priming"
      + " + \(table.mRemainderFrames) remainder = \(total)"
  }

  /// The name of a channel layout, or its numbers if it has no name here.
  package static func layout(_ layout: AudioChannelLayout) -> String {
    let tag = layout.mChannelLayoutTag
    if tag == kAudioChannelLayoutTag_UseChannelBitmap {
      return "Channel layout: bitmap \(Numbers.hexadecimal(layout.mChannelBitmap.rawValue))"
    }
    let name = layoutNames[tag] ?? ChannelLayoutName.name(of: tag)
    return "Channel layout: " + (name ?? "tag \(Numbers.hexadecimal(tag))")
  }

  /// The text of a tag on one line, without control characters.
  package static func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? " " : $0
        }))
  }

  private static let layoutNames: [AudioChannelLayoutTag: String] = [
    kAudioChannelLayoutTag_Mono: "Mono",
    kAudioChannelLayoutTag_Stereo: "Stereo (L R)",
    kAudioChannelLayoutTag_StereoHeadphones: "Stereo headphones (L R)",
    kAudioChannelLayoutTag_Quadraphonic: "Quadraphonic (L R Ls Rs)",
    kAudioChannelLayoutTag_MPEG_3_0_A: "3.0 (L R C)",
    kAudioChannelLayoutTag_MPEG_3_0_B: "3.0 (C L R)",
    kAudioChannelLayoutTag_MPEG_4_0_A: "4.0 (L R C Cs)",
    kAudioChannelLayoutTag_MPEG_4_0_B: "4.0 (C L R Cs)",
    kAudioChannelLayoutTag_MPEG_5_0_A: "5.0 (L R C Ls Rs)",
    kAudioChannelLayoutTag_MPEG_5_0_D: "5.0 (C L R Ls Rs)",
    kAudioChannelLayoutTag_MPEG_5_1_A: "5.1 (L R C LFE Ls Rs)",
    kAudioChannelLayoutTag_MPEG_5_1_D: "5.1 (C L R Ls Rs LFE)",
    kAudioChannelLayoutTag_MPEG_7_1_A: "7.1 (L R C LFE Ls Rs Lc Rc)",
    kAudioChannelLayoutTag_MPEG_7_1_B: "7.1 (C Lc Rc L R Ls Rs LFE)",
  ]
}
