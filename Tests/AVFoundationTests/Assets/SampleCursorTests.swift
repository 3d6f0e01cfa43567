#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import Foundation
  import TestSupport
  import Testing

  /// Cursors through the packets of a track.
  @Suite struct SampleCursorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func track(_ options: [String], _ name: String) throws -> AVAssetTrack {
      let bytes = try FFmpeg.encode(options, sampleRate: 44_100, channelCount: 2, seconds: 1)
      try Tool.write(bytes, to: folder.url(name))
      return try #require(AVURLAsset(url: folder.url(name)).tracks.first)
    }

    @Test("a cursor passes all samples, with the times, places and format of their packets")
    func steps() throws {
      let track = try track(["-c:a", "aac", "-f", "ipod"], "a.m4a")
      #expect(track.canProvideSampleCursors)
      let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
      let file = try Tool.read(folder.url("a.m4a"))
      let reader = try AVAssetReader(asset: AVURLAsset(url: folder.url("a.m4a")))
      let output = AVAssetReaderTrackOutput(track: reader.asset.tracks[0], outputSettings: nil)
      reader.add(output)
      #expect(reader.startReading())
      var packets: [UInt8] = []
      while let buffer = output.copyNextSampleBuffer() {
        packets += try #require(buffer.dataBuffer).dataBytes()
      }
      var found: [UInt8] = []
      var count = 0
      var time = cursor.presentationTimeStamp
      #expect(time == CMTime(value: -1024, timescale: 44_100))
      repeat {
        #expect(cursor.presentationTimeStamp == time && cursor.decodeTimeStamp == time)
        time = time + cursor.currentSampleDuration
        let range = cursor.currentSampleStorageRange
        found += file[Int(range.offset)..<Int(range.offset + range.length)]
        count += 1
      } while cursor.stepInDecodeOrder(byCount: 1) == 1
      #expect(found == packets && count == 45)
      #expect(
        cursor.copyCurrentSampleFormatDescription().mediaSubType.rawValue == kAudioFormatMPEG4AAC)
      #expect(cursor.currentChunkStorageURL == folder.url("a.m4a"))
      #expect(cursor.currentSampleSyncInfo.sampleIsFullSync.boolValue)
    }

    @Test("steps end at the first and last sample")
    func ends() throws {
      let track = try track(["-c:a", "aac", "-f", "ipod"], "a.m4a")
      let last = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
      let cursor = try #require(last.copy() as? AVSampleCursor)
      #expect(cursor.stepInPresentationOrder(byCount: 5) == 0)
      #expect(cursor.stepInPresentationOrder(byCount: -3) == -3)
      #expect(cursor.comparePositionInDecodeOrder(withPositionOf: last) == .orderedAscending)
      #expect(last.comparePositionInDecodeOrder(withPositionOf: cursor) == .orderedDescending)
      #expect(cursor.stepInDecodeOrder(byCount: .min) == -41)
      #expect(cursor.stepInDecodeOrder(byCount: .max) == 44)
      #expect(cursor.comparePositionInDecodeOrder(withPositionOf: last) == .orderedSame)
    }

    @Test("times find the sample that contains them, and are pinned to the ends")
    func times() throws {
      let track = try track(["-c:a", "aac", "-f", "ipod"], "a.m4a")
      let cursor = try #require(
        track.makeSampleCursor(presentationTimeStamp: CMTime(value: 1_023, timescale: 44_100)))
      #expect(cursor.presentationTimeStamp == .zero)
      var isPinned = ObjCBool(true)
      let step = CMTime(value: 2_100, timescale: 44_100)
      #expect(
        cursor.step(byPresentationTime: step, wasPinned: &isPinned)
          == CMTime(value: 2_048, timescale: 44_100))
      #expect(!isPinned.boolValue)
      _ = cursor.step(byDecodeTime: CMTime(value: -9, timescale: 1), wasPinned: &isPinned)
      #expect(isPinned.boolValue && cursor.presentationTimeStamp.value == -1_024)
      _ = cursor.step(byDecodeTime: CMTime(value: 9, timescale: 1), wasPinned: &isPinned)
      #expect(isPinned.boolValue && cursor.stepInDecodeOrder(byCount: 1) == 0)
      #expect(track.makeSampleCursor(presentationTimeStamp: .indefinite) == nil)
    }

    @Test("each frame of linear PCM is a sample, and a composition has no cursors")
    func linear() throws {
      let track = try track(["-c:a", "pcm_s16le", "-f", "wav"], "a.wav")
      let cursor = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
      #expect(cursor.presentationTimeStamp == CMTime(value: 44_099, timescale: 44_100))
      #expect(cursor.currentSampleDuration == CMTime(value: 1, timescale: 44_100))
      let composition = AVMutableComposition()
      let other = try #require(
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
      try other.insertTimeRange(track.timeRange, of: track, at: .zero)
      #expect(!other.canProvideSampleCursors)
      #expect(other.makeSampleCursorAtFirstSampleInDecodeOrder() == nil)
    }
  }
#endif
