import AVFAudio
import Foundation
import TestSupport
import Testing

/// Files that cannot be decoded, or only in part.
@Suite struct AVAudioPlayerFailureTests {
  private let files: PlayerFolder
  private let listener = PlayerListener()
  /// Samples of five packets and a half.
  private let samples: [Float] = (0..<22_528).map { (index: Int) -> Float in
    Float(index * 37 % 20_011 - 10_000) / 32768
  }

  init() throws { files = try PlayerFolder() }

  /// The frames of each packet.
  private static let packetFrames = 4096

  /// An Apple Lossless file with some invalid packets.
  private func damaged(_ packets: (Int) -> Bool) throws -> URL {
    let url = files.folder.file("lossless.caf")
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 44100.0,
      AVNumberOfChannelsKey: 1,
    ]
    let file = try AVAudioFile(forWriting: url, settings: settings)
    let buffer = try #require(
      AVAudioPCMBuffer(
        pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(samples.count)))
    buffer.frameLength = buffer.frameCapacity
    for (frame, sample) in samples.enumerated() { buffer.floatChannelData?[0][frame] = sample }
    try file.write(from: buffer)
    file.close()
    var bytes = try Data(contentsOf: url)
    let places = try self.packets(of: url)
    try #require(places.count == 6)
    // The first three bits are an element that Apple Lossless lacks.
    for (index, place) in places.enumerated() where packets(index) {
      bytes.replaceSubrange(place, with: [UInt8](repeating: 0x5A, count: place.count))
    }
    try bytes.write(to: url)
    return url
  }

  /// The positions of a file's packets.
  private func packets(of url: URL) throws -> [Range<Int>] {
    var opened: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
    let file = try #require(opened)
    defer { AudioFileClose(file) }
    var offset: Int64 = 0
    var size: UInt32 = 8
    try #require(AudioFileGetProperty(file, kAudioFilePropertyDataOffset, &size, &offset) == noErr)
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    var byteCount = UInt32(bytes.count)
    var count: UInt32 = 100
    var packets = [AudioStreamPacketDescription](
      repeating: AudioStreamPacketDescription(), count: 100)
    _ = AudioFileReadPacketData(file, false, &byteCount, &packets, 0, &count, &bytes)
    return packets.prefix(Int(count)).map { packet in
      let start = Int(offset + packet.mStartOffset)
      return start..<start + Int(packet.mDataByteSize)
    }
  }

  private func codes(_ errors: [any Error]) -> [OSStatus] {
    errors.map { error in
      #expect((error as NSError).domain == NSOSStatusErrorDomain)
      return OSStatus((error as NSError).code)
    }
  }

  @Test func undecodableFilesDoNotPlay() throws {
    let player = try files.offlinePlayer(damaged { _ in true }, listener)
    #expect(player.duration == Double(samples.count) / 44100)
    #expect(!player.prepareToPlay() && !player.play() && !player.isPlaying)
    #expect(waitUntil { listener.errors.count == 2 })
    let failure = kAudioConverterErr_UnspecifiedError
    #expect(codes(listener.errors) == [failure, failure])
    #expect(player.currentTime == 0 && listener.finished.isEmpty && listener.wasOnMain)
    #expect(!FileManager.default.fileExists(atPath: files.output.path))
  }

  @Test func aDamagedPacketBetweenOthersIsSilence() throws {
    let player = try files.offlinePlayer(damaged { $0 == 2 }, listener)
    #expect(player.play())
    try listener.waitForEnd()
    var expected = samples
    for frame in 2 * Self.packetFrames..<3 * Self.packetFrames { expected[frame] = 0 }
    #expect(firstDifference(try files.played()[0], expected) == nil)
    #expect(listener.finished == [true] && listener.errors.isEmpty)
  }

  @Test(arguments: [[0], [0, 1, 2]]) func aDamagedStartIsSilence(packets: Set<Int>) throws {
    let player = try files.offlinePlayer(damaged(packets.contains), listener)
    #expect(player.prepareToPlay() && player.play())
    try listener.waitForEnd()
    var expected = samples
    for frame in 0..<packets.count * Self.packetFrames { expected[frame] = 0 }
    #expect(firstDifference(try files.played()[0], expected) == nil)
    #expect(listener.finished == [true] && listener.errors.isEmpty)
  }

  @Test(arguments: [false, true]) func decodingMayFailInTheSecondPass(isPrepared: Bool) throws {
    let player = try files.offlinePlayer(damaged { $0 < 4 }, listener)
    // Less than the player decodes ahead: the second pass fails before any sound.
    let start = 18_000
    player.numberOfLoops = 1
    player.currentTime = Double(start) / 44100
    if isPrepared {
      #expect(player.prepareToPlay())
      #expect(waitUntil { listener.errors.count == 1 })
    }
    #expect(player.play())
    try listener.waitForEnd()
    #expect(listener.finished == [false] && listener.wasOnMain)
    #expect(codes(listener.errors) == [kAudioConverterErr_UnspecifiedError])
    #expect(firstDifference(try files.played()[0], Array(samples[start...])) == nil)
    #expect(!player.isPlaying && player.currentTime == 0)
    // A failure does not affect the next playback.
    player.numberOfLoops = 0
    player.currentTime = Double(start) / 44100
    #expect(player.play())
    try listener.waitForEnd(2)
    #expect(listener.finished == [false, true] && listener.errors.count == 1)
  }

  @Test func aFailingDiskEndsPlayback() throws {
    let all = numbered(0..<400_000)
    let url = try files.write([all])
    let player = try files.offlinePlayer(url, listener)
    #expect(player.prepareToPlay())
    try BrokenFile.strike(url, .isUnreadable)
    #expect(player.play())
    try listener.waitForEnd()
    #expect(listener.finished == [false])
    #expect(codes(listener.errors) == [kAudioFileUnspecifiedError])
    // The frames that were decoded ahead play to their end.
    let played = try files.played()[0]
    #expect(played.count > 10_000 && played.count < 40_000)
    #expect(firstDifference(played, Array(all.prefix(played.count))) == nil)
    #expect(!player.isPlaying && player.currentTime == 0)
  }
}
