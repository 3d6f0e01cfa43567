internal import AudioCodecs
internal import AudioModel
internal import AudioPipeline
internal import CoreAudioTypes

/// The properties of a converter.
extension AudioConverterObject {
  /// The size of a property's value in bytes, and whether it can be set.
  func propertyInfo(
    _ property: AudioConverterPropertyID
  ) throws(StatusError) -> (size: Int, isWritable: Bool) {
    switch property {
    case kAudioConverterPropertyCalculateInputBufferSize,
      kAudioConverterPropertyCalculateOutputBufferSize:
      return (4, false)
    default:
      let isWritable =
        switch property {
        case kAudioConverterChannelMap: true
        case kAudioConverterDecompressionMagicCookie, kAudioConverterPrimeInfo: isDecoding
        default: false
        }
      return (try value(of: property, nil).byteCount, isWritable)
    }
  }

  /// The value of a property.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - question: What the client put where the answer goes.
  /// - Returns: The value.
  /// - Throws: The status where there is none.
  func value(
    of property: AudioConverterPropertyID, _ question: PropertyArgument?
  ) throws(StatusError) -> PropertyValue {
    let input = converter.input
    let output = converter.output
    switch property {
    case kAudioConverterCurrentInputStreamDescription:
      return PropertyValue(AudioStreamBasicDescription(input))
    case kAudioConverterCurrentOutputStreamDescription:
      return PropertyValue(AudioStreamBasicDescription(output))
    case kAudioConverterPropertyMinimumInputBufferSize,
      kAudioConverterPropertyMaximumInputPacketSize:
      return PropertyValue(UInt32(clamping: input.packetSizeUpperBound))
    case kAudioConverterPropertyMaximumInputBufferSize:
      return PropertyValue(UInt32.max)
    case kAudioConverterPropertyMinimumOutputBufferSize,
      kAudioConverterPropertyMaximumOutputPacketSize:
      return PropertyValue(UInt32(clamping: output.bytesPerPacket))
    case kAudioConverterPropertyCalculateInputBufferSize:
      let bytes = try size(question)
      let frames = Self.quotient(bytes, output.bytesPerFrame)
      let packets = Self.quotient(frames, max(input.framesPerPacket, 1))
      return PropertyValue(UInt32(clamping: packets * input.packetSizeUpperBound))
    case kAudioConverterPropertyCalculateOutputBufferSize:
      let packets = Self.quotient(try size(question), input.packetSizeUpperBound)
      let frames = packets * max(input.framesPerPacket, 1)
      return PropertyValue(UInt32(clamping: frames * output.bytesPerFrame))
    case kAudioConverterChannelMap:
      return PropertyValue(list: converter.channelMap.map { Int32($0 ?? -1) })
    case kAudioConverterDecompressionMagicCookie where isDecoding:
      return .bytes(converter.magicCookie)
    case kAudioConverterPrimeInfo:
      return PropertyValue(
        AudioConverterPrimeInfo(
          leadingFrames: UInt32(clamping: converter.trim.leading),
          trailingFrames: UInt32(clamping: converter.trim.trailing)))
    case kAudioConverterPropertyCanResumeFromInterruption:
      return PropertyValue(1 as UInt32)
    default:
      throw StatusError(kAudioConverterErr_PropertyNotSupported)
    }
  }

  /// Sets a property.
  func set(_ property: AudioConverterPropertyID, to bytes: [UInt8]) throws(StatusError) {
    switch property {
    case kAudioConverterChannelMap:
      try setChannelMap(bytes)
    case kAudioConverterDecompressionMagicCookie where isDecoding:
      do throws(CodecError) {
        try converter.setMagicCookie(bytes)
      } catch {
        throw StatusError(error)
      }
    case kAudioConverterPrimeInfo where isDecoding:
      guard let words = Self.words(bytes), words.count == 2 else {
        throw StatusError(kAudioConverterErr_BadPropertySizeError)
      }
      converter.trim = (leading: Int(words[0]), trailing: Int(words[1]))
    default:
      let isKnown = try? propertyInfo(property)
      throw StatusError(
        isKnown == nil
          ? kAudioConverterErr_PropertyNotSupported : kAudioConverterErr_OperationNotSupported)
    }
  }

  /// Whether there is a codec.
  private var isDecoding: Bool { !converter.input.isLinearPCM }

  private func setChannelMap(_ bytes: [UInt8]) throws(StatusError) {
    guard let words = Self.words(bytes), words.count == converter.output.channelCount else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
    var map: [Int?] = []
    for word in words {
      let channel = Int(Int32(bitPattern: word))
      guard channel >= -1, channel < converter.input.channelCount else {
        throw StatusError(kAudio_ParamError)
      }
      map.append(channel == -1 ? nil : channel)
    }
    converter.channelMap = map
  }

  /// The 32-bit numbers in some bytes, or `nil` where bytes are left over.
  private static func words(_ bytes: [UInt8]) -> [UInt32]? {
    guard bytes.count.isMultiple(of: 4) else { return nil }
    return stride(from: 0, to: bytes.count, by: 4).map { start in
      // The machine's own order; all that Linux with Swift runs on are little-endian.
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private func size(_ question: PropertyArgument?) throws(StatusError) -> Int {
    guard let size = question?.load(UInt32.self) else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
    return Int(size)
  }

  /// A quotient, rounded up; 0 by nothing.
  private static func quotient(_ dividend: Int, _ divisor: Int) -> Int {
    divisor > 0 ? (dividend + divisor - 1) / divisor : 0
  }
}
