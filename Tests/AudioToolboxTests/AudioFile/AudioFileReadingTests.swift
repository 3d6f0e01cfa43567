import AudioToolbox
import Testing

@Suite struct AudioFileReadingTests {
  @Test(arguments: MediaFile.all) func readBytes(media: MediaFile) throws {
    let source = CallbackFile(media.bytes)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    let total = media.dataByteCount
    let audio = media.bytes[media.dataOffset...].prefix(total)
    let cases: [(start: Int, requested: Int, status: OSStatus)] = [
      (0, total, noErr), (0, total + 1, kAudioFileEndOfFileError),
      (max(total - 10, 0), 10, total >= 10 ? noErr : kAudioFileEndOfFileError),
      (max(total - 10, 0), 11, kAudioFileEndOfFileError),
      (total, 1, kAudioFileEndOfFileError), (total + 100, 5, kAudioFileEndOfFileError),
      (0, 0, noErr), (total, 0, noErr), (-1, 4, kAudioFilePositionError),
    ]
    for (start, requested, status) in cases {
      var buffer = [UInt8](repeating: 0xAA, count: requested + 8)
      var count = UInt32(requested)
      #expect(
        AudioFileReadBytes(file, false, Int64(start), &count, &buffer) == status,
        "\(requested) from \(start)")
      let expected = start < 0 ? [] : Array(audio.dropFirst(start).prefix(requested))
      #expect(Array(buffer.prefix(Int(count))) == expected)
      #expect(buffer.dropFirst(requested).allSatisfy { $0 == 0xAA })
    }
  }

  @Test(arguments: MediaFile.all) func readPacketDataAtAndAroundTheEnd(media: MediaFile) throws {
    let source = CallbackFile(media.bytes)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    let count = media.packets.count
    let constant = Int(media.bytesPerPacket)
    for (start, requested, status) in [
      (0, 1, noErr), (0, count, noErr), (0, count + 1, kAudioFileEndOfFileError),
      (count - 3, 3, noErr), (count - 3, 4, kAudioFileEndOfFileError),
      (count, 1, kAudioFileEndOfFileError), (count + 1000, 1, kAudioFileEndOfFileError),
    ] as [(Int, Int, OSStatus)] where start >= 0 && requested > 0 {
      let isPastEnd = start >= count
      let read = readPacketData(
        file, from: Int64(start), requested: UInt32(requested), room: 200_000, constant: constant)
      #expect(
        read.status
          == (isPastEnd ? kAudioFileEndOfFileError : constant > 0 ? status : noErr),
        "\(requested) from \(start)")
      #expect(read.packets == Array(media.packets.dropFirst(start).prefix(requested)))
    }
    let negative = readPacketData(file, from: -1, requested: 1, room: 1000, constant: constant)
    #expect(negative.status == kAudioFileInvalidPacketOffsetError)
    #expect(negative.packets.isEmpty)
  }

  @Test("packets before a source failure are read, then the failure is reported")
  func readsWhatCameBeforeAFailure() throws {
    var tested = 0
    for media in MediaFile.all where media.packets.count > 20 {
      let place = media.dataOffset + media.dataByteCount * 2 / 3
      let source = CallbackFile(media.bytes)
      source.failure = (place, 1234)
      let shorter = CallbackFile(Array(media.bytes.prefix(place)))
      guard case (noErr, let opened?) = source.open(), case (noErr, let other?) = shorter.open()
      else { continue }
      defer { for file in [opened, other] { AudioFileClose(file) } }
      let constant = Int(media.bytesPerPacket)
      let expected = readAllPackets(other, constant: constant)
      var packets: [[UInt8]] = []
      var result = PacketDataResult(status: noErr, byteCount: 0, packets: [])
      repeat {
        result = readPacketData(
          opened, from: Int64(packets.count), requested: 7, room: 1 << 16, constant: constant)
        packets += result.packets
      } while result.status == noErr && !result.packets.isEmpty
      #expect(result.status == 1234, "\(media)")
      #expect(packets == expected, "\(media)")
      #expect(packets.count > media.packets.count / 2, "\(media)")
      tested += 1
      withExtendedLifetime((source, shorter)) {}
    }
    #expect(tested >= 5)
  }

  @Test(arguments: MediaFile.all) func readPacketDataReturnsThePacketsThatFit(media: MediaFile)
    throws
  {
    guard media.packets.count > 10 else { return }
    let source = CallbackFile(media.bytes)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    let constant = Int(media.bytesPerPacket)
    let sizes = media.packets[3...].map(\.count)
    let three = sizes[0] + sizes[1] + sizes[2]
    let cases: [(room: Int, requested: Int, count: Int, status: OSStatus)] = [
      (three, 8, 3, noErr), (three + sizes[3] - 1, 8, 3, noErr), (three - 1, 8, 2, noErr),
      (sizes[0], 8, 1, noErr), (sizes[0] - 1, 8, 0, kAudio_ParamError),
      (0, 8, 0, kAudio_ParamError), (1000, 0, 0, kAudio_ParamError),
    ]
    for (room, requested, count, status) in cases {
      let read = readPacketData(
        file, from: 3, requested: UInt32(requested), room: UInt32(room), constant: constant)
      #expect(read.status == status, "\(requested) packets, \(room) bytes")
      #expect(read.packets == Array(media.packets[3..<3 + count]))
    }
  }

  @Test func variablePacketsRequireDescriptions() throws {
    for media in MediaFile.all where !media.packets.isEmpty {
      let source = CallbackFile(media.bytes)
      let file = try #require(source.open().1)
      defer { AudioFileClose(file) }
      var bytes: UInt32 = 5000
      var packets: UInt32 = 1
      var buffer = [UInt8](repeating: 0, count: 5000)
      let status = AudioFileReadPacketData(file, true, &bytes, nil, 0, &packets, &buffer)
      #expect(status == (media.hasConstantPackets ? noErr : kAudio_ParamError))
      #expect(packets == (media.hasConstantPackets ? 1 : 0))
      bytes = 100
      packets = 1
      #expect(
        AudioFileReadPacketData(file, true, &bytes, nil, 0, &packets, nil) == kAudio_ParamError)
      #expect(bytes == 0)
      #expect(packets == 0)
    }
  }

  private func readPackets(
    _ file: AudioFileID, _ media: MediaFile, from start: Int64, requested: Int
  ) -> (OSStatus, [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: requested * max(media.largestPacket, 1) + 1)
    var descriptions = [AudioStreamPacketDescription](
      repeating: AudioStreamPacketDescription(), count: requested + 1)
    var bytes: UInt32 = 0
    var packets = UInt32(requested)
    let oldReader: any OldReader = DeprecatedReader()
    let status = oldReader.readPackets(
      file, &bytes, &descriptions, start, &packets, &buffer)
    let expected = media.packets.dropFirst(Int(max(start, 0))).prefix(requested)
    #expect(Int(packets) == (start < 0 ? 0 : expected.count))
    return (status, Array(buffer.prefix(Int(bytes))))
  }

  @Test(arguments: MediaFile.all) func theDeprecatedReadPacketsWorks(media: MediaFile) throws {
    let source = CallbackFile(media.bytes)
    let file = try #require(source.open().1)
    defer { AudioFileClose(file) }
    let count = media.packets.count
    // A count reduced at the end of the file is not an error, even if it is 0.
    for (start, requested) in [(0, 5), (count - 3, 3), (count - 3, 9), (count, 2), (count + 9, 1)]
    where start >= 0 {
      let expected = media.packets.dropFirst(start).prefix(requested)
      let (status, bytes) = readPackets(file, media, from: Int64(start), requested: requested)
      #expect(status == noErr)
      #expect(bytes == expected.flatMap { $0 })
    }
    #expect(
      readPackets(file, media, from: -2, requested: 1).0 == kAudioFileInvalidPacketOffsetError)
  }
}

/// A way to call a deprecated function without a warning.
private protocol OldReader {
  func readPackets(
    _ file: AudioFileID, _ bytes: UnsafeMutablePointer<UInt32>,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>, _ start: Int64,
    _ packets: UnsafeMutablePointer<UInt32>, _ buffer: UnsafeMutableRawPointer
  ) -> OSStatus
}

private struct DeprecatedReader: OldReader {
  @available(*, deprecated)
  func readPackets(
    _ file: AudioFileID, _ bytes: UnsafeMutablePointer<UInt32>,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>, _ start: Int64,
    _ packets: UnsafeMutablePointer<UInt32>, _ buffer: UnsafeMutableRawPointer
  ) -> OSStatus {
    AudioFileReadPackets(file, false, bytes, descriptions, start, packets, buffer)
  }
}
