import AVFoundation
import Foundation
import TestSupport
import Testing

/// Settings of export sessions, readers and writers that change the sound or the file.
@Suite struct EditingSettingsTests {
  private static let rate: Int32 = 8_000

  /// A movie of seconds of sound, which needs no encoder.
  private func movie(
    seconds: Int = 2, configure: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in }
  ) async throws -> WrittenMovie {
    let movie = try WrittenMovie(configure: configure)
    movie.start()
    try await movie.finish(seconds: seconds)
    return movie
  }

  @Test("presets of video are refused, because pictures cannot be encoded")
  func videoPresets() async throws {
    let movie = try await movie()
    let asset = AVURLAsset(url: movie.url)
    for preset in [
      AVAssetExportPreset1280x720, AVAssetExportPresetHEVCHighestQuality,
      AVAssetExportPresetAppleM4ViPod, AVAssetExportPresetAppleProRes422LPCM,
    ] {
      #expect(AVAssetExportSession(asset: asset, presetName: preset) == nil)
      #expect(!AVAssetExportSession.allExportPresets().contains(preset))
      let isCompatible = await AVAssetExportSession.compatibility(
        ofExportPreset: preset, with: asset, outputFileType: .mov)
      #expect(!isCompatible)
    }
  }

  #if Sonic
    /// A composition that plays a tone of 400 hertz at half the speed.
    private func slowTone(_ folder: TemporaryFolder) throws -> AVMutableComposition {
      let url = folder.url("tone.caf")
      let format = try #require(
        AVAudioFormat(standardFormatWithSampleRate: Double(Self.rate), channels: 1))
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 16_000))
      buffer.frameLength = 16_000
      let samples = try #require(buffer.floatChannelData)[0]
      for frame in 0..<16_000 { samples[frame] = 0.5 * sin(Float(frame) * 2 * .pi * 400 / 8_000) }
      let file = try AVAudioFile(forWriting: url, settings: format.settings)
      try file.write(from: buffer)
      file.close()
      let asset = AVURLAsset(url: url)
      let composition = AVMutableComposition()
      let range = CMTimeRange(start: .zero, duration: asset.duration)
      try composition.insertTimeRange(range, of: asset, at: .zero)
      composition.scaleTimeRange(range, toDuration: CMTime(value: 4, timescale: 1))
      return composition
    }

    /// The frequency of the second and third second of an output, in hertz.
    private func frequency(_ reader: AVAssetReader, _ output: AVAssetReaderOutput) throws -> Double
    {
      reader.add(output)
      #expect(reader.startReading(), "\(String(describing: reader.error))")
      var samples: [Int16] = []
      while let buffer = output.copyNextSampleBuffer() {
        samples += LittleEndian.int16(try Array(#require(buffer.dataBuffer).dataBytes()))
      }
      #expect(samples.count == 32_000)
      let middle = Array(samples[8_000..<24_000])
      let rises = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
      return Double(rises) / 2
    }

    @Test(
      "the pitch of a scaled segment follows the algorithm of the reader's output",
      arguments: [AVAudioTimePitchAlgorithm.spectral, .varispeed])
    func trackAlgorithm(algorithm: AVAudioTimePitchAlgorithm) throws {
      let folder = try TemporaryFolder()
      let composition = try slowTone(folder)
      let reader = try AVAssetReader(asset: composition)
      let output = AVAssetReaderTrackOutput(
        track: composition.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      #expect(output.audioTimePitchAlgorithm == .spectral)
      output.audioTimePitchAlgorithm = algorithm
      let expected = algorithm == .varispeed ? 200.0 : 400
      #expect(abs(try frequency(reader, output) - expected) < 8)
    }

    @Test("the algorithm of a track's parameters overrides that of a mix output")
    func mixAlgorithm() throws {
      let folder = try TemporaryFolder()
      let composition = try slowTone(folder)
      for isOverridden in [false, true] {
        let reader = try AVAssetReader(asset: composition)
        let output = AVAssetReaderAudioMixOutput(
          audioTracks: composition.tracks, audioSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
        output.audioTimePitchAlgorithm = .varispeed
        if isOverridden {
          let parameters = AVMutableAudioMixInputParameters(track: composition.tracks[0])
          parameters.audioTimePitchAlgorithm = .timeDomain
          let mix = AVMutableAudioMix()
          mix.inputParameters = [parameters]
          output.audioMix = mix
        }
        #expect(abs(try frequency(reader, output) - (isOverridden ? 400 : 200)) < 8)
      }
    }

    #if LibAV
      @Test("an export uses the algorithm of the session")
      func exportAlgorithm() async throws {
        let folder = try TemporaryFolder()
        let session = try #require(
          AVAssetExportSession(
            asset: try slowTone(folder), presetName: AVAssetExportPresetAppleM4A))
        session.audioTimePitchAlgorithm = .varispeed
        try await session.export(to: folder.url("slow.m4a"), as: .m4a)
        let asset = AVURLAsset(url: folder.url("slow.m4a"))
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
          track: asset.tracks[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
        #expect(abs(try frequency(reader, output) - 200) < 8)
      }
    #endif
  #endif

  // MARK: References to samples

  @Test("references to samples state the places of all samples in the file")
  func references() async throws {
    let movie = try await movie()
    let file = try Tool.read(movie.url)
    func read(_ range: CMTimeRange?) throws -> (bytes: [UInt8], first: CMTime?, count: Int) {
      let reader = try AVAssetReader(asset: AVURLAsset(url: movie.url))
      if let range { reader.timeRange = range }
      let output = AVAssetReaderSampleReferenceOutput(track: reader.asset.tracks[0])
      #expect(output.mediaType == .audio && reader.canAdd(output))
      reader.add(output)
      #expect(reader.startReading())
      var found: (bytes: [UInt8], first: CMTime?, count: Int) = ([], nil, 0)
      while let buffer = output.copyNextSampleBuffer() {
        #expect(buffer.dataBuffer == nil)
        let place = CMGetAttachment(
          buffer, key: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset,
          attachmentModeOut: nil)
        let url = CMGetAttachment(
          buffer, key: kCMSampleBufferAttachmentKey_SampleReferenceURL, attachmentModeOut: nil)
        #expect((url as? NSURL)?.path == movie.url.path)
        let start = try #require(place as? NSNumber).intValue
        found.first = found.first ?? buffer.presentationTimeStamp
        found.bytes += file[start..<start + buffer.totalSampleSize]
        found.count += buffer.numSamples
      }
      #expect(reader.status == .completed)
      return found
    }
    let whole = try WrittenMovie.samples(16_000).dataBuffer?.dataBytes() ?? Data()
    let all = try read(nil)
    #expect(all.bytes == Array(whole) && all.count == 16_000 && all.first == .zero)
    let start = CMTime(value: 1_000, timescale: Self.rate)
    let part = try read(
      CMTimeRange(start: start, duration: CMTime(value: 500, timescale: Self.rate)))
    #expect(part.bytes == Array(whole[2_000..<3_000]) && part.first == start)
    let composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
    let asset = AVURLAsset(url: movie.url)
    try track.insertTimeRange(
      CMTimeRange(start: .zero, duration: asset.duration), of: asset.tracks[0], at: .zero)
    let reader = try AVAssetReader(asset: composition)
    #expect(!reader.canAdd(AVAssetReaderSampleReferenceOutput(track: track)))
  }

  // MARK: Movies

  /// The bodies of the boxes of a type, wherever they are.
  private func boxes(_ type: String, in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let name = Array(type.utf8)
    return bytes.indices.dropLast(8).compactMap { index in
      guard Array(bytes[index + 4..<index + 8]) == name else { return nil }
      let size = number(bytes[index..<index + 4])
      return index + size <= bytes.count ? bytes[index + 8..<index + size] : nil
    }
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  @Test("a movie has the clock, the chunks, and the placement of texts that the writer requests")
  func movieSettings() async throws {
    let texts = AVAssetWriterInput(mediaType: .text, outputSettings: nil)
    texts.naturalSize = CGSize(width: 320, height: 24.5)
    texts.transform = CGAffineTransform(a: 2, b: 0, c: 0, d: -1, tx: 16, ty: 0.25)
    let movie = try WrittenMovie { writer, sound in
      writer.add(texts)
      writer.movieTimeScale = 600
      sound.preferredMediaChunkDuration = CMTime(value: 1, timescale: 4)
    }
    movie.start()
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = "T" as NSString
    let group = AVTimedMetadataGroup(
      items: [item], timeRange: CMTimeRange(start: .zero, duration: .indefinite))
    #expect(AVAssetWriterInputMetadataAdaptor(assetWriterInput: texts).append(group))
    try await movie.finish(seconds: 3)
    let bytes = try Tool.read(movie.url)
    let header = try #require(boxes("mvhd", in: bytes).first)
    let start = header.startIndex
    #expect(number(header[start + 20..<start + 24]) == 600)
    #expect(number(header[start + 24..<start + 32]) == 1_800)
    // The rate of the sound stays in the media header.
    let media = boxes("mdhd", in: bytes)
    #expect(media.map { number($0[$0.startIndex + 20..<$0.startIndex + 24]) }.first == 8_000)
    let chunks = try #require(boxes("stsc", in: bytes).first)
    #expect(number(chunks[chunks.startIndex + 12..<chunks.startIndex + 16]) == 2_000)
    let places = try #require(boxes("stco", in: bytes).first)
    #expect(number(places[places.startIndex + 4..<places.startIndex + 8]) == 12)
    let track = try #require(boxes("tkhd", in: bytes).dropFirst().first)
    let words = stride(from: track.startIndex + 52, to: track.startIndex + 96, by: 4).map {
      number(track[$0..<$0 + 4])
    }
    #expect(
      words == [
        0x2_0000, 0, 0, 0, 0xFFFF_0000, 0, 0x10_0000, 0x4000, 0x4000_0000, 0x140_0000, 0x18_8000,
      ])
    let asset = AVURLAsset(url: movie.url)
    #expect(asset.duration == CMTime(value: 3, timescale: 1))
    #expect(asset.tracks[0].naturalTimeScale == 8_000)
    #expect(movie.sound.preferredMediaChunkDuration.seconds == 0.25)
    #expect(texts.transform.d == -1 && movie.sound.transform == .identity)
    #if LibAV
      let frames = try Tool.run(
        "ffmpeg",
        ["-v", "error", "-f", "mov", "-i", movie.url.path, "-map", "0:a", "-f", "s16le", "-"])
      let whole = try WrittenMovie.samples(24_000).dataBuffer?.dataBytes() ?? Data()
      #expect(Array(frames) == Array(whole))
    #endif
  }

  // MARK: Tracks of compositions

  @Test("tracks of a composition refer to each other, and state replaced descriptions")
  func relations() async throws {
    let movie = try await movie()
    let asset = AVURLAsset(url: movie.url)
    let composition = AVMutableComposition()
    let first = try #require(
      composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
    let second = try #require(
      composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
    try first.insertTimeRange(
      CMTimeRange(start: .zero, duration: asset.duration), of: asset.tracks[0], at: .zero)
    first.addTrackAssociation(to: second, type: .audioFallback)
    #expect(first.availableTrackAssociationTypes == [.audioFallback])
    #expect(first.associatedTracks(ofType: .audioFallback).map(\.trackID) == [second.trackID])
    #expect(second.availableTrackAssociationTypes.isEmpty)
    let copy = try #require(composition.copy() as? AVComposition)
    #expect(
      copy.tracks[0].associatedTracks(ofType: .audioFallback).first === copy.tracks[1])
    first.removeTrackAssociation(to: second, type: .audioFallback)
    #expect(first.associatedTracks(ofType: .audioFallback).isEmpty)

    let original = try #require(first.formatDescriptions.first as? CMFormatDescription)
    var other: CMFormatDescription?
    CMFormatDescriptionCreate(
      allocator: nil, mediaType: kCMMediaType_Audio, mediaSubType: kAudioFormatAppleLossless,
      extensions: nil, formatDescriptionOut: &other)
    let replacement = try #require(other)
    first.replaceFormatDescription(original, with: replacement)
    #expect(first.formatDescriptions.first as? CMFormatDescription == replacement)
    #expect(first.formatDescriptionReplacements.map(\.originalFormatDescription) == [original])
    first.replaceFormatDescription(original, with: nil)
    #expect(first.formatDescriptions.first as? CMFormatDescription == original)
  }
}
