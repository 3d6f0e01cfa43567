#if LibAV && MPG123
  import AVFAudio
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// All interfaces return the same length: the number of readable frames.
  @Suite struct OneLengthTests {
    @Test("a wrong length in a header changes no length", arguments: WrongLength.all)
    func allLengths(file: WrongLength) throws {
      let folder = try TemporaryFolder()
      let url = folder.url("file")
      try Tool.write(try file.make(), to: url)
      let audio = try AVAudioFile(forReading: url)
      let count = Int(audio.length)
      #expect(count == file.frameCount ?? count)
      // The right length, plus the most that fills the last packet.
      #expect((0..<2048).contains(count - 2 * file.sampleRate))
      #expect(try Self.readFrames(audio) == count)
      #expect(Int(audio.length) == count)
      let player = try AVAudioPlayer(contentsOf: url)
      #expect(Int((player.duration * Double(file.sampleRate)).rounded()) == count)
      #expect(try Self.extendedLength(url) == count)
      let (duration, packets) = try Self.fileLength(url)
      #expect(Int((duration * Double(file.sampleRate)).rounded()) == count)
      #expect(packets.stated == packets.read)
    }

    private static func readFrames(_ file: AVAudioFile) throws -> Int {
      let buffer = try #require(
        AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4096))
      var count = 0
      while file.framePosition < file.length {
        try file.read(into: buffer)
        try #require(buffer.frameLength > 0)
        count += Int(buffer.frameLength)
      }
      return count
    }

    private static func extendedLength(_ url: URL) throws -> Int {
      var opened: ExtAudioFileRef?
      try #require(ExtAudioFileOpenURL(url as CFURL, &opened) == noErr)
      let file = try #require(opened)
      defer { ExtAudioFileDispose(file) }
      var length: Int64 = 0
      var size: UInt32 = 8
      try #require(
        ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &length)
          == noErr)
      return Int(length)
    }

    /// Seconds and packets from `AudioFile`: the stated ones and the readable ones.
    private static func fileLength(_ url: URL) throws -> (Double, (stated: Int, read: Int)) {
      var opened: AudioFileID?
      try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
      let file = try #require(opened)
      defer { AudioFileClose(file) }
      var (duration, stated, size) = (0.0, UInt64(0), UInt32(8))
      try #require(
        AudioFileGetProperty(file, kAudioFilePropertyEstimatedDuration, &size, &duration) == noErr)
      try #require(
        AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &stated) == noErr)
      var read = 0
      while true {
        var (count, bytes) = (UInt32(100), UInt32(1 << 18))
        var memory = [UInt8](repeating: 0, count: Int(bytes))
        var packets = [AudioStreamPacketDescription](
          repeating: AudioStreamPacketDescription(), count: 100)
        let status = AudioFileReadPacketData(
          file, false, &bytes, &packets, Int64(read), &count, &memory)
        try #require(status == noErr || status == kAudioFileEndOfFileError)
        read += Int(count)
        if count == 0 { return (duration, (Int(stated), read)) }
      }
    }
  }
#endif
