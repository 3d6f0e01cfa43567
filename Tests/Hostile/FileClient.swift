import AudioToolbox

/// Reads a file with Audio File callbacks.
struct FileClient {
  private let bytes: UnsafeRawBufferPointer

  private static let properties = [
    kAudioFilePropertyFileFormat, kAudioFilePropertyDataFormat, kAudioFilePropertyIsOptimized,
    kAudioFilePropertyMagicCookieData, kAudioFilePropertyAudioDataByteCount,
    kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyDataOffset,
    kAudioFilePropertyChannelLayout, kAudioFilePropertyDeferSizeUpdates,
    kAudioFilePropertyDataFormatName, kAudioFilePropertyMarkerList,
    kAudioFilePropertyRegionList, kAudioFilePropertyPacketToFrame,
    kAudioFilePropertyFrameToPacket, kAudioFilePropertyRestrictsRandomAccess,
    kAudioFilePropertyPacketToRollDistance, kAudioFilePropertyPreviousIndependentPacket,
    kAudioFilePropertyNextIndependentPacket, kAudioFilePropertyPacketToDependencyInfo,
    kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket,
    kAudioFilePropertyChunkIDs, kAudioFilePropertyInfoDictionary,
    kAudioFilePropertyPacketTableInfo, kAudioFilePropertyFormatList,
    kAudioFilePropertyPacketSizeUpperBound, kAudioFilePropertyPacketRangeByteCountUpperBound,
    kAudioFilePropertyReserveDuration, kAudioFilePropertyEstimatedDuration,
    kAudioFilePropertyBitRate, kAudioFilePropertyID3Tag, kAudioFilePropertyID3TagOffset,
    kAudioFilePropertySourceBitDepth, kAudioFilePropertyAlbumArtwork,
    kAudioFilePropertyAudioTrackCount, kAudioFilePropertyAudioDataPacketCount,
  ]

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Opens the file, and reads all packets, user data, and all properties before and after the
  /// packets.
  ///
  /// - Returns: The broken rule.
  func read(_ dice: inout Dice) -> String? {
    var lent = bytes
    return withUnsafeMutablePointer(to: &lent) { client in
      var opened: AudioFileID?
      let status = AudioFileOpenWithCallbacks(
        client,
        { client, position, count, buffer, actual in
          let bytes = client.assumingMemoryBound(to: UnsafeRawBufferPointer.self).pointee
          let start = min(max(Int(position), 0), bytes.count)
          let count = min(Int(count), bytes.count - start)
          if count > 0, let base = bytes.baseAddress { memcpy(buffer, base + start, count) }
          actual.pointee = UInt32(count)
          return noErr
        }, nil,
        { client in
          Int64(client.assumingMemoryBound(to: UnsafeRawBufferPointer.self).pointee.count)
        }, nil, 0, &opened)
      guard status == noErr, let file = opened else {
        return status == noErr ? "a file that is none" : nil
      }
      defer { AudioFileClose(file) }
      return check(file, &dice)
    }
  }

  private func check(_ file: AudioFileID, _ dice: inout Dice) -> String? {
    let values = PropertyValues(of: bytes.count) { property in
      var size: UInt32 = 0
      return AudioFileGetPropertyInfo(file, property, &size, nil) == noErr ? size : nil
    } get: { property, size, start in
      var size = size
      return AudioFileGetProperty(file, property, &size, start) == noErr ? size : nil
    }
    for property in Self.properties {
      if let broken = values.check(property, &dice) { return broken }
    }
    if let broken = readPackets(of: file, &dice) ?? readBytes(of: file, &dice) { return broken }
    for property in Self.properties where dice.next(4) == 0 {
      if let broken = values.check(property, &dice) { return broken }
    }
    readUserData(of: file)
    return nil
  }

  /// Reads all packets in order, and some at random positions.
  private func readPackets(of file: AudioFileID, _ dice: inout Dice) -> String? {
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout.size(ofValue: format))
    guard AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format) == noErr else {
      return "no format"
    }
    guard format.mChannelsPerFrame > 0, format.mSampleRate > 0 else { return "a format of nothing" }
    var bound: UInt32 = 0
    size = 4
    AudioFileGetProperty(file, kAudioFilePropertyPacketSizeUpperBound, &size, &bound)
    let buffer = LentBuffer(byteCount: min(max(Int(bound), 1 << 16), 1 << 20))
    defer { buffer.free() }
    var packet: Int64 = 0
    // Packets may be empty, and a table may list the same bytes repeatedly.
    let mostPackets = Int64(4 * bytes.count + 10_000)
    while packet < mostPackets {
      let (count, broken) = readPackets(of: file, from: packet, into: buffer)
      if let broken { return broken }
      guard count > 0 else { break }
      packet += Int64(count)
    }
    for _ in 0..<8 {
      let start = dice.next(3) == 0 ? Int64(dice.next(1 << 40)) : Int64(dice.next(Int(packet) + 2))
      if let broken = readPackets(of: file, from: start, into: buffer).broken { return broken }
    }
    return nil
  }

  private func readPackets(
    of file: AudioFileID, from start: Int64, into buffer: LentBuffer
  ) -> (count: UInt32, broken: String?) {
    let most = 512
    var descriptions = [AudioStreamPacketDescription](
      repeating: AudioStreamPacketDescription(), count: most)
    var byteCount = UInt32(buffer.byteCount)
    var count = UInt32(most)
    AudioFileReadPacketData(file, false, &byteCount, &descriptions, start, &count, buffer.start)
    guard buffer.isMarkThere, byteCount <= buffer.byteCount, count <= most else {
      return (0, "more packets than there is room for")
    }
    let areInside = descriptions.prefix(Int(count)).allSatisfy {
      $0.mStartOffset >= 0 && $0.mStartOffset + Int64($0.mDataByteSize) <= Int64(byteCount)
    }
    return (count, areInside ? nil : "a packet outside of the bytes read")
  }

  private func readBytes(of file: AudioFileID, _ dice: inout Dice) -> String? {
    let buffer = LentBuffer(byteCount: 4096)
    defer { buffer.free() }
    for _ in 0..<4 {
      var count = UInt32(1 + dice.next(4096))
      let start = dice.next(4) == 0 ? Int64(dice.next(1 << 40)) : Int64(dice.next(bytes.count + 2))
      AudioFileReadBytes(file, false, start, &count, buffer.start)
      guard buffer.isMarkThere, count <= 4096 else { return "more bytes than there is room for" }
    }
    return nil
  }

  private func readUserData(of file: AudioFileID) {
    let names = ["ID3 ", "LIST", "bext", "free", "udta", "\u{A9}nam", "uuid", "info", "COMT"]
    for name in names {
      let identifier = name.unicodeScalars.reduce(UInt32(0)) { $0 << 8 | $1.value & 0xFF }
      var number: UInt32 = 0
      guard AudioFileCountUserData(file, identifier, &number) == noErr, number > 0 else { continue }
      var size: UInt32 = 0
      guard AudioFileGetUserDataSize(file, identifier, number - 1, &size) == noErr else { continue }
      // The stated size of a chunk may exceed the file.
      let buffer = LentBuffer(byteCount: min(Int(size), bytes.count))
      defer { buffer.free() }
      var count = UInt32(buffer.byteCount)
      AudioFileGetUserData(file, identifier, number - 1, &count, buffer.start)
    }
  }
}
