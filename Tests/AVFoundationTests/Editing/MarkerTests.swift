import AVFoundation
import Foundation
import TestSupport
import Testing

/// Chapters as markers of files that have no tracks of texts.
@Suite struct MarkerTests {
  private let chapters = [("Intro", 0.0), ("Ümlaut", 0.5), ("End", 1.75)]

  private func write(_ type: AVFileType, _ settings: [String: Any]?) async throws -> WrittenMovie {
    let texts = AVAssetWriterInput(mediaType: .text, outputSettings: nil)
    let movie = try WrittenMovie(type, settings: settings) { writer, sound in
      #expect(writer.availableMediaTypes == [.audio, .text] && writer.canAdd(texts))
      writer.add(texts)
      sound.addTrackAssociation(
        withTrackOf: texts, type: AVAssetTrack.AssociationType.chapterList.rawValue)
    }
    movie.start()
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: texts)
    for (title, start) in chapters {
      let item = AVMutableMetadataItem()
      item.identifier = .commonIdentifierTitle
      item.value = title as NSString
      let range = CMTimeRange(
        start: CMTime(seconds: start, preferredTimescale: 600), duration: .indefinite)
      #expect(adaptor.append(AVTimedMetadataGroup(items: [item], timeRange: range)))
    }
    try await movie.finish(seconds: 2)
    return movie
  }

  private func titles(_ url: URL) -> [String] {
    let groups = AVURLAsset(url: url).chapterMetadataGroups(
      bestMatchingPreferredLanguages: [])
    return groups.map { group in
      "\(group.timeRange.start.seconds) \(group.items.first?.stringValue ?? "")"
    }
  }

  private static var bigEndian: [String: Any] {
    [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsBigEndianKey: true,
      AVLinearPCMBitDepthKey: 16,
    ]
  }

  @Test(
    "texts become markers, which are read as chapters",
    arguments: [AVFileType.caf, .wav, .aiff, .aifc])
  func markers(type: AVFileType) async throws {
    let isBig = type == .aiff || type == .aifc
    let movie = try await write(type, isBig ? Self.bigEndian : nil)
    #expect(titles(movie.url) == ["0.0 Intro", "0.5 Ümlaut", "1.75 End"])
    var file: AudioFileID?
    #expect(AudioFileOpenURL(movie.url as CFURL, .readPermission, 0, &file) == noErr)
    let opened = try #require(file)
    defer { AudioFileClose(opened) }
    var size: UInt32 = 0
    #expect(
      AudioFileGetPropertyInfo(opened, kAudioFilePropertyMarkerList, &size, nil) == noErr)
    #expect(NumBytesToNumAudioFileMarkers(Int(size)) == 3)
    #if LibAV
      let frames = try Tool.run(
        "ffmpeg", ["-v", "error", "-i", movie.url.path, "-f", "s16le", "-"])
      let whole = try WrittenMovie.samples(16_000).dataBuffer?.dataBytes() ?? Data()
      #expect(Array(frames) == Array(whole))
    #endif
  }

  @Test("markers of a file without named ones are no chapters, and an export keeps named ones")
  func export() async throws {
    let movie = try await write(.wav, nil)
    let session = try #require(
      AVAssetExportSession(
        asset: AVURLAsset(url: movie.url), presetName: AVAssetExportPresetPassthrough))
    session.timeRange = CMTimeRange(
      start: CMTime(value: 1, timescale: 1), duration: .positiveInfinity)
    let url = movie.folder.url("cut.caf")
    try await session.export(to: url, as: .caf)
    #expect(titles(url) == ["0.0 Ümlaut", "0.75 End"])
    let plain = try WrittenMovie(.wav)
    plain.start()
    try await plain.finish(seconds: 1)
    var opened: AudioFileID?
    #expect(AudioFileOpenURL(plain.url as CFURL, .readWritePermission, 0, &opened) == noErr)
    let file = try #require(opened)
    var list = AudioFileMarkerList()
    list.mNumberMarkers = 1
    list.mMarkers.mMarkerID = 1
    list.mMarkers.mFramePosition = 100
    let size = UInt32(MemoryLayout<AudioFileMarkerList>.size)
    #expect(AudioFileSetProperty(file, kAudioFilePropertyMarkerList, size, &list) == noErr)
    AudioFileClose(file)
    #expect(titles(plain.url).isEmpty && AVURLAsset(url: plain.url).availableChapterLocales.isEmpty)
  }

  @Test(
    "only one input of texts becomes markers, and a time beyond the file type has no marker",
    arguments: [AVFileType.wav, .aiff])
  func limits(type: AVFileType) async throws {
    let texts = (0..<2).map { _ in AVAssetWriterInput(mediaType: .text, outputSettings: nil) }
    let movie = try WrittenMovie(type, settings: type == .aiff ? Self.bigEndian : nil) {
      writer, sound in
      writer.add(texts[0])
      #expect(!writer.canAdd(texts[1]))
      sound.addTrackAssociation(
        withTrackOf: texts[0], type: AVAssetTrack.AssociationType.chapterList.rawValue)
    }
    movie.start()
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: texts[0])
    for (title, start) in [("Fits", 0.25), ("Far", 600_000)] {
      let item = AVMutableMetadataItem()
      item.identifier = .commonIdentifierTitle
      item.value = title as NSString
      let range = CMTimeRange(
        start: CMTime(seconds: start, preferredTimescale: 600), duration: .indefinite)
      #expect(adaptor.append(AVTimedMetadataGroup(items: [item], timeRange: range)))
    }
    try await movie.finish(seconds: 1)
    #expect(titles(movie.url) == ["0.25 Fits"])
  }

  #if LibAV
    @Test("positions of markers in encoded sound count from the recording's start")
    func priming() async throws {
      let movie = try await write(
        .caf, [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 8_000])
      #expect(titles(movie.url) == ["0.0 Intro", "0.5 Ümlaut", "1.75 End"])
    }
  #endif
}
