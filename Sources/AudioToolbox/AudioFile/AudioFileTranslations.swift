internal import AudioContainers
internal import AudioModel
internal import AudioPipeline
internal import CoreAudioTypes

/// The properties that answer a question: between packets, frames and bytes.
///
/// Bytes count from the start of the audio data. Nothing is guessed: the packets are looked for as far as the
/// answer needs. Every packet can be decoded by itself, as far as Core Audio is concerned.
struct AudioFileTranslations {
  let file: PacketFile

  /// The answer of a property.
  ///
  /// - Parameters:
  ///   - property: Which one.
  ///   - argument: The structure with the question.
  /// - Returns: The structure with the answer.
  /// - Throws: `kAudioFileBadPropertySizeError`, where it is another structure; `kAudioFileInvalidPacketOffsetError`
  ///   and `kAudioFilePositionError`, where there is no such packet, frame or byte.
  func value(
    of property: AudioFilePropertyID, asked argument: PropertyArgument
  ) throws(StatusError) -> PropertyValue {
    switch property {
    case kAudioFilePropertyPacketToFrame:
      PropertyValue(try packetToFrame(question(argument)))
    case kAudioFilePropertyFrameToPacket:
      PropertyValue(try frameToPacket(question(argument)))
    case kAudioFilePropertyPacketToByte:
      PropertyValue(try packetToByte(question(argument)))
    case kAudioFilePropertyByteToPacket:
      PropertyValue(try byteToPacket(question(argument)))
    case kAudioFilePropertyPacketRangeByteCountUpperBound:
      PropertyValue(try byteCountUpperBound(question(argument)))
    case kAudioFilePropertyPacketToRollDistance:
      PropertyValue(try rollDistance(question(argument)))
    case kAudioFilePropertyPreviousIndependentPacket:
      PropertyValue(try independentPacket(question(argument), step: -1))
    case kAudioFilePropertyNextIndependentPacket:
      PropertyValue(try independentPacket(question(argument), step: 1))
    case kAudioFilePropertyPacketToDependencyInfo:
      PropertyValue(try dependencyInfo(question(argument)))
    default: throw StatusError(kAudioFileUnsupportedPropertyError)
    }
  }

  private func question<Value: BitwiseCopyable>(
    _ argument: PropertyArgument
  ) throws(StatusError) -> Value {
    guard let value: Value = argument.load() else {
      throw StatusError(kAudioFileBadPropertySizeError)
    }
    return value
  }

  /// The packet that a question is about.
  private func place(_ packet: Int64) throws(StatusError) -> PacketFile.Place {
    guard let index = UInt64(exactly: packet),
      let place = try withStatus({ () throws(PacketError) in try file.place(ofPacket: index) })
    else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
    return place
  }

  private func packetToFrame(
    _ question: AudioFramePacketTranslation
  ) throws(StatusError) -> AudioFramePacketTranslation {
    var answer = question
    answer.mFrame = Int64(clamping: try place(question.mPacket).firstFrame)
    return answer
  }

  private func frameToPacket(
    _ question: AudioFramePacketTranslation
  ) throws(StatusError) -> AudioFramePacketTranslation {
    guard let frame = UInt64(exactly: question.mFrame),
      let place = try withStatus({ () throws(PacketError) in try file.place(holdingFrame: frame) })
    else { throw StatusError(kAudioFileInvalidPacketOffsetError) }
    var answer = question
    answer.mPacket = Int64(clamping: place.index)
    answer.mFrameOffsetInPacket = UInt32(clamping: frame - place.firstFrame)
    return answer
  }

  private func packetToByte(
    _ question: AudioBytePacketTranslation
  ) throws(StatusError) -> AudioBytePacketTranslation {
    let place = try place(question.mPacket)
    var answer = question
    answer.mByte = Int64(clamping: place.packet.offset) - Int64(clamping: file.info.dataOffset)
    answer.mByteOffsetInPacket = 0
    answer.mFlags = []
    return answer
  }

  private func byteToPacket(
    _ question: AudioBytePacketTranslation
  ) throws(StatusError) -> AudioBytePacketTranslation {
    guard let byte = UInt64(exactly: question.mByte) else {
      throw StatusError(kAudioFilePositionError)
    }
    let offset = file.info.dataOffset &+ byte
    guard
      let place = try withStatus({ () throws(PacketError) in try file.place(nearByte: offset) })
    else { throw StatusError(kAudioFilePositionError) }
    var answer = question
    answer.mPacket = Int64(clamping: place.index)
    answer.mByteOffsetInPacket = UInt32(clamping: offset - min(place.packet.offset, offset))
    answer.mFlags = []
    return answer
  }

  private func byteCountUpperBound(
    _ question: AudioPacketRangeByteCountTranslation
  ) throws(StatusError) -> AudioPacketRangeByteCountTranslation {
    guard question.mPacket >= 0, question.mPacketCount >= 0 else {
      throw StatusError(kAudioFileInvalidPacketOffsetError)
    }
    let (bytes, overflow) = question.mPacketCount.multipliedReportingOverflow(
      by: Int64(clamping: file.info.packetSizeUpperBound))
    var answer = question
    answer.mByteCountUpperBound = overflow ? .max : bytes
    return answer
  }

  private func rollDistance(
    _ question: AudioPacketRollDistanceTranslation
  ) throws(StatusError) -> AudioPacketRollDistanceTranslation {
    _ = try place(question.mPacket)
    var answer = question
    answer.mRollDistance = 0
    return answer
  }

  /// The packet before or behind, or -1 where there is none.
  private func independentPacket(
    _ question: AudioIndependentPacketTranslation, step: Int64
  ) throws(StatusError) -> AudioIndependentPacketTranslation {
    let index = try place(question.mPacket).index
    let other = Int64(clamping: index) + step
    var exists = false
    if let next = UInt64(exactly: other) {
      exists = try withStatus { () throws(PacketError) in try file.scan(to: next) }
    }
    var answer = question
    answer.mIndependentlyDecodablePacket = exists ? other : -1
    return answer
  }

  private func dependencyInfo(
    _ question: AudioPacketDependencyInfoTranslation
  ) throws(StatusError) -> AudioPacketDependencyInfoTranslation {
    _ = try place(question.mPacket)
    var answer = question
    answer.mIsIndependentlyDecodable = 1
    answer.mNumberPrerollPackets = 0
    return answer
  }
}
