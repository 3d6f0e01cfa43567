import AVFoundation
import Foundation
import TestSupport
import Testing

/// Tracks of metadata and texts that `AVAssetWriter` writes and `AVAssetReader` reads.
@Suite struct TimedMetadataTests {
  private static let location = "mdta/com.apple.quicktime.location.ISO6709"
  private static let speed = "mdta/org.example.speed"

  private func item(_ identifier: String, _ type: CFString, _ value: Any) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: identifier)
    item.dataType = String(describing: type)
    item.value = value as? any NSCopying & NSObjectProtocol
    return item
  }

  private func seconds(_ start: Double, _ end: Double?) -> CMTimeRange {
    let time = CMTime(seconds: start, preferredTimescale: 600)
    guard let end else { return CMTimeRange(start: time, duration: .indefinite) }
    return CMTimeRange(start: time, end: CMTime(seconds: end, preferredTimescale: 600))
  }

  private func groups(
    _ asset: AVAsset, _ track: AVAssetTrack, in range: CMTimeRange? = nil
  ) throws -> [AVTimedMetadataGroup] {
    let reader = try AVAssetReader(asset: asset)
    if let range { reader.timeRange = range }
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    #expect(reader.canAdd(output))
    reader.add(output)
    #expect(reader.startReading(), "\(String(describing: reader.error))")
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    var groups: [AVTimedMetadataGroup] = []
    while let group = adaptor.nextTimedMetadataGroup() { groups.append(group) }
    #expect(reader.status == .completed)
    return groups
  }

  /// Times, identifiers, and values of groups.
  private func lines(_ groups: [AVTimedMetadataGroup]) -> [String] {
    groups.map { group in
      let values = group.items.map { item in
        let value = item.stringValue ?? "\(item.dataValue?.count ?? 0) bytes"
        return "\(item.identifier?.rawValue ?? "") \(item.dataType ?? "") \(value)"
      }
      let (start, end) = (group.timeRange.start.seconds, group.timeRange.end.seconds)
      return "\(start)-\(end): " + values.joined(separator: ", ")
    }
  }

  @Test(
    "groups of metadata are read as they were written, with and without a stated description",
    arguments: [false, true], [AVFileType.mov, .mp4])
  func metadata(hasHint: Bool, type: AVFileType) async throws {
    let given = [
      AVTimedMetadataGroup(
        items: [
          item(Self.location, kCMMetadataBaseDataType_UTF8, "+48.1+11.6/" as NSString),
          item(Self.speed, kCMMetadataBaseDataType_Float32, NSNumber(value: 2.5)),
        ], timeRange: seconds(0.5, nil)),
      AVTimedMetadataGroup(
        items: [item(Self.speed, kCMMetadataBaseDataType_Float32, NSNumber(value: -3.5))],
        timeRange: seconds(1, 1.5)),
      AVTimedMetadataGroup(
        items: [item(Self.location, kCMMetadataBaseDataType_UTF8, "ä" as NSString)],
        timeRange: seconds(1.75, nil)),
    ]
    let hint = hasHint ? given[0].copyFormatDescription() : nil
    #expect(hint?.identifiers ?? [Self.location, Self.speed] == [Self.location, Self.speed])
    let metadata = AVAssetWriterInput(
      mediaType: .metadata, outputSettings: nil, sourceFormatHint: hint)
    // The MPEG-4 file has no sound without an encoder, so only its type is checked.
    guard type == .mov else {
      let writer = try AVAssetWriter(
        outputURL: URL(fileURLWithPath: "/nonexistent/m"), fileType: type)
      #expect(writer.canAdd(metadata) && writer.availableMediaTypes.contains(.metadata))
      return
    }
    let movie = try WrittenMovie { writer, sound in
      #expect(writer.canAdd(metadata))
      writer.add(metadata)
      let type = AVAssetTrack.AssociationType.metadataReferent.rawValue
      #expect(metadata.canAddTrackAssociation(withTrackOf: sound, type: type))
      metadata.addTrackAssociation(withTrackOf: sound, type: type)
    }
    movie.start()
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: metadata)
    for group in given { #expect(adaptor.append(group)) }
    try await movie.finish(seconds: 2)

    let asset = AVURLAsset(url: movie.url)
    let track = try #require(asset.tracks(withMediaType: .metadata).first)
    #expect(asset.tracks.count == 2 && track.trackID == 2 && track.naturalTimeScale == 600)
    #expect(track.timeRange == CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1)))
    #expect(
      track.associatedTracks(ofType: .metadataReferent).map(\.trackID) == [asset.tracks[0].trackID])
    let description = try #require(track.formatDescriptions.first as? CMFormatDescription)
    #expect(description.mediaSubType.rawValue == kCMMetadataFormatType_Boxed)
    #expect(description.identifiers == [Self.location, Self.speed])
    let (text, number) = (
      "com.apple.metadata.datatype.UTF-8", "com.apple.metadata.datatype.float32"
    )
    let expected = [
      "0.5-1.0: \(Self.location) \(text) +48.1+11.6/, \(Self.speed) \(number) 2.5",
      "1.0-1.5: \(Self.speed) \(number) -3.5", "1.75-2.0: \(Self.location) \(text) ä",
    ]
    #expect(lines(try groups(asset, track)) == expected)
    #expect(lines(try groups(asset, track, in: seconds(1.1, 1.6))) == [expected[1]])
  }

  @Test("values of every type are read as they were written")
  func values() async throws {
    let integers: [(CFString, NSNumber)] = [
      (kCMMetadataBaseDataType_SInt8, -128), (kCMMetadataBaseDataType_UInt8, 255),
      (kCMMetadataBaseDataType_SInt16, -32_768), (kCMMetadataBaseDataType_UInt16, 65_535),
      (kCMMetadataBaseDataType_SInt32, -2_147_483_648),
      (kCMMetadataBaseDataType_UInt32, 4_294_967_295),
      (kCMMetadataBaseDataType_SInt64, NSNumber(value: Int64.min)),
      (kCMMetadataBaseDataType_UInt64, NSNumber(value: UInt64.max)),
      (kCMMetadataBaseDataType_Float64, 0.1),
    ]
    var items = integers.map { item("mdta/n.\($0.0)", $0.0, $0.1) }
    items.append(item("mdta/text", kCMMetadataBaseDataType_UTF16, "a\u{1F3B5}" as NSString))
    let picture = NSData(data: Data([0x89, 0x50, 0x4E, 0x47, 1]))
    items.append(item("mdta/picture", kCMMetadataBaseDataType_PNG, picture))
    items.append(item("mdta/own", "org.example.type", NSData(data: Data([1, 2, 3]))))
    let group = AVTimedMetadataGroup(items: items, timeRange: seconds(0, nil))
    let metadata = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)
    let movie = try WrittenMovie { writer, _ in writer.add(metadata) }
    movie.start()
    #expect(AVAssetWriterInputMetadataAdaptor(assetWriterInput: metadata).append(group))
    try await movie.finish(seconds: 1)
    let asset = AVURLAsset(url: movie.url)
    let track = try #require(asset.tracks(withMediaType: .metadata).first)
    let found = try #require(try groups(asset, track).first).items
    #expect(found.map(\.dataType) == items.map(\.dataType))
    #expect(found.map(\.numberValue).prefix(9) == items.map(\.numberValue).prefix(9))
    #expect(found.count == 12 && found[9].stringValue == "a\u{1F3B5}")
    #expect(found[10].dataValue == Data([0x89, 0x50, 0x4E, 0x47, 1]))
    #expect(found[11].dataValue == Data([1, 2, 3]))
  }

  @Test("a number beyond its type is refused")
  func largeNumbers() throws {
    let refused: [(CFString, Int)] = [
      (kCMMetadataBaseDataType_SInt8, 128), (kCMMetadataBaseDataType_UInt8, -1),
      (kCMMetadataBaseDataType_SInt16, -32_769), (kCMMetadataBaseDataType_UInt32, 4_294_967_296),
    ]
    for (type, value) in refused {
      let group = AVTimedMetadataGroup(
        items: [item("mdta/n", type, NSNumber(value: value))], timeRange: seconds(0, nil))
      let metadata = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)
      let movie = try WrittenMovie { writer, _ in writer.add(metadata) }
      movie.start()
      #expect(!AVAssetWriterInputMetadataAdaptor(assetWriterInput: metadata).append(group))
    }
  }

  @Test("a track of texts becomes the chapters of the sound", arguments: [false, true])
  func chapters(asBuffers: Bool) async throws {
    let texts = AVAssetWriterInput(mediaType: .text, outputSettings: nil)
    texts.marksOutputTrackAsEnabled = false
    texts.languageCode = "deu"
    let movie = try WrittenMovie { writer, sound in
      writer.add(texts)
      let type = AVAssetTrack.AssociationType.chapterList.rawValue
      #expect(!texts.canAddTrackAssociation(withTrackOf: sound, type: type))
      sound.addTrackAssociation(withTrackOf: texts, type: type)
      writer.shouldOptimizeForNetworkUse = asBuffers
    }
    // The session begins in the middle of the first chapter.
    movie.start(at: CMTime(value: 1, timescale: 2))
    let chapters = [("Eins", 0.25), ("Zwei ü", 1.5)]
    for (title, start) in chapters {
      if asBuffers {
        #expect(texts.append(try sample(title, at: start)))
      } else {
        let value = item("common/title", kCMMetadataBaseDataType_UTF8, title as NSString)
        let group = AVTimedMetadataGroup(items: [value], timeRange: seconds(start, nil))
        #expect(AVAssetWriterInputMetadataAdaptor(assetWriterInput: texts).append(group))
      }
    }
    try await movie.finish(seconds: 3, from: CMTime(value: 1, timescale: 2))
    let asset = AVURLAsset(url: movie.url)
    let found = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
    #expect(found.map { $0.items.first?.stringValue } == ["Eins", "Zwei ü"])
    #expect(found.map(\.timeRange.start.seconds) == [0, 1])
    let track = try #require(asset.tracks[0].associatedTracks(ofType: .chapterList).first)
    #expect(track.mediaType == .text && !track.isEnabled && track.languageCode == "deu")
    #expect(asset.tracks[0].availableTrackAssociationTypes == [.chapterList])
    let read = try groups(asset, track)
    #expect(read.map { $0.items.first?.stringValue } == ["Eins", "Zwei ü"])
    #expect(read.last?.timeRange.end == asset.duration)
    #if LibAV
      let output = try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title"]
          + ["-of", "csv=p=0", "-f", "mov", movie.url.path])
      #expect(
        String(decoding: output, as: UTF8.self)
          == "0.000000,Eins\n1.000000,Zwei ü\n")
    #endif
  }

  /// A sample buffer with a text, as programs for Apple's systems make it.
  private func sample(_ title: String, at start: Double) throws -> CMSampleBuffer {
    let text = Array(title.utf8)
    let bytes = [0, UInt8(text.count)] + text
    let block = try CMBlockBuffer(length: bytes.count)
    try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    var description: CMFormatDescription?
    CMFormatDescriptionCreate(
      allocator: nil, mediaType: kCMMediaType_Text, mediaSubType: kCMTextFormatType_3GText,
      extensions: nil, formatDescriptionOut: &description)
    let timing = CMSampleTimingInfo(
      duration: .invalid, presentationTimeStamp: CMTime(seconds: start, preferredTimescale: 600),
      decodeTimeStamp: .invalid)
    return try CMSampleBuffer(
      dataBuffer: block, formatDescription: description, numSamples: 1, sampleTimings: [timing],
      sampleSizes: [bytes.count])
  }

  @Test("a file that cannot store texts or metadata refuses the input")
  func refused() throws {
    let folder = try TemporaryFolder()
    let texts = AVAssetWriterInput(mediaType: .text, outputSettings: nil)
    let sun = try AVAssetWriter(outputURL: folder.url("s"), fileType: .au)
    #expect(!sun.canAdd(texts) && sun.availableMediaTypes == [.audio])
    let wave = try AVAssetWriter(outputURL: folder.url("w"), fileType: .wav)
    #expect(!wave.canAdd(AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)))
    let settings = AVAssetWriterInput(mediaType: .metadata, outputSettings: [AVFormatIDKey: 0])
    let movie = try WrittenMovie { writer, _ in
      #expect(!writer.canAdd(settings))
      writer.add(texts)
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
    }
    #expect(!movie.writer.startWriting() && movie.writer.status == .failed)
    #expect((movie.writer.error as? AVError)?.code == .operationNotSupportedForAsset)
  }

  @Test("an item without a name or of another type fails, with the reason")
  func invalid() throws {
    for value in [
      item("no key space", kCMMetadataBaseDataType_UTF8, "a" as NSString),
      item(Self.speed, kCMMetadataBaseDataType_Float32, "a" as NSString),
    ] {
      let metadata = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)
      let movie = try WrittenMovie { writer, _ in writer.add(metadata) }
      movie.start()
      let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: metadata)
      #expect(!adaptor.append(AVTimedMetadataGroup(items: [value], timeRange: seconds(0, nil))))
      #expect((movie.writer.error as? AVError)?.code == .invalidSourceMedia)
    }
  }
}
