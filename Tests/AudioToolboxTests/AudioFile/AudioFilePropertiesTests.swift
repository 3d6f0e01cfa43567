import AudioToolbox
import Testing

@Suite struct AudioFilePropertiesTests {
  @Test(arguments: MediaFile.all) func propertiesHaveTheirValues(media: MediaFile) throws {
    let source = CallbackFile(media.bytes)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    let format = try property(
      file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    #expect(format.mFormatID == media.formatID)
    #expect(format.mSampleRate == media.sampleRate)
    #expect(format.mChannelsPerFrame == media.channels)
    #expect(format.mFramesPerPacket == media.framesPerPacket)
    #expect(format.mBytesPerPacket == media.bytesPerPacket)
    #expect(format.mReserved == 0)
    let list = try property(file, kAudioFilePropertyFormatList, AudioFormatListItem())
    #expect(list.mASBD.mFormatID == media.formatID)
    #expect(list.mChannelLayoutTag & 0xFFFF == media.channels)
    let packets = UInt64(media.packets.count)
    #expect(try property(file, kAudioFilePropertyFileFormat, UInt32(0)) == media.type)
    #expect(try property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0)) == packets)
    #expect(
      try property(file, kAudioFilePropertyAudioDataByteCount, UInt64(0))
        == UInt64(media.dataByteCount))
    #expect(try property(file, kAudioFilePropertyDataOffset, Int64(0)) == media.dataOffset)
    let largest = try property(file, kAudioFilePropertyMaximumPacketSize, UInt32(0))
    if packets > 0 { #expect(Int(largest) == media.largestPacket) }
    let bound = try property(file, kAudioFilePropertyPacketSizeUpperBound, UInt32(0))
    #expect(bound >= largest)
    #expect(bound > 0)
    let duration = try property(file, kAudioFilePropertyEstimatedDuration, Float64(0))
    #expect(abs(duration - Double(media.frameCount) / media.sampleRate) < 1e-9)
    #expect(try property(file, kAudioFilePropertyAudioTrackCount, UInt32(0)) == 1)
    #expect(try property(file, kAudioFilePropertyRestrictsRandomAccess, UInt32(9)) == 0)
    let hasTrailingTag = media.title != nil && media.type == kAudioFileWAVEType
    #expect(
      try property(file, kAudioFilePropertyIsOptimized, UInt32(9)) == (hasTrailingTag ? 0 : 1))
    var size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
    var name: Unmanaged<CFString>?
    #expect(AudioFileGetProperty(file, kAudioFilePropertyDataFormatName, &size, &name) == noErr)
    #expect(try #require(name).takeRetainedValue().length > 3)
  }

  @Test func bitRatesAreReported() throws {
    for (name, expected) in [
      ("WAVE", 256_000), ("WAVE of bytes, an odd number", 64_000), ("MP3 of one rate", 128_000),
    ] as [(String, UInt32)] {
      let source = CallbackFile(try MediaFile.named(name).bytes)
      let file = try #require(source.open().1)
      defer { AudioFileClose(file) }
      let rate = try property(file, kAudioFilePropertyBitRate, UInt32(0))
      // A frame of 128 kbit/s without padding has a slightly lower rate.
      #expect(rate <= expected && rate > expected - expected / 100, "\(name)")
    }
    let media = try MediaFile.named("ADTS")
    let source = CallbackFile(media.bytes)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    let bits = Double(media.packets.reduce(0) { $0 + $1.count } * 8)
    let seconds = Double(media.frameCount) / media.sampleRate
    #expect(
      try property(file, kAudioFilePropertyBitRate, UInt32(0)) == UInt32((bits / seconds).rounded())
    )
  }

  @Test func onlyUncompressedAudioHasASourceBitDepth() throws {
    for (name, bits) in [("WAVE", 16), ("WAVE with a title behind", 24)] as [(String, Int32)] {
      let source = CallbackFile(try MediaFile.named(name).bytes)
      let file = try #require(source.open().1)
      defer { AudioFileClose(file) }
      #expect(try property(file, kAudioFilePropertySourceBitDepth, Int32(0)) == bits)
    }
    var float = try MediaFile.named("WAVE").bytes
    float[20] = 3
    float.replaceSubrange(32..<36, with: [8, 0, 32, 0])
    let source = CallbackFile(float)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    #expect(try property(file, kAudioFilePropertySourceBitDepth, Int32(0)) == -32)
  }

  @Test func infoDictionaryBelongsToTheCaller() throws {
    for media in MediaFile.all {
      let source = CallbackFile(media.bytes)
      let file = try #require(source.open().1)
      defer { AudioFileClose(file) }
      var size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
      var dictionary: Unmanaged<CFDictionary>?
      #expect(
        AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &dictionary) == noErr)
      let values = try #require(dictionary?.takeRetainedValue() as? [String: String])
      #expect(values[kAFInfoDictionary_Title] == media.title)
      let duration = try #require(values[kAFInfoDictionary_ApproximateDurationInSeconds])
      let seconds = try #require(Double(duration))
      #expect(abs(seconds - Double(media.frameCount) / media.sampleRate) < 0.001)
    }
  }

  @Test(arguments: MediaFile.all) func reportedSizesMatchTheValues(media: MediaFile) throws {
    let source = CallbackFile(media.bytes)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    for id in Self.questionless {
      var size: UInt32 = 0
      var isWritable: UInt32 = 9
      let status = AudioFileGetPropertyInfo(file, id, &size, &isWritable)
      guard status == noErr else {
        #expect(status == kAudioFileUnsupportedPropertyError)
        var room: UInt32 = 512
        var value = [UInt64](repeating: 0, count: 64)
        #expect(AudioFileGetProperty(file, id, &room, &value) == status)
        continue
      }
      #expect(isWritable == 0)
      // Spare room is accepted. Too little room is an error and leaves the memory unmodified.
      var value = [UInt64](repeating: .max, count: 64)
      var room: UInt32 = 512
      #expect(AudioFileGetProperty(file, id, &room, &value) == noErr)
      #expect(room == size, "\(id)")
      releaseObject(id, value[0])
      var untouched = [UInt64](repeating: .max, count: 64)
      room = size - 1
      #expect(
        AudioFileGetProperty(file, id, &room, &untouched) == kAudioFileBadPropertySizeError)
      #expect(untouched.allSatisfy { $0 == .max })
    }
  }

  private static let questionless = [
    kAudioFilePropertyFileFormat, kAudioFilePropertyDataFormat, kAudioFilePropertyIsOptimized,
    kAudioFilePropertyMagicCookieData, kAudioFilePropertyAudioDataByteCount,
    kAudioFilePropertyAudioDataPacketCount, kAudioFilePropertyMaximumPacketSize,
    kAudioFilePropertyDataOffset, kAudioFilePropertyChannelLayout,
    kAudioFilePropertyDeferSizeUpdates, kAudioFilePropertyDataFormatName,
    kAudioFilePropertyInfoDictionary, kAudioFilePropertyPacketTableInfo,
    kAudioFilePropertyFormatList, kAudioFilePropertyPacketSizeUpperBound,
    kAudioFilePropertyReserveDuration, kAudioFilePropertyEstimatedDuration,
    kAudioFilePropertyBitRate, kAudioFilePropertySourceBitDepth,
    kAudioFilePropertyAudioTrackCount, kAudioFilePropertyUseAudioTrack,
    kAudioFilePropertyRestrictsRandomAccess, 0x3F3F_3F3F,
  ]

  private func releaseObject(_ id: AudioFilePropertyID, _ value: UInt64) {
    guard [kAudioFilePropertyDataFormatName, kAudioFilePropertyInfoDictionary].contains(id),
      let object = UnsafeRawPointer(bitPattern: UInt(value))
    else { return }
    Unmanaged<NSObject>.fromOpaque(object).release()
  }

  @Test(arguments: MediaFile.all) func framesPacketsAndBytesAreTranslated(media: MediaFile) throws {
    let source = CallbackFile(media.bytes)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    let frames = Int64(media.framesPerPacket)
    for packet in stride(from: 0, to: media.packets.count, by: 13) {
      var byFrame = AudioFramePacketTranslation()
      byFrame.mPacket = Int64(packet)
      byFrame = try property(file, kAudioFilePropertyPacketToFrame, byFrame)
      #expect(byFrame.mFrame == Int64(packet) * frames)
      byFrame.mFrame += frames - 1
      byFrame.mPacket = -1
      byFrame = try property(file, kAudioFilePropertyFrameToPacket, byFrame)
      #expect(byFrame.mPacket == Int64(packet))
      #expect(byFrame.mFrameOffsetInPacket == UInt32(frames - 1))

      var byByte = AudioBytePacketTranslation()
      byByte.mPacket = Int64(packet)
      byByte = try property(file, kAudioFilePropertyPacketToByte, byByte)
      #expect(byByte.mFlags == [])
      let start = media.dataOffset + Int(byByte.mByte)
      #expect(media.bytes[start...].starts(with: media.packets[packet]))
      byByte.mByte += Int64(media.packets[packet].count - 1)
      byByte.mPacket = -1
      byByte = try property(file, kAudioFilePropertyByteToPacket, byByte)
      #expect(byByte.mPacket == Int64(packet))
      #expect(Int(byByte.mByteOffsetInPacket) == media.packets[packet].count - 1)

      var roll = AudioPacketRollDistanceTranslation(mPacket: Int64(packet), mRollDistance: 9)
      roll = try property(file, kAudioFilePropertyPacketToRollDistance, roll)
      #expect(roll.mRollDistance == 0)
      var independent = AudioIndependentPacketTranslation(
        mPacket: Int64(packet), mIndependentlyDecodablePacket: 99)
      independent = try property(
        file, kAudioFilePropertyPreviousIndependentPacket, independent)
      #expect(independent.mIndependentlyDecodablePacket == Int64(packet) - 1)
      independent = try property(file, kAudioFilePropertyNextIndependentPacket, independent)
      let isLast = packet == media.packets.count - 1
      #expect(independent.mIndependentlyDecodablePacket == (isLast ? -1 : Int64(packet) + 1))
      var dependency = AudioPacketDependencyInfoTranslation(
        mPacket: Int64(packet), mIsIndependentlyDecodable: 9, mNumberPrerollPackets: 9)
      dependency = try property(file, kAudioFilePropertyPacketToDependencyInfo, dependency)
      #expect(dependency.mIsIndependentlyDecodable == 1)
      #expect(dependency.mNumberPrerollPackets == 0)
    }
    var range = AudioPacketRangeByteCountTranslation(
      mPacket: 2, mPacketCount: 5, mByteCountUpperBound: 0)
    range = try property(file, kAudioFilePropertyPacketRangeByteCountUpperBound, range)
    #expect(
      range.mByteCountUpperBound >= media.packets.dropFirst(2).prefix(5).reduce(0) { $0 + $1.count }
    )
  }

  @Test func translationsOutOfRangeAreRefused() throws {
    let media = try MediaFile.named("MP3 of many rates")
    let source = CallbackFile(media.bytes)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    for packet in [-1, 150, .max] as [Int64] {
      var frame = AudioFramePacketTranslation()
      frame.mPacket = packet
      var byte = AudioBytePacketTranslation()
      byte.mPacket = packet
      var size: UInt32 = 24
      for id in [kAudioFilePropertyPacketToFrame] {
        #expect(
          AudioFileGetProperty(file, id, &size, &frame) == kAudioFileInvalidPacketOffsetError)
      }
      #expect(
        AudioFileGetProperty(file, kAudioFilePropertyPacketToByte, &size, &byte)
          == kAudioFileInvalidPacketOffsetError)
      byte.mByte = packet == 150 ? Int64(media.dataByteCount) : packet
      #expect(
        AudioFileGetProperty(file, kAudioFilePropertyByteToPacket, &size, &byte)
          == kAudioFilePositionError)
      size = 16
      #expect(
        AudioFileGetProperty(file, kAudioFilePropertyPacketToByte, &size, &byte)
          == kAudioFileBadPropertySizeError)
    }
  }
}
