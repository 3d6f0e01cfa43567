internal import CoreAudioTypes

/// The properties that translate between packets, frames, and bytes.
///
/// Files and streams use the same property names. For Core Audio, every packet is independently
/// decodable.
enum PacketTranslation {
  case packetToFrame
  case frameToPacket
  case packetToByte
  case byteToPacket
  case byteCountUpperBound
  case rollDistance
  case previousIndependentPacket
  case nextIndependentPacket
  case dependencyInfo

  /// The translations by their properties.
  static let properties: [AudioFilePropertyID: PacketTranslation] = [
    kAudioFilePropertyPacketToFrame: .packetToFrame,
    kAudioFilePropertyFrameToPacket: .frameToPacket,
    kAudioFilePropertyPacketToByte: .packetToByte,
    kAudioFilePropertyByteToPacket: .byteToPacket,
    kAudioFilePropertyPacketRangeByteCountUpperBound: .byteCountUpperBound,
    kAudioFilePropertyPacketToRollDistance: .rollDistance,
    kAudioFilePropertyPreviousIndependentPacket: .previousIndependentPacket,
    kAudioFilePropertyNextIndependentPacket: .nextIndependentPacket,
    kAudioFilePropertyPacketToDependencyInfo: .dependencyInfo,
  ]

  /// The size in bytes of the structure for input and output.
  var byteCount: Int {
    switch self {
    case .packetToFrame, .frameToPacket: MemoryLayout<AudioFramePacketTranslation>.size
    case .packetToByte, .byteToPacket: MemoryLayout<AudioBytePacketTranslation>.size
    case .byteCountUpperBound: MemoryLayout<AudioPacketRangeByteCountTranslation>.size
    case .rollDistance: MemoryLayout<AudioPacketRollDistanceTranslation>.size
    case .previousIndependentPacket, .nextIndependentPacket:
      MemoryLayout<AudioIndependentPacketTranslation>.size
    case .dependencyInfo: MemoryLayout<AudioPacketDependencyInfoTranslation>.size
    }
  }

  /// Completes the structure in `argument`.
  ///
  /// - Parameters:
  ///   - argument: The structure with the input.
  ///   - places: The positions of the packets.
  /// - Returns: The structure with the output.
  /// - Throws: `kAudioFileBadPropertySizeError`, also used for streams, if the structure has
  ///   another size; otherwise the errors of `places`.
  func answer(
    _ argument: PropertyArgument?, from places: some PacketPlaces
  ) throws(StatusError) -> PropertyValue {
    switch self {
    case .packetToFrame:
      var answer: AudioFramePacketTranslation = try question(argument)
      answer.mFrame = try places.firstFrame(ofPacket: answer.mPacket)
      return PropertyValue(answer)
    case .frameToPacket:
      var answer: AudioFramePacketTranslation = try question(argument)
      let place = try places.packet(holdingFrame: answer.mFrame)
      answer.mPacket = place.packet
      answer.mFrameOffsetInPacket = UInt32(clamping: place.offset)
      return PropertyValue(answer)
    case .packetToByte:
      var answer: AudioBytePacketTranslation = try question(argument)
      let place = try places.byte(ofPacket: answer.mPacket)
      answer.mByte = place.byte
      answer.mByteOffsetInPacket = 0
      answer.mFlags = place.isExact ? [] : .bytePacketTranslationFlag_IsEstimate
      return PropertyValue(answer)
    case .byteToPacket:
      var answer: AudioBytePacketTranslation = try question(argument)
      let place = try places.packet(holdingByte: answer.mByte)
      answer.mPacket = place.packet
      answer.mByteOffsetInPacket = UInt32(clamping: place.offset)
      answer.mFlags = place.isExact ? [] : .bytePacketTranslationFlag_IsEstimate
      return PropertyValue(answer)
    default: return try packetAnswer(argument, from: places)
    }
  }

  /// Completes a translation that depends only on a packet.
  private func packetAnswer(
    _ argument: PropertyArgument?, from places: some PacketPlaces
  ) throws(StatusError) -> PropertyValue {
    switch self {
    case .byteCountUpperBound:
      var answer: AudioPacketRangeByteCountTranslation = try question(argument)
      guard answer.mPacket >= 0, answer.mPacketCount >= 0 else {
        throw StatusError(kAudioFileInvalidPacketOffsetError)
      }
      let (bytes, overflow) = answer.mPacketCount.multipliedReportingOverflow(
        by: Int64(clamping: places.packetSizeUpperBound))
      answer.mByteCountUpperBound = overflow ? .max : bytes
      return PropertyValue(answer)
    case .rollDistance:
      var answer: AudioPacketRollDistanceTranslation = try question(argument)
      try requirePacket(answer.mPacket, places)
      answer.mRollDistance = 0
      return PropertyValue(answer)
    case .dependencyInfo:
      var answer: AudioPacketDependencyInfoTranslation = try question(argument)
      try requirePacket(answer.mPacket, places)
      answer.mIsIndependentlyDecodable = 1
      answer.mNumberPrerollPackets = 0
      return PropertyValue(answer)
    default:
      var answer: AudioIndependentPacketTranslation = try question(argument)
      try requirePacket(answer.mPacket, places)
      let step: Int64 = if case .previousIndependentPacket = self { -1 } else { 1 }
      let (other, overflow) = answer.mPacket.addingReportingOverflow(step)
      let exists = overflow ? false : try places.hasPacket(other)
      answer.mIndependentlyDecodablePacket = exists ? other : -1
      return PropertyValue(answer)
    }
  }

  private func requirePacket(
    _ packet: Int64, _ places: some PacketPlaces
  ) throws(StatusError) {
    guard try places.hasPacket(packet) else {
      throw StatusError(kAudioFileInvalidPacketOffsetError)
    }
  }

  private func question<Value: BitwiseCopyable>(
    _ argument: PropertyArgument?
  ) throws(StatusError) -> Value {
    guard let value: Value = argument?.load() else {
      throw StatusError(kAudioFileBadPropertySizeError)
    }
    return value
  }
}
