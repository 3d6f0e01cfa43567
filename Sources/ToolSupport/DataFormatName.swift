package import AudioToolbox

/// A data format in command line form: `LEI16@44100`, `aac`, `BEF32`.
package struct DataFormatName: Equatable, Sendable {
  private enum Kind: Equatable, Sendable {
    case linearPCM(bits: UInt32, flags: AudioFormatFlags)
    case codec(AudioFormatID)
  }

  private var kind: Kind
  /// The sample rate in hertz, or `nil` for the source's, as far as the encoder supports it.
  private var sampleRate: Double?

  /// Reads a name.
  ///
  /// - Throws: ``ToolFailure`` if the format is unknown.
  package init(_ text: String) throws(ToolFailure) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count <= 2 else {
      throw ToolFailure("-d \(text): unknown data format")
    }
    if parts.count == 2 {
      guard let rate = Double(parts[1]), rate.isFinite, rate >= 1, rate <= 10_000_000 else {
        throw ToolFailure("-d \(text): the sample rate must be 1 to 10000000 Hz")
      }
      sampleRate = rate
    }
    if let pcm = Self.linearPCM(name) {
      kind = pcm
    } else {
      let name = name == "mp3" ? ".mp3" : String(name)
      let padded = name + String(repeating: " ", count: max(0, 4 - name.utf8.count))
      guard padded.utf8.count == 4 else { throw ToolFailure("-d \(text): unknown data format") }
      kind = .codec(padded.utf8.reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  /// The names of all kinds of linear PCM, one for each kind.
  package static let linearPCMNames =
    ["I8", "UI8"]
    + ["LE", "BE"].flatMap { order in
      ["I16", "I24", "I32", "UI16", "UI24", "UI32", "F32", "F64"].map { order + $0 }
    }

  /// The names of all formats that this machine can write: linear PCM, then the codecs.
  package static var names: [String] {
    linearPCMNames + EncoderAnswers.codecs.map { Numbers.name($0) }
  }

  /// Makes the default format for a file type.
  ///
  /// - Parameters:
  ///   - type: The file type.
  ///   - source: The format of the source.
  ///   - sourceBits: The significant bits of the source's samples, if it is not linear PCM.
  package init(
    usualFor type: AudioFileTypeID, source: AudioStreamBasicDescription, sourceBits: UInt32 = 16
  ) {
    let own = source.mFormatID == kAudioFormatLinearPCM ? source.mBitsPerChannel : sourceBits
    // Samples of 12 or 20 bits use whole bytes.
    let bits = (max(own, 1) + 7) / 8 * 8
    let isFloat =
      source.mFormatID == kAudioFormatLinearPCM
      && source.mFormatFlags & kAudioFormatFlagIsFloat != 0
    var flags = isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
    switch type {
    case kAudioFileAIFFType:
      flags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian
      kind = .linearPCM(bits: isFloat ? 24 : bits, flags: flags)
    case kAudioFileAIFCType, kAudioFileNextType:
      kind = .linearPCM(bits: bits, flags: flags | kAudioFormatFlagIsBigEndian)
    case kAudioFileM4AType, kAudioFileM4BType, kAudioFileMPEG4Type, kAudioFile3GPType,
      kAudioFile3GP2Type, kAudioFileAAC_ADTSType:
      kind = .codec(kAudioFormatMPEG4AAC)
    case kAudioFileMP3Type: kind = .codec(kAudioFormatMPEGLayer3)
    case kAudioFileFLACType: kind = .codec(kAudioFormatFLAC)
    case kAudioFileAC3Type: kind = .codec(kAudioFormatAC3)
    case 0x4F67_6766: kind = .codec(kAudioFormatOpus)
    case kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileBW64Type, kAudioFileWave64Type:
      // 8-bit samples are unsigned in these files.
      kind = .linearPCM(bits: bits, flags: bits == 8 ? 0 : flags)
    default: kind = .linearPCM(bits: bits, flags: flags)
    }
  }

  /// The format for a 16-bit source.
  package func description(for source: AudioStreamBasicDescription) -> AudioStreamBasicDescription {
    description(for: source, sourceBits: 16, channelCount: source.mChannelsPerFrame)
  }

  /// The format for a source; fields that an encoder decides are 0.
  package func description(
    for source: AudioStreamBasicDescription, sourceBits: UInt32, channelCount: UInt32
  ) -> AudioStreamBasicDescription {
    var format = AudioStreamBasicDescription()
    format.mSampleRate = sampleRate ?? source.mSampleRate
    format.mChannelsPerFrame = channelCount
    switch kind {
    case .linearPCM(let bits, let flags):
      format.mFormatID = kAudioFormatLinearPCM
      format.mFormatFlags = flags | kAudioFormatFlagIsPacked
      format.mBitsPerChannel = bits
      format.mFramesPerPacket = 1
      format.mBytesPerFrame = bits / 8 * channelCount
      format.mBytesPerPacket = format.mBytesPerFrame
    case .codec(let identifier):
      format.mFormatID = identifier
      if identifier == kAudioFormatAppleLossless || identifier == kAudioFormatFLAC {
        format.mFormatFlags = [16: 1, 20: 2, 24: 3, 32: 4][sourceBits] ?? (sourceBits > 16 ? 3 : 1)
        if identifier == kAudioFormatFLAC, format.mFormatFlags == 4 { format.mFormatFlags = 3 }
      }
      if sampleRate == nil {
        // Opus always decodes to this rate, regardless of the input: RFC 7845, section 5.1, input
        // sample rate.
        format.mSampleRate =
          identifier == kAudioFormatOpus
          ? 48_000 : EncoderAnswers.sampleRate(of: identifier, for: source.mSampleRate)
      }
    }
    return format
  }

  /// Reads linear PCM: the byte order, the kind of number, and its bits.
  private static func linearPCM(_ name: Substring) -> Kind? {
    var rest = name
    var flags: AudioFormatFlags = 0
    if rest.hasPrefix("BE") {
      flags = kAudioFormatFlagIsBigEndian
      rest = rest.dropFirst(2)
    } else if rest.hasPrefix("LE") {
      rest = rest.dropFirst(2)
    }
    var sizes: Set<UInt32> = [8, 16, 24, 32]
    if rest.hasPrefix("UI") {
      rest = rest.dropFirst(2)
    } else if rest.hasPrefix("I") {
      flags |= kAudioFormatFlagIsSignedInteger
      rest = rest.dropFirst()
    } else if rest.hasPrefix("F") {
      flags |= kAudioFormatFlagIsFloat
      sizes = [32, 64]
      rest = rest.dropFirst()
    } else {
      return nil
    }
    guard let bits = UInt32(rest), sizes.contains(bits) else { return nil }
    return .linearPCM(bits: bits, flags: flags)
  }
}
