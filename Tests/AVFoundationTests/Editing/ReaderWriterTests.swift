#if FLAC && HTTP && LibAV && MPG123 && Soxr
  import AVFoundation
  import Foundation
  import TestSupport
  import Testing

  /// The pipeline of `AVAssetReader` and `AVAssetWriter`.
  @Suite struct ReaderWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(
      _ name: String, _ options: [String], sampleRate: Int = 44_100, seconds: Double = 2
    ) throws -> URL {
      let bytes = try FFmpeg.encode(
        options, sampleRate: sampleRate, channelCount: 2, seconds: seconds)
      try Tool.write(bytes, to: folder.url(name))
      return folder.url(name)
    }

    private static var floats: [String: Any] {
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true,
        AVLinearPCMBitDepthKey: 32,
      ]
    }

    private func samples(_ url: URL) throws -> [Float] {
      let file = try AVAudioFile(
        forReading: url, commonFormat: .pcmFormatFloat32, interleaved: true)
      let count = AVAudioFrameCount(file.length)
      let buffer = try #require(
        AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: count))
      try file.read(into: buffer)
      let samples = try #require(buffer.floatChannelData)
      return Array(
        UnsafeBufferPointer(start: samples[0], count: Int(buffer.frameLength) * buffer.stride))
    }

    private func floats(_ buffer: CMSampleBuffer) throws -> [Float] {
      let data = try #require(buffer.dataBuffer)
      return LittleEndian.float(Array(try data.dataBytes()))
    }

    /// All samples of an output, whose times have no gaps.
    private func read(
      _ asset: AVAsset, _ settings: [String: Any]?, range: CMTimeRange? = nil
    ) throws -> [CMSampleBuffer] {
      let reader = try AVAssetReader(asset: asset)
      if let range { reader.timeRange = range }
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings)
      #expect(reader.canAdd(output))
      reader.add(output)
      #expect(!reader.canAdd(output))
      #expect(reader.startReading())
      var buffers: [CMSampleBuffer] = []
      // Packets before the range, and priming, have earlier times.
      var end = settings == nil ? nil : range?.start ?? .zero
      while let buffer = output.copyNextSampleBuffer() {
        #expect(buffer.presentationTimeStamp == end ?? buffer.presentationTimeStamp)
        end = buffer.presentationTimeStamp + buffer.duration
        buffers.append(buffer)
      }
      #expect(reader.status == .completed && reader.error == nil)
      return buffers
    }

    @Test(
      "decoded samples are those of the file, for any range",
      arguments: [["-c:a", "aac", "-f", "ipod"], ["-c:a", "libmp3lame", "-f", "mp3"]])
    func decoded(codec: [String]) throws {
      let url = try make("source", codec)
      let asset = AVURLAsset(url: url)
      let whole = try samples(url)
      let found = try read(asset, Self.floats).flatMap { try floats($0) }
      let difference = SampleDifference(found, reference: whole)
      #expect(difference.missing == 0 && difference.peak < 1e-6, "\(difference)")
      let range = CMTimeRange(
        start: CMTime(value: 20_001, timescale: 44_100),
        end: CMTime(value: 60_007, timescale: 44_100))
      let part = try read(asset, Self.floats, range: range).flatMap { try floats($0) }
      let wanted = Array(whole[40_002..<120_014])
      let partDifference = SampleDifference(part, reference: wanted)
      #expect(partDifference.missing == 0 && partDifference.peak < 1e-4, "\(partDifference)")
    }

    @Test("samples have the rate, channels and depth of the settings, or 16 bits without them")
    func formats() throws {
      let asset = AVURLAsset(url: try make("a.flac", ["-c:a", "flac", "-f", "flac"]))
      let usual = try read(asset, [AVFormatIDKey: kAudioFormatLinearPCM])
      let format = try #require(usual[0].formatDescription?.audioStreamBasicDescription)
      #expect(format.mBitsPerChannel == 16 && format.mChannelsPerFrame == 2)
      #expect(usual.map(\.numSamples).reduce(0, +) == 88_200)
      let speech = try read(
        asset,
        [
          AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 16_000, AVNumberOfChannelsKey: 1,
          AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ])
      #expect(abs(speech.map(\.numSamples).reduce(0, +) - 32_000) <= 1)
      #expect(speech[0].formatDescription?.audioStreamBasicDescription?.mSampleRate == 16_000)
    }

    @Test("packets are read as they are, and can be written to another container")
    func packets() async throws {
      let source = AVURLAsset(url: try make("a.m4a", ["-c:a", "aac", "-f", "ipod"]))
      let buffers = try read(source, nil)
      let format = try #require(buffers[0].formatDescription?.audioStreamBasicDescription)
      #expect(format.mFormatID == kAudioFormatMPEG4AAC)
      #expect(buffers[0].sampleSize(at: 0) > 0)
      let count = buffers.map(\.numSamples).reduce(0, +)
      let writer = try AVAssetWriter(outputURL: folder.url("b.caf"), fileType: .caf)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for buffer in buffers { #expect(input.append(buffer)) }
      input.markAsFinished()
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      let written = try read(AVURLAsset(url: folder.url("b.caf")), nil)
      #expect(written.map(\.numSamples).reduce(0, +) == count)
      let isSame =
        try written.flatMap { try Array($0.dataBuffer?.dataBytes() ?? Data()) }
        == buffers.flatMap { try Array($0.dataBuffer?.dataBytes() ?? Data()) }
      #expect(isSame)
      // The priming stays out, even in the copy.
      let whole = try samples(folder.url("a.m4a"))
      let copy = try samples(folder.url("b.caf"))
      #expect(copy.count >= whole.count && copy.count - whole.count < 4096)
      let difference = SampleDifference(Array(copy[..<whole.count]), reference: whole)
      #expect(difference.missing == 0 && difference.peak < 1e-6, "\(difference)")
    }

    @Test("packets are copied to containers that cannot state priming", arguments: [true, false])
    func packetsOfMP3(isMP3: Bool) async throws {
      let source = AVURLAsset(
        url: try make(
          "a", isMP3 ? ["-c:a", "libmp3lame", "-f", "mp3"] : ["-c:a", "ac3", "-f", "ac3"]))
      let buffers = try read(source, nil)
      let writer = try AVAssetWriter(
        outputURL: folder.url("b"), fileType: isMP3 ? .mp3 : .ac3)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for buffer in buffers { #expect(input.append(buffer)) }
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
    }

    @Test("each output of a reader ends once")
    func twoOutputs() throws {
      let asset = AVURLAsset(
        url: try make("a.wav", ["-c:a", "pcm_s16le", "-f", "wav"], seconds: 1))
      let reader = try AVAssetReader(asset: asset)
      let outputs = (0..<2).map { _ in
        AVAssetReaderTrackOutput(
          track: asset.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      }
      for output in outputs { reader.add(output) }
      #expect(reader.startReading())
      while outputs[0].copyNextSampleBuffer() != nil {}
      #expect(outputs[0].copyNextSampleBuffer() == nil && reader.status == .reading)
      var count = 0
      while let buffer = outputs[1].copyNextSampleBuffer() { count += buffer.numSamples }
      #expect(count == 44_100 && reader.status == .completed)
    }

    @Test(
      "a file is converted with a reader and a writer",
      arguments: [
        (AVFileType.m4a, kAudioFormatMPEG4AAC), (.wav, kAudioFormatLinearPCM),
        (.caf, kAudioFormatAppleLossless),
      ])
    func converts(type: AVFileType, codec: AudioFormatID) async throws {
      let url = try make("a.mp3", ["-c:a", "libmp3lame", "-f", "mp3"])
      let asset = AVURLAsset(url: url)
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(
        track: asset.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      reader.add(output)
      let writer = try AVAssetWriter(outputURL: folder.url("b"), fileType: type)
      let input = AVAssetWriterInput(
        mediaType: .audio,
        outputSettings: [
          AVFormatIDKey: codec, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
        ])
      #expect(writer.canAdd(input))
      writer.add(input)
      #expect(reader.startReading() && writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      let queue = DispatchQueue(label: "writing")
      await withCheckedContinuation { continuation in
        input.requestMediaDataWhenReady(on: queue) {
          while input.isReadyForMoreMediaData {
            guard let buffer = output.copyNextSampleBuffer(), input.append(buffer) else {
              input.markAsFinished()
              continuation.resume()
              return
            }
          }
        }
      }
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      #expect(AVURLAsset(url: folder.url("b")).duration.seconds == asset.duration.seconds)
      if codec != kAudioFormatMPEG4AAC {
        let difference = SampleDifference(
          try samples(folder.url("b")), reference: try samples(url))
        #expect(difference.missing == 0 && difference.peak < 1.0 / 32_000, "\(difference)")
      }
    }

    @Test("a session leaves out samples before and after it, and gaps are silent")
    func session() async throws {
      let buffers = try read(
        AVURLAsset(url: try make("a.wav", ["-c:a", "pcm_s16le", "-f", "wav"])),
        [AVFormatIDKey: kAudioFormatLinearPCM])
      let whole = try samples(folder.url("a.wav"))
      let writer = try AVAssetWriter(outputURL: folder.url("b.wav"), fileType: .wav)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: CMTime(value: 1_000, timescale: 44_100))
      writer.endSession(atSourceTime: CMTime(value: 40_000, timescale: 44_100))
      for (index, buffer) in buffers.enumerated() where index != 2 {
        #expect(input.append(buffer))
      }
      await writer.finishWriting()
      var expected = whole
      let gap = buffers[0].numSamples + buffers[1].numSamples
      for index in gap * 2..<(gap + buffers[2].numSamples) * 2 { expected[index] = 0 }
      let difference = SampleDifference(
        try samples(folder.url("b.wav")), reference: Array(expected[2_000..<80_000]))
      #expect(difference.missing == 0 && difference.peak == 0, "\(difference)")
    }

    @Test("faults end the reader and the writer with an error, and leave no file")
    func faults() async throws {
      let url = try make("a.wav", ["-c:a", "pcm_s16le", "-f", "wav"], seconds: 1)
      #expect(throws: AVError.self) {
        try AVAssetReader(asset: AVURLAsset(url: folder.url("none.wav")))
      }
      let existing = try AVAssetWriter(outputURL: url, fileType: .wav)
      #expect(!existing.startWriting() && existing.status == .failed)
      #expect((existing.error as? AVError)?.code == .fileAlreadyExists)
      let buffer = try read(
        AVURLAsset(url: url), [AVFormatIDKey: kAudioFormatLinearPCM])[0]
      let early = try AVAssetWriter(outputURL: folder.url("b.wav"), fileType: .wav)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
      early.add(input)
      #expect(early.startWriting())
      #expect(!input.append(buffer) && early.status == .failed)
      await early.finishWriting()
      let cancelled = try AVAssetWriter(outputURL: folder.url("c.wav"), fileType: .wav)
      let other = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
      cancelled.add(other)
      #expect(cancelled.startWriting())
      cancelled.startSession(atSourceTime: .zero)
      #expect(other.append(buffer))
      cancelled.cancelWriting()
      #expect(cancelled.status == .cancelled && !other.append(buffer))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url("").path)
      #expect(names == ["a.wav"])
    }

    @Test("times without an end or beyond all files are errors or empty, and never trap")
    func hugeTimes() throws {
      let url = try make("a.wav", ["-c:a", "pcm_s16le", "-f", "wav"], seconds: 1)
      let asset = AVURLAsset(url: url)
      let far = CMTime(value: .max, timescale: 1)
      let pcm: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM]
      for settings in [pcm, nil] {
        let reader = try AVAssetReader(asset: asset)
        reader.timeRange = CMTimeRange(start: far, duration: .positiveInfinity)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings)
        reader.add(output)
        #expect(reader.startReading() && output.copyNextSampleBuffer() == nil)
        #expect(reader.status == .completed)
      }
      let buffer = try read(asset, pcm)[0]
      var times = CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: 44_100), presentationTimeStamp: far,
        decodeTimeStamp: .invalid)
      var late: CMSampleBuffer?
      CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 1, sampleTimingArray: &times,
        sampleBufferOut: &late)
      let writer = try AVAssetWriter(outputURL: folder.url("b.wav"), fileType: .wav)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      #expect(try !input.append(#require(late)))
      #expect(writer.status == .failed)
      let composition = AVMutableComposition()
      let track = try #require(
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
      try track.insertTimeRange(
        CMTimeRange(start: .zero, duration: asset.duration), of: asset.tracks[0],
        at: CMTime(value: 1 << 60, timescale: 1))
      let silence = try AVAssetReader(asset: composition)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: pcm)
      silence.add(output)
      #expect(silence.startReading())
      #expect(output.copyNextSampleBuffer()?.numSamples == 8192)
      silence.cancelReading()
      #expect(output.copyNextSampleBuffer() == nil && silence.status == .cancelled)
    }

    @Test("tracks of a composition are mixed")
    func mix() throws {
      let url = try make("a.wav", ["-c:a", "pcm_s16le", "-f", "wav"], seconds: 1)
      let asset = AVURLAsset(url: url)
      let composition = AVMutableComposition()
      for volume in [Float(0.25), 0.5] {
        let track = try #require(
          composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
        track.preferredVolume = volume
        try track.insertTimeRange(
          CMTimeRange(start: .zero, duration: asset.duration), of: asset.tracks[0], at: .zero)
      }
      let reader = try AVAssetReader(asset: composition)
      let output = AVAssetReaderAudioMixOutput(
        audioTracks: composition.tracks, audioSettings: Self.floats)
      reader.add(output)
      #expect(reader.startReading())
      var found: [Float] = []
      while let buffer = output.copyNextSampleBuffer() { found += try floats(buffer) }
      let difference = SampleDifference(
        found, reference: try samples(url).map { $0 * 0.75 })
      #expect(difference.missing == 0 && difference.peak < 1e-6, "\(difference)")
    }
  }
#endif
