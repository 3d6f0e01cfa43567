import AudioToolbox
import Testing

@Suite struct AudioFileStreamSeekTests {
  private func seek(
    _ recorder: StreamRecorder, _ packet: Int64
  ) throws -> (status: OSStatus, offset: Int64, isEstimated: Bool) {
    var offset: Int64 = -1
    var flags = AudioFileStreamSeekFlags(rawValue: 0xFFFF_FFFF)
    let status = AudioFileStreamSeek(try #require(recorder.stream), packet, &offset, &flags)
    return (status, offset, flags == .offsetIsEstimated)
  }

  @Test(arguments: [0, 1, 250, 499] as [Int64]) func constantPacketsAreExact(packet: Int64) throws {
    let media = try MediaFile.named("WAVE")
    let recorder = try StreamRecorder()
    #expect(recorder.parse(media.bytes.prefix(101)) == noErr)
    let before = recorder.packets.count
    let place = try seek(recorder, packet)
    #expect(place.status == noErr)
    #expect(place.offset == packet * 4)
    #expect(!place.isEstimated)
    let rest = media.bytes[(media.dataOffset + Int(place.offset))...]
    #expect(recorder.parse(rest, pieces: [7], flags: .discontinuity) == noErr)
    #expect(Array(recorder.packets[before...]) == Array(media.packets[Int(packet)...]))
  }

  @Test func offsetsOfVariablePacketsAreEstimatesFromEarlierPackets() throws {
    for name in ["MP3 of one rate", "ADTS"] {
      let media = try MediaFile.named(name)
      let recorder = try StreamRecorder()
      #expect(recorder.parse(media.bytes.prefix(media.bytes.count / 2)) == noErr)
      let before = recorder.packets.count
      let wanted = 45
      let place = try seek(recorder, Int64(wanted))
      #expect(place.status == noErr)
      #expect(place.isEstimated)
      let header = name == "ADTS" ? 7 : 0
      let span = media.packets[..<before].reduce(0) { $0 + $1.count + header }
      #expect(abs(place.offset - Int64(wanted * span / before)) <= 1)
      let rest = media.bytes[(media.dataOffset + Int(place.offset))...]
      #expect(recorder.parse(rest, pieces: [1000], flush: true, flags: .discontinuity) == noErr)
      // The next packets are correct, in order, up to the end.
      let after = Array(recorder.packets[before...])
      #expect(!after.isEmpty)
      #expect(after == Array(media.packets.suffix(after.count)))
    }
  }

  @Test func invalidSeeksAreRefused() throws {
    let recorder = try StreamRecorder()
    let media = try MediaFile.named("WAVE")
    #expect(try seek(recorder, 0).status == kAudioFileStreamError_DataUnavailable)
    #expect(recorder.parse(media.bytes.prefix(60)) == noErr)
    #expect(try seek(recorder, -1).status == kAudioFileStreamError_InvalidPacketOffset)
    #expect(try seek(recorder, 500).status == kAudioFileStreamError_InvalidPacketOffset)
    #expect(try seek(recorder, .max).status == kAudioFileStreamError_InvalidPacketOffset)
    #expect(try seek(recorder, 499).status == noErr)
  }

  @Test func parsingContinuesAtTheFirstCompletePacketAfterAGap() throws {
    let media = try MediaFile.named("MP3 of many rates")
    let starts = media.packets.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
    let recorder = try StreamRecorder()
    // Ends within packet 20, and continues within packet 30.
    #expect(recorder.parse(media.bytes.prefix(starts[20] + 50)) == noErr)
    #expect(recorder.packets == Array(media.packets[..<20]))
    let rest = media.bytes[(starts[30] + 50)...]
    #expect(recorder.parse(rest, pieces: [333], flush: true, flags: .discontinuity) == noErr)
    #expect(recorder.packets == Array(media.packets[..<20] + media.packets[31...]))
  }

  @Test func parsingContinuesAtAPacketBoundaryAfterAGapInConstantPackets() throws {
    let media = try MediaFile.named("WAVE")
    let recorder = try StreamRecorder()
    #expect(recorder.parse(media.bytes.prefix(44 + 4 * 10 + 3)) == noErr)
    #expect(
      recorder.parse(media.bytes[(44 + 4 * 50)...].prefix(40), flags: .discontinuity) == noErr)
    #expect(recorder.packets == Array(media.packets[..<10] + media.packets[50..<60]))
  }

  @Test func aGapInTheHeaderIsAnError() throws {
    let media = try MediaFile.named("WAVE")
    let recorder = try StreamRecorder()
    // Before the first byte, it is not a gap.
    #expect(recorder.parse(media.bytes.prefix(20), flags: .discontinuity) == noErr)
    let error = kAudioFileStreamError_DiscontinuityCantRecover
    #expect(recorder.parse(media.bytes[30...], flags: .discontinuity) == error)
    #expect(recorder.parse(media.bytes) == error)
  }

  @Test func framesPacketsAndBytesAreTranslated() throws {
    let media = try MediaFile.named("WAVE")
    let recorder = try StreamRecorder()
    #expect(recorder.parse(media.bytes.prefix(60)) == noErr)
    var byte = AudioBytePacketTranslation()
    byte.mPacket = 33
    byte = recorder.value(kAudioFileStreamProperty_PacketToByte, byte).1
    #expect(byte.mByte == 132)
    #expect(byte.mFlags == [])
    byte.mByte = 134
    byte = recorder.value(kAudioFileStreamProperty_ByteToPacket, byte).1
    #expect(byte.mPacket == 33)
    #expect(byte.mByteOffsetInPacket == 2)
    byte.mPacket = 500
    #expect(
      recorder.value(kAudioFileStreamProperty_PacketToByte, byte).0
        == kAudioFileStreamError_InvalidPacketOffset)

    let mp3 = try MediaFile.named("MP3 of one rate")
    let other = try StreamRecorder()
    #expect(other.parse(mp3.bytes, flush: true) == noErr)
    var frame = AudioFramePacketTranslation()
    frame.mPacket = 7
    frame = other.value(kAudioFileStreamProperty_PacketToFrame, frame).1
    #expect(frame.mFrame == 7 * 1152)
    frame.mFrame = 8 * 1152 - 1
    frame = other.value(kAudioFileStreamProperty_FrameToPacket, frame).1
    #expect(frame.mPacket == 7)
    #expect(frame.mFrameOffsetInPacket == 1151)
    byte.mPacket = 9
    byte = other.value(kAudioFileStreamProperty_PacketToByte, byte).1
    #expect(byte.mFlags == .bytePacketTranslationFlag_IsEstimate)
    #expect(byte.mByte == Int64(9 * mp3.packets[0].count))
    var independent = AudioIndependentPacketTranslation(
      mPacket: 0, mIndependentlyDecodablePacket: 9)
    independent = other.value(kAudioFileStreamProperty_PreviousIndependentPacket, independent).1
    #expect(independent.mIndependentlyDecodablePacket == -1)
    independent = other.value(kAudioFileStreamProperty_NextIndependentPacket, independent).1
    #expect(independent.mIndependentlyDecodablePacket == 1)
    var roll = AudioPacketRollDistanceTranslation(mPacket: 3, mRollDistance: 9)
    roll = other.value(kAudioFileStreamProperty_PacketToRollDistance, roll).1
    #expect(roll.mRollDistance == 0)
    var dependency = AudioPacketDependencyInfoTranslation(
      mPacket: 3, mIsIndependentlyDecodable: 0, mNumberPrerollPackets: 9)
    dependency = other.value(kAudioFileStreamProperty_PacketToDependencyInfo, dependency).1
    #expect(dependency.mIsIndependentlyDecodable == 1)
    #expect(dependency.mNumberPrerollPackets == 0)
  }
}
