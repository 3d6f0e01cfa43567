#if LibAV
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Files whose packets contain more than plain AAC decoders use.
  struct ExtAudioFileHighEfficiencyTests {
    private let folder: TestSupport.TemporaryFolder
    private let url: URL
    private let bytes: [UInt8]

    init() throws {
      folder = try TestSupport.TemporaryFolder()
      url = folder.url("a.m4a")
      bytes = try FFmpeg.highEfficiency(seconds: 3)
      try Tool.write(bytes, to: url)
    }

    @Test("HE-AAC is decoded completely, at twice the rate, with the stated frames")
    func reading() throws {
      let file = try TestExtFile(url)
      let format = try file.get(
        kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
      #expect(format.mFormatID == kAudioFormatMPEG4AAC_HE)
      #expect((format.mSampleRate, format.mFramesPerPacket) == (44_100, 2048))
      #expect(try file.length == 3 * 44_100)
      let samples = try file.readAll()
      #expect(samples.count == 2 * 3 * 44_100)
      // All frames. The first 1,024 frames at the plain rate are priming.
      let all = try FFmpeg.decodeFloat(bytes, ["-ignore_editlist", "1"])
      let reference = Array(all.dropFirst(2 * 2048).prefix(samples.count))
      let difference = SampleDifference(samples, reference: reference)
      #expect(difference.missing == 0 && difference.signalToNoise >= 90)
    }

    @Test("plain AAC at a low rate keeps its rate", arguments: [1, 2])
    func plain(channelCount: Int) throws {
      let plain = try FFmpeg.encode(
        ["-c:a", "aac", "-f", "adts"], sampleRate: 22_050, channelCount: channelCount)
      try Tool.write(plain, to: folder.url("a.aac"))
      let file = try TestExtFile(folder.url("a.aac"))
      let format = try file.get(
        kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
      #expect(format.mFormatID == kAudioFormatMPEG4AAC)
      #expect((format.mSampleRate, Int(format.mChannelsPerFrame)) == (22_050, channelCount))
      let reference = try FFmpeg.decodeFloat(plain, [])
      #expect(SampleDifference(try file.readAll(), reference: reference).signalToNoise >= 90)
    }

    @Test("a seek gives the same frames as reading")
    func seeking() throws {
      let file = try TestExtFile(url)
      let all = try file.readAll()
      for frame in (0..<1000).map({ $0 * 7919 % (3 * 44_100 - 500) }) {
        #expect(ExtAudioFileSeek(file.reference, Int64(frame)) == noErr)
        let samples = try file.read(500)
        let reference = Array(all[2 * frame..<2 * (frame + 500)])
        let difference = SampleDifference(samples, reference: reference)
        #expect(difference.missing == 0 && difference.signalToNoise >= 90, "\(frame)")
      }
    }
  }
#endif
