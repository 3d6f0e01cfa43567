#if FLAC && HTTP && LibAV && MPG123 && Soxr
  import AVFoundation
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Disks, sources and clients that end a reader, a writer or an export.
  @Suite struct EditingFaultTests {
    private let folder: TemporaryFolder
    private let output: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      output = try TemporaryFolder()
    }

    private func source(seconds: Double) throws -> URL {
      let bytes = try FFmpeg.encode(
        ["-c:a", "pcm_s16le", "-f", "wav"], sampleRate: 44_100, channelCount: 2, seconds: seconds)
      try Tool.write(bytes, to: folder.url("a.wav"))
      return folder.url("a.wav")
    }

    /// The incomplete file, once it exists.
    private func partial() throws -> URL {
      try waitUntil("the incomplete file exists") { try !output.names().isEmpty }
      return output.url(try #require(try output.names().first))
    }

    @Test(
      "a full disk ends a writer with its error, and leaves no file",
      arguments: [
        ("b.wav", AVFileType.wav, kAudioFormatLinearPCM),
        ("b.m4a", .m4a, kAudioFormatAppleLossless), ("b.m4a", .m4a, kAudioFormatMPEG4AAC),
      ])
    func fullDisk(name: String, type: AVFileType, formatID: AudioFormatID) async throws {
      let asset = AVURLAsset(url: try source(seconds: 5))
      let reader = try AVAssetReader(asset: asset)
      let samples = AVAssetReaderTrackOutput(
        track: asset.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      reader.add(samples)
      #expect(reader.startReading())
      let writer = try AVAssetWriter(outputURL: output.url(name), fileType: type)
      let input = AVAssetWriterInput(
        mediaType: .audio,
        outputSettings: [
          AVFormatIDKey: formatID, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
        ])
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      #expect(input.append(try #require(samples.copyNextSampleBuffer())))
      try BrokenFile.strike(try partial(), .isFull)
      while let buffer = samples.copyNextSampleBuffer(), input.append(buffer) {}
      await writer.finishWriting()
      #expect(writer.status == .failed)
      #expect((writer.error as? AVError)?.code == .diskFull)
      #expect(try output.names() == [])
    }

    @Test("a full disk ends an export with its error, and leaves no file")
    func fullDiskOfExport() async throws {
      let asset = AVURLAsset(url: try source(seconds: 60))
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
      session.outputURL = output.url("b.m4a")
      session.outputFileType = .m4a
      let ends = Mutex(0)
      session.exportAsynchronously { ends.withLock { $0 += 1 } }
      try BrokenFile.strike(try partial(), .isFull)
      try waitUntil("the export has ended") { ends.withLock { $0 } == 1 }
      #expect(session.status == .failed)
      #expect((session.error as? AVError)?.code == .diskFull)
      #expect(try output.names() == [])
    }

    @Test("a source that cannot be read any more ends a reader with an error")
    func unreadable() throws {
      let asset = AVURLAsset(url: try source(seconds: 20))
      let reader = try AVAssetReader(asset: asset)
      let samples = AVAssetReaderTrackOutput(
        track: asset.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      reader.add(samples)
      #expect(reader.startReading())
      #expect(samples.copyNextSampleBuffer() != nil)
      try BrokenFile.strike(asset.url, .isUnreadable)
      while samples.copyNextSampleBuffer() != nil {}
      #expect(reader.status == .failed && reader.error is AVError)
    }

    @Test(
      "a source that fails in the middle ends an export with an error, and leaves no file",
      arguments: [AVAssetExportPresetAppleM4A, AVAssetExportPresetPassthrough])
    func failingSource(preset: String) async throws {
      let bytes = try Data(contentsOf: try source(seconds: 5))
      let loader = FunctionDelegate { request in
        request.contentInformationRequest?.contentType = "com.microsoft.waveform-audio"
        request.contentInformationRequest?.contentLength = Int64(bytes.count)
        request.contentInformationRequest?.isByteRangeAccessSupported = true
        if let data = request.dataRequest {
          let end = min(Int(data.requestedOffset) + data.requestedLength, 500_000)
          if data.currentOffset < end { data.respond(with: bytes[Int(data.currentOffset)..<end]) }
        }
        let isWhole = request.dataRequest.map { $0.currentOffset < 500_000 } ?? true
        if isWhole {
          request.finishLoading()
        } else {
          request.finishLoading(with: POSIXError(.EIO))
        }
        return true
      }
      let asset = AVURLAsset(url: try #require(URL(string: "custom://host/a.wav")))
      asset.resourceLoader.setDelegate(loader, queue: DispatchQueue(label: "source"))
      let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      let isPassed = preset == AVAssetExportPresetPassthrough
      await #expect(throws: AVError.self) {
        try await session.export(
          to: output.url(isPassed ? "b.wav" : "b.m4a"), as: isPassed ? .wav : .m4a)
      }
      #expect(session.status == .failed)
      #expect(try output.names() == [])
    }

    @Test("an export that is cancelled at any moment has a whole file or none")
    func cancelled() throws {
      let asset = AVURLAsset(url: try source(seconds: 20))
      for step in 0..<12 {
        let url = output.url("\(step).m4a")
        let session = try #require(
          AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
        session.outputURL = url
        session.outputFileType = .m4a
        let ends = Mutex(0)
        session.exportAsynchronously { ends.withLock { $0 += 1 } }
        let part = Float(step) / 11
        try waitUntil("a part has been written") {
          session.progress >= part || session.status == .completed
        }
        session.cancelExport()
        try waitUntil("the export has ended") { ends.withLock { $0 } == 1 }
        if session.status == .completed {
          #expect(try output.names() == [url.lastPathComponent])
          #expect(AVURLAsset(url: url).duration.seconds == 20)
          try FileManager.default.removeItem(at: url)
        } else {
          #expect(session.status == .cancelled)
          #expect((session.error as? AVError)?.code == .operationCancelled)
          #expect(try output.names() == [])
        }
      }
    }
  }
#endif
