#if FLAC && HTTP && LibAV && MPG123 && Soxr
  import AVFoundation
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Audio mixes and random access of `AVAssetReader`, and mixes of exports.
  @Suite struct MixedReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static var floats: [String: Any] {
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true,
        AVLinearPCMBitDepthKey: 32,
      ]
    }

    /// One second of stereo sound.
    private func source() throws -> AVURLAsset {
      let bytes = try FFmpeg.encode(
        ["-c:a", "pcm_s16le", "-f", "wav"], sampleRate: 44_100, channelCount: 2, seconds: 1)
      try Tool.write(bytes, to: folder.url("a.wav"))
      return AVURLAsset(url: folder.url("a.wav"))
    }

    private func samples(_ url: URL) throws -> [Float] {
      let file = try AVAudioFile(
        forReading: url, commonFormat: .pcmFormatFloat32, interleaved: true)
      let buffer = try #require(
        AVAudioPCMBuffer(
          pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
      try file.read(into: buffer)
      let samples = try #require(buffer.floatChannelData)
      return Array(
        UnsafeBufferPointer(start: samples[0], count: Int(buffer.frameLength) * buffer.stride))
    }

    private func time(_ frames: Int) -> CMTime {
      CMTime(value: CMTimeValue(frames), timescale: 44_100)
    }

    private func range(_ frames: Range<Int>) -> CMTimeRange {
      CMTimeRange(start: time(frames.lowerBound), end: time(frames.upperBound))
    }

    private func rest(of output: AVAssetReaderOutput) throws -> [Float] {
      var found: [Float] = []
      while let buffer = output.copyNextSampleBuffer() {
        found += LittleEndian.float(Array(try #require(buffer.dataBuffer).dataBytes()))
      }
      return found
    }

    private func parameters(
      _ trackID: CMPersistentTrackID, _ ramp: (from: Float, to: Float), _ frames: Range<Int>
    ) -> AVMutableAudioMixInputParameters {
      let parameters = AVMutableAudioMixInputParameters()
      parameters.trackID = trackID
      parameters.setVolumeRamp(
        fromStartVolume: ramp.from, toEndVolume: ramp.to, timeRange: range(frames))
      return parameters
    }

    /// The volume of a ramp at a frame.
    private func volume(_ ramp: (from: Float, to: Float), _ frames: Range<Int>, _ frame: Int)
      -> Float
    {
      guard frame >= frames.lowerBound else { return 1 }
      let share = Float(min(frame, frames.upperBound) - frames.lowerBound) / Float(frames.count)
      return ramp.from + (ramp.to - ramp.from) * share
    }

    @Test("tracks that cross over have the sum of their ramps, in the reader and in an export")
    func crossover() async throws {
      let asset = try source()
      let whole = try samples(folder.url("a.wav"))
      let composition = AVMutableComposition()
      var identifiers: [CMPersistentTrackID] = []
      for start in [0, 20_000] {
        let track = try #require(
          composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
        try track.insertTimeRange(
          CMTimeRange(start: .zero, duration: asset.duration), of: asset.tracks[0],
          at: time(start))
        identifiers.append(track.trackID)
      }
      let frames = 20_001..<44_007
      let mix = AVMutableAudioMix()
      mix.inputParameters = [
        parameters(identifiers[0], (1, 0), frames), parameters(identifiers[1], (0, 1), frames),
      ]
      var expected = [Float](repeating: 0, count: 2 * 64_100)
      for frame in 0..<64_100 {
        for channel in 0..<2 {
          let first = frame < 44_100 ? whole[frame * 2 + channel] : 0
          let second = frame >= 20_000 ? whole[(frame - 20_000) * 2 + channel] : 0
          expected[frame * 2 + channel] =
            first * volume((1, 0), frames, frame) + second * volume((0, 1), frames, frame)
        }
      }
      for range in [nil, 30_000..<50_001] {
        let reader = try AVAssetReader(asset: composition)
        let output = AVAssetReaderAudioMixOutput(
          audioTracks: composition.tracks, audioSettings: Self.floats)
        output.audioMix = mix
        reader.add(output)
        if let range { reader.timeRange = self.range(range) }
        #expect(reader.startReading())
        let part = range.map { Array(expected[$0.lowerBound * 2..<$0.upperBound * 2]) }
        let difference = SampleDifference(try rest(of: output), reference: part ?? expected)
        #expect(difference.missing == 0 && difference.peak < 1e-6, "\(difference)")
      }
      let session = try #require(
        AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A))
      session.audioMix = mix
      session.shouldOptimizeForNetworkUse = true
      try await session.export(to: folder.url("mixed.m4a"), as: .m4a)
      let found = try samples(folder.url("mixed.m4a"))
      #expect(found.count == expected.count)
      let noise = zip(found, expected).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
      #expect(noise / expected.map { $0 * $0 }.reduce(0, +) < 0.02)
    }

    @Test("a ramp of a file applies to its frames, exactly, for any range")
    func ramp() throws {
      let asset = try source()
      let whole = try samples(folder.url("a.wav"))
      let frames = 1_000..<30_000
      let mix = AVMutableAudioMix()
      mix.inputParameters = [parameters(asset.tracks[0].trackID, (0.5, 0.1), frames)]
      for range in [0..<44_100, 12_345..<40_000] {
        let reader = try AVAssetReader(asset: asset)
        reader.timeRange = self.range(range)
        let output = AVAssetReaderAudioMixOutput(
          audioTracks: asset.tracks, audioSettings: Self.floats)
        output.audioMix = mix
        reader.add(output)
        #expect(reader.startReading())
        let expected = range.flatMap { frame in
          (0..<2).map { whole[frame * 2 + $0] * volume((0.5, 0.1), frames, frame) }
        }
        let difference = SampleDifference(try rest(of: output), reference: expected)
        #expect(difference.missing == 0 && difference.peak < 1e-6, "\(difference)")
      }
    }

    @Test("an output with random access reads further ranges until it is final")
    func randomAccess() throws {
      let asset = try source()
      let whole = try samples(folder.url("a.wav"))
      let reader = try AVAssetReader(asset: asset)
      reader.timeRange = range(0..<10_000)
      let output = AVAssetReaderTrackOutput(
        track: asset.tracks[0], outputSettings: Self.floats)
      output.supportsRandomAccess = true
      reader.add(output)
      #expect(reader.startReading())
      #expect(try rest(of: output) == Array(whole[..<20_000]))
      #expect(reader.status == .reading)
      let ranges = [500..<600, 40_000..<44_100]
      output.reset(forReadingTimeRanges: ranges.map { NSValue(timeRange: range($0)) })
      let expected = ranges.flatMap { Array(whole[$0.lowerBound * 2..<$0.upperBound * 2]) }
      #expect(try rest(of: output) == expected)
      output.markConfigurationAsFinal()
      #expect(reader.status == .completed && output.copyNextSampleBuffer() == nil)
      output.reset(forReadingTimeRanges: [NSValue(timeRange: range(0..<10))])
      #expect(output.copyNextSampleBuffer() == nil)
    }

    @Test("packets state their frames outside the range, and a copy of them has the same length")
    func trims() async throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", "aac", "-f", "ipod"], sampleRate: 44_100, channelCount: 2, seconds: 1)
      try Tool.write(bytes, to: folder.url("a.m4a"))
      let asset = AVURLAsset(url: folder.url("a.m4a"))
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
      reader.add(output)
      #expect(reader.startReading())
      let writer = try AVAssetWriter(outputURL: folder.url("b.m4a"), fileType: .m4a)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
      writer.add(input)
      #expect(writer.startWriting())
      var played = CMTime.zero
      while let buffer = output.copyNextSampleBuffer() {
        if played == .zero {
          #expect(buffer.outputPresentationTimeStamp == .zero)
          #expect(buffer.presentationTimeStamp < .zero)
          // The start of the packets, as programs that copy them often state it.
          writer.startSession(atSourceTime: buffer.presentationTimeStamp)
        }
        played = played + buffer.outputDuration
        #expect(input.append(buffer))
      }
      #expect(played == time(44_100))
      await writer.finishWriting()
      #expect(writer.status == .completed)
      let difference = SampleDifference(
        try samples(folder.url("b.m4a")), reference: try samples(folder.url("a.m4a")))
      #expect(difference.missing == 0 && difference.peak < 1e-6, "\(difference)")
    }
  }
#endif
