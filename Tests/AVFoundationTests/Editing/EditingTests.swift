#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import AudioDevices
  import AudioRealtime
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Compositions and exports through Apple's names, as the seed's trim and join.
  @Suite struct EditingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(
      _ name: String, _ options: [String], sampleRate: Int = 44_100, seconds: Double = 3
    ) throws -> URL {
      let bytes = try FFmpeg.encode(
        options, sampleRate: sampleRate, channelCount: 2, seconds: seconds)
      try Tool.write(bytes, to: folder.url(name))
      return folder.url(name)
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

    private func time(_ frames: Int, _ rate: Int32 = 44_100) -> CMTime {
      CMTime(value: CMTimeValue(frames), timescale: rate)
    }

    private func range(_ frames: Range<Int>) -> CMTimeRange {
      CMTimeRange(start: time(frames.lowerBound), end: time(frames.upperBound))
    }

    // MARK: Export

    @Test("a trimmed M4A has the frames of the range, and the metadata of the source")
    func trim() async throws {
      let source = try make(
        "source.mp3", ["-c:a", "libmp3lame", "-metadata", "title=T", "-f", "mp3"])
      let session = try #require(
        AVAssetExportSession(
          asset: AVURLAsset(url: source), presetName: AVAssetExportPresetAppleM4A))
      session.outputURL = folder.url("trimmed.m4a")
      session.outputFileType = .m4a
      session.timeRange = range(44_100..<88_200)
      await session.export()
      #expect(session.status == .completed && session.error == nil && session.progress == 1)
      let trimmed = AVURLAsset(url: folder.url("trimmed.m4a"))
      #expect(trimmed.duration == time(44_100))
      #expect(trimmed.commonMetadata.contains { $0.stringValue == "T" })
      // AAC at this rate differs from its source by noise only.
      let wanted = Array(try samples(source)[88_200..<176_400])
      let found = try samples(folder.url("trimmed.m4a"))
      #expect(found.count == wanted.count)
      let noise = zip(found, wanted).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
      #expect(noise / wanted.map { $0 * $0 }.reduce(0, +) < 0.02)
      #expect(try folder.names() == ["source.mp3", "trimmed.m4a"])
    }

    @Test("a passed range of packets decodes to the same frames", arguments: [false, true])
    func passthrough(isWhole: Bool) async throws {
      let source = try make("source.m4a", ["-c:a", "aac", "-f", "ipod"])
      let session = try #require(
        AVAssetExportSession(
          asset: AVURLAsset(url: source), presetName: AVAssetExportPresetPassthrough))
      #expect(session.supportedFileTypes.contains(.m4a))
      if !isWhole { session.timeRange = range(30_001..<90_007) }
      try await session.export(to: folder.url("passed.m4a"), as: .m4a)
      let whole = try samples(source)
      let found = try samples(folder.url("passed.m4a"))
      let wanted = isWhole ? whole : Array(whole[60_002..<180_014])
      #expect(found.count == wanted.count)
      let difference = SampleDifference(found, reference: wanted)
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
    }

    @Test("linear PCM is passed without a change")
    func passedPCM() async throws {
      let source = try make("source.wav", ["-c:a", "pcm_s16le", "-f", "wav"])
      let session = try #require(
        AVAssetExportSession(
          asset: AVURLAsset(url: source), presetName: AVAssetExportPresetPassthrough))
      session.timeRange = range(123..<4_567)
      try await session.export(to: folder.url("passed.wav"), as: .wav)
      let isSame = try samples(folder.url("passed.wav")) == Array(samples(source)[246..<9_134])
      #expect(isSame)
    }

    @Test("an existing file, an unsupported type, and an empty range fail, and leave no file")
    func failures() async throws {
      let source = try make("source.wav", ["-c:a", "pcm_s16le", "-f", "wav"], seconds: 1)
      func export(_ name: String, _ type: AVFileType, from start: Int = 0) async -> AVError.Code? {
        let session = AVAssetExportSession(
          asset: AVURLAsset(url: source), presetName: AVAssetExportPresetAppleM4A)
        session?.timeRange = CMTimeRange(start: time(start), duration: .positiveInfinity)
        do {
          try await session?.export(to: folder.url(name), as: type)
          return nil
        } catch {
          return (error as? AVError)?.code
        }
      }
      let before = try Tool.read(source)
      #expect(await export("source.wav", .m4a) == .fileAlreadyExists)
      #expect(try Tool.read(source) == before)
      #expect(await export("a.caf", .caf) == .operationNotSupportedForAsset)
      #expect(await export("a.m4a", .m4a, from: 50_000) == .exportFailed)
      #expect(await export("no/folder/a.m4a", .m4a) == .exportFailed)
      #expect(try folder.names() == ["source.wav"])
      let missing = AVURLAsset(url: folder.url("none.wav"))
      #expect(
        AVAssetExportSession(asset: missing, presetName: AVAssetExportPresetAppleM4A) == nil)
      #expect(AVAssetExportSession(asset: AVURLAsset(url: source), presetName: "none") == nil)
    }

    @Test("an export that waits for a server can be cancelled, and leaves no file")
    func cancelled() throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", "pcm_s16le", "-f", "wav"], sampleRate: 44_100, channelCount: 2, seconds: 3)
      // Later requests are never answered.
      let server = try FileServer(.init(bytes: bytes, cut: 200_000)) {
        $0.index == 0 ? nil : [.stall]
      }
      let source = try #require(URL(string: server.url))
      let session = try #require(
        AVAssetExportSession(
          asset: AVURLAsset(url: source), presetName: AVAssetExportPresetAppleM4A))
      session.outputURL = folder.url("a.m4a")
      session.outputFileType = .m4a
      let log = EditingLog()
      session.exportAsynchronously { log.note() }
      try waitUntil("the export writes") { session.status == .exporting }
      session.cancelExport()
      try waitUntil("the export has ended") { log.count == 1 }
      #expect(session.status == .cancelled)
      #expect((session.error as? AVError)?.code == .operationCancelled)
      #expect(try folder.names() == [])
    }

    @Test("the states of an export end with it")
    func states() async throws {
      let source = try make("source.wav", ["-c:a", "pcm_s16le", "-f", "wav"])
      let session = try #require(
        AVAssetExportSession(
          asset: AVURLAsset(url: source), presetName: AVAssetExportPresetAppleM4A))
      session.outputURL = folder.url("a.m4a")
      session.outputFileType = .m4a
      var isFirst = true
      for await state in session.states() {
        if case .pending = state {
          #expect(isFirst)
          session.exportAsynchronously {}
        }
        isFirst = false
      }
      #expect(session.status == .completed)
    }

    @Test("a file that is shorter than stated fails, and leaves no file", arguments: [true, false])
    func shortened(isPassed: Bool) async throws {
      let source = try make("a.wav", ["-c:a", "pcm_s16le", "-f", "wav"])
      let bytes = try Tool.read(source)
      try Tool.write(Array(bytes[..<300_000]), to: source)
      let session = try #require(
        AVAssetExportSession(
          asset: AVURLAsset(url: source),
          presetName: isPassed ? AVAssetExportPresetPassthrough : AVAssetExportPresetAppleM4A))
      do {
        try await session.export(to: folder.url("b"), as: isPassed ? .wav : .m4a)
        Issue.record("the export has succeeded")
      } catch {
        #expect((error as? AVError)?.code == .invalidSourceMedia)
      }
      #expect(session.status == .failed)
      #expect(try folder.names() == ["a.wav"])
    }

    // MARK: Compositions

    @Test("two files are joined, play and are exported")
    func join() async throws {
      let one = AVURLAsset(url: try make("one.m4a", ["-c:a", "aac", "-f", "ipod"], seconds: 1))
      let two = AVURLAsset(
        url: try make("two.flac", ["-c:a", "flac", "-f", "flac"], sampleRate: 48_000, seconds: 2))
      let composition = AVMutableComposition()
      let track = try #require(
        composition.addMutableTrack(
          withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
      let (first, second) = (one.tracks(withMediaType: .audio)[0], two.tracks[0])
      try track.insertTimeRange(
        CMTimeRange(start: .zero, duration: one.duration), of: first, at: .zero)
      try track.insertTimeRange(
        CMTimeRange(start: .zero, duration: two.duration), of: second, at: one.duration)
      #expect(composition.duration == CMTime(value: 3, timescale: 1))
      #expect(track.segments.count == 2 && track.segments[1].sourceURL == two.url)
      #expect(track.segments[1].timeMapping.target.start == one.duration)
      #expect(composition.tracks.map(\.trackID) == [track.trackID])
      #expect(track.naturalTimeScale == 48_000)
      let session = try #require(
        AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
      // A session exports the state of its start.
      composition.removeTimeRange(CMTimeRange(start: .zero, duration: one.duration))
      try await session.export(to: folder.url("joined.mp4"), as: .mp4)
      let joined = AVURLAsset(url: folder.url("joined.mp4"))
      #expect(joined.duration == CMTime(value: 3, timescale: 1))
      #expect(composition.duration == two.duration)
    }

    @Test("a composition plays in real time to its end")
    func plays() throws {
      let file = try make("a.flac", ["-c:a", "flac", "-f", "flac"], seconds: 2)
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        try VirtualClock().run {
          let composition = AVMutableComposition()
          let asset = AVURLAsset(url: file)
          for _ in 0..<3 {
            try composition.insertTimeRange(range(0..<44_100), of: asset, at: .invalid)
          }
          let player = AVPlayer(playerItem: AVPlayerItem(asset: composition))
          player.play()
          VirtualClock.sleep(nanoseconds: 1_500_000_000)
          #expect(abs(player.currentTime().seconds - 1.5) < 0.05)
          #expect(player.currentItem?.duration == time(3 * 44_100))
          VirtualClock.sleep(nanoseconds: 3_000_000_000)
          #expect(player.rate == 0 && abs(player.currentTime().seconds - 3) < 0.01)
        }
      }
    }

    @Test("edits of a composition apply to all tracks")
    func edits() throws {
      let asset = AVURLAsset(url: try make("a.wav", ["-c:a", "pcm_s16le", "-f", "wav"]))
      let composition = AVMutableComposition()
      try composition.insertTimeRange(range(0..<44_100), of: asset, at: .zero)
      let track = try #require(composition.tracks.first)
      let other = try #require(
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
      #expect(other.trackID == 7 && composition.unusedTrackID() == 8)
      try other.insertTimeRange(range(0..<22_050), of: asset.tracks[0], at: .invalid)
      try composition.insertTimeRange(range(0..<1_000), of: asset, at: time(11_025))
      #expect(track.segments.count == 3 && track.timeRange.duration == time(45_100))
      #expect(other.segments.map(\.isEmpty) == [false, true, false])
      composition.scaleTimeRange(range(0..<11_025), toDuration: time(22_050))
      #expect(track.timeRange.duration == time(56_125))
      composition.removeTimeRange(range(0..<23_050))
      #expect(track.segments.count == 1 && other.segments.count == 1)
      #expect(track.segments[0].timeMapping.source.start == time(11_025))
      let copy = try #require(composition.copy() as? AVComposition)
      composition.removeTrack(track)
      #expect(track.asset == nil && composition.tracks.count == 1 && copy.tracks.count == 2)
    }

    @Test("segments are checked, and a time that is no part of a track is refused")
    func validation() throws {
      let asset = AVURLAsset(
        url: try make("a.wav", ["-c:a", "pcm_s16le", "-f", "wav"], seconds: 1))
      let composition = AVMutableComposition()
      let track = try #require(
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
      func code(_ body: () throws -> Void) -> AVError.Code? {
        do {
          try body()
          return nil
        } catch {
          return (error as? AVError)?.code
        }
      }
      let source = asset.tracks[0]
      #expect(
        code { try track.insertTimeRange(range(44_100..<50_000), of: source, at: .zero) }
          == .invalidCompositionTrackSegmentSourceDuration)
      #expect(
        code { try track.insertTimeRange(.invalid, of: source, at: .zero) }
          == .invalidCompositionTrackSegmentSourceStartTime)
      #expect(track.segments.isEmpty)
      // A range that is too long ends with the track.
      try track.insertTimeRange(range(0..<100_000), of: source, at: time(10))
      #expect(track.segments.map(\.isEmpty) == [true, false])
      #expect(track.timeRange.duration == time(44_110))
      let gap = AVCompositionTrackSegment(timeRange: range(0..<10))
      let segment = AVCompositionTrackSegment(
        url: asset.url, trackID: 1, sourceTimeRange: range(0..<100), targetTimeRange: range(10..<60)
      )
      #expect(
        code { try track.validateSegments([segment]) } == .compositionTrackSegmentsNotContiguous)
      track.segments = [gap, segment]
      #expect(composition.duration == time(60))
      let reader = AVPlayerItem(asset: composition)
      #expect(reader.asset === composition)
    }
  }

  /// Counts calls from any thread.
  private final class EditingLog: Sendable {
    private let calls = Mutex(0)

    func note() { calls.withLock { $0 += 1 } }

    var count: Int { calls.withLock { $0 } }
  }

  extension TemporaryFolder {
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: url("").path).sorted()
    }
  }
#endif
