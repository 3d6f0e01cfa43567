#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import Foundation
  import Testing

  /// The tracks of an asset.
  @Suite struct AssetTrackTests {
    struct Case: CustomTestStringConvertible, Sendable {
      var file: String
      var formatID: AudioFormatID
      var rate: Double
      var channels: UInt32
      var testDescription: String { file }
    }

    @Test(
      "a track has the format, the length and the rate of its file",
      arguments: [
        Case(file: "media/tags.wav", formatID: kAudioFormatLinearPCM, rate: 8000, channels: 2),
        Case(file: "media/tags.mp3", formatID: kAudioFormatMPEGLayer3, rate: 44_100, channels: 2),
        Case(file: "media/tags.m4a", formatID: kAudioFormatMPEG4AAC, rate: 44_100, channels: 2),
        Case(file: "media/tags.flac", formatID: kAudioFormatFLAC, rate: 44_100, channels: 2),
      ])
    func format(_ expected: Case) async throws {
      let asset = AVURLAsset(url: fixture(expected.file))
      let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
      let (descriptions, range, scale) = try await track.load(
        .formatDescriptions, .timeRange, .naturalTimeScale)
      let format = try #require(descriptions.first?.audioStreamBasicDescription)
      #expect(descriptions.count == 1 && track.formatDescriptions.count == 1)
      #expect(format.mFormatID == expected.formatID && format.mSampleRate == expected.rate)
      #expect(format.mChannelsPerFrame == expected.channels)
      #expect(range == CMTimeRange(start: .zero, duration: asset.duration))
      #expect(abs(range.duration.seconds - 0.3) < 0.05 && Double(scale) == expected.rate)
      let size = try #require(
        FileManager.default.attributesOfItem(atPath: asset.url.path)[.size] as? NSNumber)
      #expect(track.totalSampleDataLength > 0 && track.totalSampleDataLength < size.int64Value)
      let bits = Double(track.totalSampleDataLength * 8)
      #expect(abs(Double(track.estimatedDataRate) - bits / range.duration.seconds) < 1)
    }

    @Test("the configuration of the codec and the layout are in the format description")
    func description() throws {
      let description = try #require(
        AVURLAsset(url: fixture("media/surround.m4a")).tracks.first?.formatDescriptions.first
          as? CMFormatDescription)
      #expect(description.magicCookie?.isEmpty == false)
      #expect(description.audioChannelLayout != nil)
      #expect(AVAudioFormat(cmAudioFormatDescription: description).channelCount == 6)
    }

    @Test("tracks are found by ID, type and characteristic, and stay the same objects")
    func lookup() async throws {
      let asset = AVURLAsset(url: fixture("audio/wav8.wav"))
      let track = try #require(asset.tracks.first)
      #expect(asset.tracks == [track] && track.asset === asset && track.mediaType == .audio)
      #expect(asset.track(withTrackID: track.trackID) === track)
      #expect(asset.track(withTrackID: 99) == nil)
      #expect(asset.tracks(withMediaType: .audio) == [track])
      #expect(asset.tracks(withMediaType: .video).isEmpty)
      #expect(asset.tracks(withMediaCharacteristic: .audible) == [track])
      #expect(try await asset.loadTracks(withMediaCharacteristic: .visual).isEmpty)
      #expect(try await asset.loadTrack(withTrackID: track.trackID) === track)
      let found = await withCheckedContinuation { continuation in
        asset.loadTracks(withMediaType: .audio) { tracks, _ in
          continuation.resume(returning: tracks)
        }
      }
      #expect(found == [track])
    }

    @Test("a track outlives its asset, but does not retain it")
    func lifetime() throws {
      var asset: AVURLAsset? = AVURLAsset(url: fixture("audio/wav8.wav"))
      let track = try #require(asset?.tracks.first)
      asset = nil
      #expect(track.asset == nil && track.timeRange.duration.seconds > 0)
    }

    @Test("a segment begins after the priming frames")
    func segments() throws {
      let asset = AVURLAsset(url: fixture("media/tags.m4a"))
      let track = try #require(asset.tracks.first)
      let segment = try #require(track.segment(forTrackTime: .zero))
      #expect(track.segments.count == 1 && !segment.isEmpty)
      #expect(segment.timeMapping.target == track.timeRange)
      #expect(segment.timeMapping.source.start == CMTime(value: 1024, timescale: 44_100))
      let time = CMTime(value: 441, timescale: 44_100)
      #expect(track.samplePresentationTime(forTrackTime: time).value == 1465)
    }

    @Test("an audio track has no visual properties")
    func picture() throws {
      let track = try #require(AVURLAsset(url: fixture("audio/wav8.wav")).tracks.first)
      #expect(track.naturalSize == .zero && track.nominalFrameRate == 0)
      #expect(!track.hasMediaCharacteristic(.visual) && !track.minFrameDuration.isValid)
    }
  }
#endif
