#if FLAC && HTTP && LibAV && MPG123 && Soxr
  import AVFoundation
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Movie fragments and segments of `AVAssetWriter`.
  @Suite struct FragmentTests {
    private let folder: TemporaryFolder
    private static let rate = 44_100

    init() throws { folder = try TemporaryFolder() }

    private static var aac: [String: Any] {
      [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2]
    }

    /// Buffers of two seconds of stereo sound, from a time in frames.
    private func buffers(from start: Int = 0) throws -> [CMSampleBuffer] {
      let bytes = try FFmpeg.encode(
        ["-c:a", "pcm_s16le", "-f", "wav"], sampleRate: Self.rate, channelCount: 2, seconds: 2)
      try Tool.write(bytes, to: folder.url("source.wav"))
      let asset = AVURLAsset(url: folder.url("source.wav"))
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(
        track: asset.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      reader.add(output)
      #expect(reader.startReading())
      var buffers: [CMSampleBuffer] = []
      while let buffer = output.copyNextSampleBuffer() {
        var times = try buffer.sampleTimingInfo(at: 0)
        times.presentationTimeStamp =
          times.presentationTimeStamp
          + CMTime(value: CMTimeValue(start), timescale: CMTimeScale(Self.rate))
        var moved: CMSampleBuffer?
        CMSampleBufferCreateCopyWithNewTiming(
          allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 1,
          sampleTimingArray: &times, sampleBufferOut: &moved)
        try buffers.append(#require(moved))
      }
      return buffers
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

    private func writer(_ name: String, _ type: AVFileType) throws -> AVAssetWriter {
      let writer = try AVAssetWriter(outputURL: folder.url(name), fileType: type)
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.aac))
      return writer
    }

    private func write(_ writer: AVAssetWriter, _ buffers: [CMSampleBuffer]) async {
      #expect(writer.startWriting(), "\(String(describing: writer.error))")
      writer.startSession(atSourceTime: buffers[0].presentationTimeStamp)
      for buffer in buffers { #expect(writer.inputs[0].append(buffer)) }
      writer.inputs[0].markAsFinished()
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
    }

    private func count(_ type: String, in url: URL) throws -> Int {
      let bytes = Array(try Data(contentsOf: url))
      let name = Array(type.utf8)
      return bytes.indices.dropLast(3).filter { Array(bytes[$0..<$0 + 4]) == name }.count
    }

    @Test(
      "a file in fragments plays to its last fragment at any moment, and decodes like a whole file",
      arguments: [AVFileType.m4a, .mp4, .mov])
    func killed(type: AVFileType) async throws {
      let buffers = try buffers()
      let whole = try writer("whole", type)
      await write(whole, buffers)
      let expected = try samples(folder.url("whole"))
      let writer = try writer("b", type)
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 2)
      writer.initialMovieFragmentInterval = CMTime(value: 1, timescale: 4)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      var lengths: [Int] = []
      for (index, buffer) in buffers.enumerated() {
        #expect(writer.inputs[0].append(buffer))
        let copy = folder.url("copy\(index)")
        guard (try? FileManager.default.copyItem(at: folder.url("b"), to: copy)) != nil,
          let found = try? samples(copy)
        else { continue }
        lengths.append(found.count)
        let difference = SampleDifference(
          found, reference: Array(expected.prefix(found.count)))
        #expect(difference.missing == 0 && difference.peak < 1e-6, "\(difference)")
      }
      #expect(Set(lengths).count == 5 && lengths.max() ?? 0 > 2 * Self.rate)
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      let found = try samples(folder.url("b"))
      let difference = SampleDifference(found, reference: expected)
      #expect(found.count == 4 * Self.rate && difference.missing == 0, "\(difference)")
      #expect(difference.peak < 1e-6, "\(difference)")
      #expect(try count("moof", in: folder.url("b")) == 5)
      #expect(
        AVURLAsset(url: folder.url("b")).duration
          == CMTime(value: CMTimeValue(2 * Self.rate), timescale: CMTimeScale(Self.rate)))
    }

    @Test("a cancelled file in fragments is removed, and one that ends early stays")
    func ends() throws {
      let buffers = try buffers()
      for isCancelled in [true, false] {
        let writer = try writer("\(isCancelled)", .m4a)
        writer.movieFragmentInterval = CMTime(value: 1, timescale: 10)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for buffer in buffers { #expect(writer.inputs[0].append(buffer)) }
        if isCancelled { writer.cancelWriting() }
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url("").path)
      #expect(names.sorted() == ["false", "source.wav"])
      #expect(try samples(folder.url("false")).count > 2 * Self.rate)
    }

    // MARK: Segments

    private final class Receiver: NSObject, AVAssetWriterDelegate {
      let segments = Mutex<[(Data, AVAssetSegmentType, AVAssetSegmentReport?)]>([])

      func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType, segmentReport: AVAssetSegmentReport?
      ) {
        segments.withLock { $0.append((segmentData, segmentType, segmentReport)) }
      }
    }

    private func segmentWriter(_ receiver: Receiver) throws -> AVAssetWriter {
      let writer = AVAssetWriter(
        contentType: try #require(UTType(AVFileType.mp4.rawValue)))
      writer.outputFileTypeProfile = .mpeg4AppleHLS
      writer.delegate = receiver
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.aac))
      return writer
    }

    @Test("segments follow their interval, and together are the sound", arguments: [0, 10])
    func segments(startSeconds: Int) async throws {
      let start = CMTime(value: CMTimeValue(startSeconds), timescale: 1)
      let receiver = Receiver()
      let writer = try segmentWriter(receiver)
      writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 2)
      writer.initialSegmentStartTime = start
      await write(writer, try buffers(from: startSeconds * Self.rate))
      let segments = receiver.segments.withLock { $0 }
      #expect(segments.first?.1 == .initialization && segments.first?.2 == nil)
      let media = segments.dropFirst()
      try #require(media.count == 5)
      #expect(media.allSatisfy { $0.1 == .separable })
      let reports = try media.map { try #require($0.2?.trackReports.first) }
      // With an earlier start, the encoder's first frames have times before it.
      let first = reports[0].earliestPresentationTimeStamp
      #expect(startSeconds == 0 ? first == .zero : first < start)
      for (before, after) in zip(reports, reports.dropFirst()) {
        #expect(
          before.earliestPresentationTimeStamp + before.duration
            == after.earliestPresentationTimeStamp)
      }
      // Each boundary is less than a packet late.
      for (index, report) in reports.dropFirst().enumerated() {
        let late = report.earliestPresentationTimeStamp - start
        let wanted = CMTime(value: CMTimeValue(index + 1), timescale: 2)
        let packet = CMTime(value: 1024, timescale: CMTimeScale(Self.rate))
        #expect(late >= wanted && late < wanted + packet)
      }
      try Data(segments.flatMap { Array($0.0) }).write(to: folder.url("joined.mp4"))
      let whole = try self.writer("whole", .mp4)
      await write(whole, try buffers())
      let expected = try samples(folder.url("whole"))
      var found = try samples(folder.url("joined.mp4"))
      // Streams that start later have no edit list that hides the priming.
      if startSeconds > 0 { found.removeFirst(2 * 1024) }
      let difference = SampleDifference(
        Array(found.prefix(expected.count)), reference: expected)
      #expect(difference.missing == 0 && difference.peak < 1e-6, "\(difference)")
    }

    @Test("without an interval, segments end on request")
    func flush() async throws {
      let receiver = Receiver()
      let writer = try segmentWriter(receiver)
      writer.preferredOutputSegmentInterval = .indefinite
      let buffers = try buffers()
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for (index, buffer) in buffers.enumerated() {
        #expect(writer.inputs[0].append(buffer))
        if index == buffers.count / 2 { writer.flushSegment() }
      }
      #expect(receiver.segments.withLock { $0.count } == 2)
      await writer.finishWriting()
      #expect(writer.status == .completed && receiver.segments.withLock { $0.count } == 3)
    }

    @Test("a writer of segments without a delegate or an interval does not start")
    func incompleteSettings() throws {
      let receiver = Receiver()
      let unset = try segmentWriter(receiver)
      #expect(!unset.startWriting() && unset.status == .failed)
      let alone = try segmentWriter(receiver)
      alone.preferredOutputSegmentInterval = .indefinite
      alone.delegate = nil
      #expect(!alone.startWriting() && alone.error != nil)
    }

    // MARK: Other settings

    @Test("metadata, and tables before the sound, are written", arguments: [true, false])
    func metadata(isFragmented: Bool) async throws {
      let source = folder.url("tagged.m4a")
      try Tool.write(
        FFmpeg.encode(
          [
            "-c:a", "aac", "-metadata", "title=T", "-metadata", "lyrics=Words", "-f", "ipod",
          ], sampleRate: Self.rate, channelCount: 2, seconds: 1), to: source)
      try #require(AVURLAsset(url: source).lyrics == "Words")
      let writer = try writer("b.m4a", .m4a)
      writer.metadata = AVURLAsset(url: source).metadata
      writer.inputs[0].languageCode = "fra"
      writer.inputs[0].extendedLanguageTag = "fr-CA"
      writer.shouldOptimizeForNetworkUse = true
      if isFragmented { writer.movieFragmentInterval = CMTime(value: 1, timescale: 2) }
      await write(writer, try buffers())
      let asset = AVURLAsset(url: folder.url("b.m4a"))
      #expect(asset.commonMetadata.contains { $0.stringValue == "T" })
      #expect(asset.lyrics == "Words")
      let text = String(decoding: try Data(contentsOf: folder.url("b.m4a")), as: UTF8.self)
      let movie = try #require(text.range(of: "moov"))
      let media = try #require(text.range(of: "mdat"))
      #expect(movie.lowerBound < media.lowerBound && text.contains("fr-CA"))
    }

    @Test("several passes are declined, and the block is called for the one pass and the end")
    func passes() async throws {
      let buffers = try buffers()
      let writer = try writer("b.m4a", .m4a)
      let input = writer.inputs[0]
      input.performsMultiPassEncodingIfSupported = true
      #expect(writer.startWriting() && !input.canPerformMultiplePasses)
      writer.startSession(atSourceTime: .zero)
      await withCheckedContinuation { continuation in
        input.respondToEachPassDescription(on: DispatchQueue(label: "passes")) {
          guard input.currentPassDescription != nil else {
            input.markAsFinished()
            continuation.resume()
            return
          }
          for buffer in buffers { #expect(input.append(buffer)) }
          input.markCurrentPassAsFinished()
        }
      }
      await writer.finishWriting()
      #expect(writer.status == .completed)
      #expect(try samples(folder.url("b.m4a")).count == 4 * Self.rate)
    }
  }
#endif
