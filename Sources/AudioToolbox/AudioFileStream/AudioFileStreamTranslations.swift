internal import AudioContainers
internal import AudioModel
internal import AudioPipeline
internal import CoreAudioTypes

/// The properties of a stream that answer a question: between packets, frames and bytes.
///
/// A stream does not know packets that have not come, so that bytes are estimates where packets differ in size.
/// Every packet can be decoded by itself, as far as Core Audio is concerned.
struct AudioFileStreamTranslations {
  let stream: PacketStream
  let info: ContainerInfo

  /// The answer of a property.
  ///
  /// - Parameters:
  ///   - property: Which one.
  ///   - argument: The structure with the question.
  /// - Returns: The structure with the answer.
  /// - Throws: A documented status.
  func value(
    of property: AudioFileStreamPropertyID, asked argument: PropertyArgument?
  ) throws(StatusError) -> PropertyValue {
    switch property {
    case kAudioFileStreamProperty_PacketToFrame:
      PropertyValue(try packetToFrame(question(argument)))
    case kAudioFileStreamProperty_FrameToPacket:
      PropertyValue(try frameToPacket(question(argument)))
    case kAudioFileStreamProperty_PacketToByte:
      PropertyValue(try packetToByte(question(argument)))
    case kAudioFileStreamProperty_ByteToPacket:
      PropertyValue(try byteToPacket(question(argument)))
    case kAudioFileStreamProperty_PacketToRollDistance:
      PropertyValue(try rollDistance(question(argument)))
    case kAudioFileStreamProperty_PreviousIndependentPacket:
      PropertyValue(try independentPacket(question(argument), step: -1))
    case kAudioFileStreamProperty_NextIndependentPacket:
      PropertyValue(try independentPacket(question(argument), step: 1))
    case kAudioFileStreamProperty_PacketToDependencyInfo:
      PropertyValue(try dependencyInfo(question(argument)))
    default: throw StatusError(kAudioFileStreamError_UnsupportedProperty)
    }
  }

  private func question<Value: BitwiseCopyable>(
    _ argument: PropertyArgument?
  ) throws(StatusError) -> Value {
    guard let value: Value = argument?.load() else {
      throw StatusError(kAudioFileStreamError_BadPropertySize)
    }
    return value
  }

  /// A number of a packet that may exist.
  private func index(_ packet: Int64) throws(StatusError) -> UInt64 {
    guard let index = UInt64(exactly: packet), index < info.statedPacketCount ?? .max else {
      throw StatusError(kAudioFileStreamError_InvalidPacketOffset)
    }
    return index
  }

  private func framesPerPacket() throws(StatusError) -> Int64 {
    guard info.format.framesPerPacket > 0 else {
      throw StatusError(kAudioFileStreamError_ValueUnknown)
    }
    return Int64(info.format.framesPerPacket)
  }

  private func packetToFrame(
    _ question: AudioFramePacketTranslation
  ) throws(StatusError) -> AudioFramePacketTranslation {
    _ = try index(question.mPacket)
    let (frame, overflow) = question.mPacket.multipliedReportingOverflow(
      by: try framesPerPacket())
    guard !overflow else { throw StatusError(kAudioFileStreamError_InvalidPacketOffset) }
    var answer = question
    answer.mFrame = frame
    return answer
  }

  private func frameToPacket(
    _ question: AudioFramePacketTranslation
  ) throws(StatusError) -> AudioFramePacketTranslation {
    let frames = try framesPerPacket()
    let packet = question.mFrame < 0 ? -1 : question.mFrame / frames
    _ = try index(packet)
    var answer = question
    answer.mPacket = packet
    answer.mFrameOffsetInPacket = UInt32(clamping: question.mFrame % frames)
    return answer
  }

  private func packetToByte(
    _ question: AudioBytePacketTranslation
  ) throws(StatusError) -> AudioBytePacketTranslation {
    guard let offset = stream.byteOffset(ofPacket: try index(question.mPacket)) else {
      throw StatusError(kAudioFileStreamError_DataUnavailable)
    }
    var answer = question
    answer.mByte = Int64(clamping: offset.value)
    answer.mByteOffsetInPacket = 0
    answer.mFlags = offset.isExact ? [] : .bytePacketTranslationFlag_IsEstimate
    return answer
  }

  private func byteToPacket(
    _ question: AudioBytePacketTranslation
  ) throws(StatusError) -> AudioBytePacketTranslation {
    guard let byte = UInt64(exactly: question.mByte), byte < info.statedDataByteCount ?? .max else {
      throw StatusError(kAudioFileStreamError_InvalidPacketOffset)
    }
    guard let packet = stream.packet(holdingByte: byte) else {
      throw StatusError(kAudioFileStreamError_DataUnavailable)
    }
    var answer = question
    answer.mPacket = Int64(clamping: packet.index.value)
    answer.mByteOffsetInPacket = UInt32(clamping: packet.byteOffset)
    answer.mFlags = packet.index.isExact ? [] : .bytePacketTranslationFlag_IsEstimate
    return answer
  }

  private func rollDistance(
    _ question: AudioPacketRollDistanceTranslation
  ) throws(StatusError) -> AudioPacketRollDistanceTranslation {
    _ = try index(question.mPacket)
    var answer = question
    answer.mRollDistance = 0
    return answer
  }

  /// The packet before or behind, or -1 where there is none.
  private func independentPacket(
    _ question: AudioIndependentPacketTranslation, step: Int64
  ) throws(StatusError) -> AudioIndependentPacketTranslation {
    _ = try index(question.mPacket)
    let (other, overflow) = question.mPacket.addingReportingOverflow(step)
    let exists = UInt64(exactly: other).map { $0 < info.statedPacketCount ?? .max } ?? false
    var answer = question
    answer.mIndependentlyDecodablePacket = exists && !overflow ? other : -1
    return answer
  }

  private func dependencyInfo(
    _ question: AudioPacketDependencyInfoTranslation
  ) throws(StatusError) -> AudioPacketDependencyInfoTranslation {
    _ = try index(question.mPacket)
    var answer = question
    answer.mIsIndependentlyDecodable = 1
    answer.mNumberPrerollPackets = 0
    return answer
  }
}
