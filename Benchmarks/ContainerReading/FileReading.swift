import AudioToolbox
import Foundation

/// Typical operations of an Audio File Services client.
enum FileReading {
  /// Lends an open file; `nil` if it cannot be opened.
  static func open<Result>(_ url: CFURL, _ body: (AudioFileID) -> Result) -> Result? {
    var file: AudioFileID?
    guard AudioFileOpenURL(url, .readPermission, 0, &file) == noErr, let file else {
      return nil
    }
    defer { AudioFileClose(file) }
    return body(file)
  }

  /// Opens a file and reads every property that needs no scan.
  ///
  /// - Returns: The number of readable properties, or `nil` if the file cannot be opened.
  static func askAll(_ url: CFURL) -> Int? {
    open(url) { file in
      var answered = 0
      for property in [
        kAudioFilePropertyFileFormat, kAudioFilePropertyDataFormat, kAudioFilePropertyFormatList,
        kAudioFilePropertyIsOptimized, kAudioFilePropertyMagicCookieData,
        kAudioFilePropertyAudioDataByteCount, kAudioFilePropertyDataOffset,
        kAudioFilePropertyChannelLayout, kAudioFilePropertyPacketSizeUpperBound,
        kAudioFilePropertyEstimatedDuration, kAudioFilePropertyBitRate,
        kAudioFilePropertyInfoDictionary, kAudioFilePropertyPacketTableInfo,
        kAudioFilePropertySourceBitDepth, kAudioFilePropertyAudioTrackCount,
      ] {
        var size: UInt32 = 0
        guard AudioFileGetPropertyInfo(file, property, &size, nil) == noErr, size > 0 else {
          continue
        }
        let value = UnsafeMutableRawPointer.allocate(byteCount: Int(size), alignment: 16)
        defer { value.deallocate() }
        guard AudioFileGetProperty(file, property, &size, value) == noErr else { continue }
        if property == kAudioFilePropertyInfoDictionary {
          value.assumingMemoryBound(to: Unmanaged<CFDictionary>?.self).pointee?.release()
        }
        answered += 1
      }
      return answered
    }
  }

  /// Reads all packets of a file in order.
  ///
  /// Each call reads up to 128 KiB, which fit into the cache of a core.
  ///
  /// - Returns: The number of packets, or `nil` if the file cannot be opened.
  static func readAllPackets(_ url: CFURL) -> Int64? {
    open(url) { file in
      var bound: UInt32 = 0
      var size = UInt32(MemoryLayout<UInt32>.size)
      AudioFileGetProperty(file, kAudioFilePropertyPacketSizeUpperBound, &size, &bound)
      let capacity = max(1 << 17, Int(bound))
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      defer { buffer.deallocate() }
      var descriptions = [AudioStreamPacketDescription](
        repeating: AudioStreamPacketDescription(), count: 4096)
      var format = AudioStreamBasicDescription()
      size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
      AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format)
      let isConstant = format.mBytesPerPacket > 0
      var packet: Int64 = 0
      while true {
        var byteCount = UInt32(capacity)
        var count = isConstant ? UInt32(capacity) / format.mBytesPerPacket : 4096
        AudioFileReadPacketData(file, false, &byteCount, &descriptions, packet, &count, buffer)
        if count == 0 { return packet }
        packet += Int64(count)
      }
    }
  }
}
