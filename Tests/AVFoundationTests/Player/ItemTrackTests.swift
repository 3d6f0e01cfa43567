#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import Foundation
  import TestSupport
  import Testing

  /// Movies and compositions with several sound tracks.
  @Suite struct ItemTrackTests {
    private let sound: PlayedSound
    private let folder: TemporaryFolder
    private let first = (0..<8_000).map { Float($0 % 100) / 256 }
    private let second = (0..<6_000).map { Float($0 % 60) / 128 }

    init() throws {
      sound = try PlayedSound()
      folder = try TemporaryFolder()
    }

    /// A movie with both sounds as alternatives, the first one enabled.
    private func alternatives() throws -> URL {
      let inputs = [try sound.file(first, "a.wav"), try sound.file(second, "b.wav")]
      let url = folder.url("alternatives.m4a")
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-loglevel", "error", "-i", inputs[0].path, "-i", inputs[1].path]
          + ["-map", "0:a", "-map", "1:a", "-c:a", "alac", "-sample_fmt", "s16p"]
          + ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu", url.path])
      return url
    }

    /// A movie with both sounds, which play together.
    private func together() throws -> URL {
      var bytes = try Tool.read(try alternatives())
      let type = Array("tkhd".utf8)
      for index in bytes.indices.dropLast(40) where Array(bytes[index..<index + 4]) == type {
        // ISO/IEC 14496-12, 8.3.2: the flag "enabled", and no alternate group.
        bytes[index + 7] |= 1
        (bytes[index + 38], bytes[index + 39]) = (0, 0)
      }
      try Tool.write(bytes, to: folder.url("together.m4a"))
      return folder.url("together.m4a")
    }

    private var sum: [Float] {
      first.indices.map { first[$0] + ($0 < second.count ? second[$0] : 0) }
    }

    /// The second sound, and silence up to the end of the first one.
    private var secondAlone: [Float] {
      second + [Float](repeating: 0, count: first.count - second.count)
    }

    private func samples(_ output: AVAssetReaderOutput, of asset: AVAsset) throws -> [Float] {
      let reader = try AVAssetReader(asset: asset)
      reader.add(output)
      #expect(reader.startReading())
      var found: [Float] = []
      while let buffer = output.copyNextSampleBuffer() {
        found += LittleEndian.float(Array(try #require(buffer.dataBuffer).dataBytes()))
      }
      return found
    }

    private var floats: [String: Any] {
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true,
        AVLinearPCMBitDepthKey: 32,
      ]
    }

    @Test("tracks without alternatives play together")
    func mix() throws {
      let url = try together()
      let heard = try sound.play { [AVPlayerItem(url: url)] }
      #expect(difference(heard, sum) == nil)
    }

    @Test("a disabled track is silent, and an enabled one is heard again")
    func switches() throws {
      let url = try together()
      let heard = try sound.play { item in
        try #require(item.tracks.map(\.isEnabled) == [true, true])
        item.tracks[0].isEnabled = false
        item.tracks[1].isEnabled = false
        #expect(item.tracks.map(\.isEnabled) == [false, false])
        item.tracks[1].isEnabled = true
      } _: {
        [AVPlayerItem(url: url)]
      }
      #expect(difference(heard, secondAlone) == nil)
    }

    @Test("the only track of a file can be disabled")
    func onlyTrack() throws {
      let url = try sound.file(first)
      let heard = try sound.play { item in
        #expect(item.tracks.first?.isEnabled == true)
        item.tracks.first?.isEnabled = false
      } _: {
        [AVPlayerItem(url: url)]
      }
      #expect(heard.count == first.count && heard.dropFirst(80).allSatisfy { $0 == 0 })
    }

    @Test("each track has its identifier, language, length and sound")
    func tracks() throws {
      let asset = AVURLAsset(url: try alternatives())
      let tracks = asset.tracks
      #expect(tracks.map(\.trackID) == [1, 2] && tracks.map(\.isEnabled) == [true, false])
      #expect(tracks.map(\.languageCode) == ["eng", "deu"])
      #expect(tracks.map { $0.timeRange.duration.seconds } == [1, 0.75])
      #expect(asset.duration.seconds == 1)
      for (track, expected) in zip(tracks, [first, second]) {
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: floats)
        #expect(difference(try samples(output, of: asset), expected) == nil)
      }
      let mix = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: floats)
      let parameters = AVMutableAudioMixInputParameters(track: tracks[0])
      parameters.setVolume(0, at: .zero)
      let audioMix = AVMutableAudioMix()
      audioMix.inputParameters = [parameters]
      mix.audioMix = audioMix
      #expect(difference(try samples(mix, of: asset), secondAlone) == nil)
    }

    @Test("alternatives are options, and only the chosen one is heard")
    func options() throws {
      let url = try alternatives()
      let asset = AVURLAsset(url: url)
      let group = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
      #expect(group.options.map(\.extendedLanguageTag) == ["en", "de"])
      let english = Locale(identifier: "en")
      #expect(group.options.map { $0.displayName(with: english) } == ["English", "German"])
      #expect(group.defaultOption == group.options[0])
      #expect(difference(try sound.play { [AVPlayerItem(url: url)] }, first) == nil)
      let heard = try sound.play {
        let item = AVPlayerItem(asset: asset)
        item.select(group.options[1], in: group)
        return [item]
      }
      #expect(difference(heard, secondAlone) == nil)
    }

    @Test("an export mixes the tracks that play")
    func export() async throws {
      let asset = AVURLAsset(url: try together())
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
      try await session.export(to: folder.url("a.m4a"), as: .m4a)
      let made = AVURLAsset(url: folder.url("a.m4a"))
      let output = AVAssetReaderTrackOutput(track: made.tracks[0], outputSettings: floats)
      let found = try samples(output, of: made)
      let noise = zip(found, sum).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
      #expect(found.count == 8_000 && noise / sum.map { $0 * $0 }.reduce(0, +) < 0.05)
    }

    @Test("the player applies the volumes of a composition to its tracks")
    func composition() throws {
      let urls = [try sound.file(first, "a.wav"), try sound.file(second, "b.wav")]
      let heard = try sound.play {
        let composition = AVMutableComposition()
        let mix = AVMutableAudioMix()
        for (index, url) in urls.enumerated() {
          let asset = AVURLAsset(url: url)
          let track = try #require(
            composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
          try track.insertTimeRange(
            CMTimeRange(start: .zero, duration: asset.duration), of: asset.tracks[0], at: .zero)
          let parameters = AVMutableAudioMixInputParameters(track: track)
          parameters.setVolume(index == 0 ? 0.5 : 0.25, at: .zero)
          mix.inputParameters.append(parameters)
        }
        let item = AVPlayerItem(asset: composition)
        item.audioMix = mix
        return [item]
      }
      let expected = first.indices.map {
        first[$0] / 2 + ($0 < second.count ? second[$0] / 4 : 0)
      }
      #expect(difference(heard, expected) == nil)
    }
  }
#endif
