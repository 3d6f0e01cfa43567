import AudioModel
import AudioSyntax

/// The contents of a file as far as its boxes have been read: the movie and the current fragment.
struct MP4Presentation: Sendable {
  var movie: MP4Movie
  private var fragment: MP4Fragment?
  /// The last sample's duration in the previous fragment, in units of the track's clock; initially
  /// 0.
  private var lastDuration: UInt32 = 0

  /// Starts before the first box.
  ///
  /// - Parameter track: The sound track to read, from 0; `nil` for the first readable one.
  init(track: Int?) {
    movie = MP4Movie(track: track)
  }

  // MARK: Boxes

  func wants(_ leaf: MP4Leaf) -> Bool {
    // Those of all sound tracks show whether a track is readable.
    if case .sampleDescriptions = leaf {
      movie.track.mayBeSound || movie.track.isTimed
    } else {
      true
    }
  }

  func wants(_ list: MP4List) -> Bool {
    switch list {
    case .run: fragment != nil
    case .edits: true
    default: movie.wantsSamples || movie.track.isTimed
    }
  }

  /// Reads the body of a box.
  mutating func read(
    _ leaf: MP4Leaf, _ body: Span<UInt8>, _ box: MP4Box, in container: MP4Container?
  ) {
    switch leaf {
    case .fileType: movie.readFileType(body)
    case .movieHeader: movie.readHeader(body)
    case .trackHeader: movie.track.readHeader(body)
    case .trackReference(let type): movie.track.readReference(body, type)
    case .mediaHeader: movie.track.readMediaHeader(body)
    case .handler: movie.readHandler(body)
    case .dataReferences: movie.track.readDataReferences(body)
    case .sampleDescriptions: movie.track.readDescriptions(body)
    case .extendsHeader: movie.readExtendsHeader(body)
    case .trackDefaults: movie.readTrackDefaults(body)
    case .fragmentHeader: fragment?.readHeader(body)
    case .metadataHandler: movie.metadata.readHandler(body)
    case .metadataKeys: movie.metadata.readKeys(body)
    case .itemName: movie.metadata.readName(body)
    case .itemData:
      if case .item(let key) = container { movie.metadata.readData(body, key, box) }
    case .text(let type): movie.metadata.readText(body, type)
    case .neroChapters: movie.metadata.readChapters(body)
    case .segmentIndex: break
    }
  }

  /// Reads the index of the fragments, which precedes the first of them.
  func segmentIndex(_ body: Span<UInt8>, _ box: MP4Box) -> ContainerInfo.FragmentIndex? {
    guard let index = MP4SegmentIndex(body), let chosen = movie.chosen,
      index.trackIdentifier == chosen.track.identifier
    else { return nil }
    return ContainerInfo.FragmentIndex(
      frameCount: MP4Clock.scale(
        index.duration, by: chosen.clock.sampleRate, over: UInt64(index.timescale)),
      end: box.end.clampedAdding(index.byteCount))
  }

  // MARK: Fragments

  /// Begins a fragment whose box starts at `start`.
  mutating func beginFragment(at start: UInt64) {
    guard let chosen = movie.chosen else { return }
    fragment = MP4Fragment(
      at: start, of: chosen, defaults: movie.trackDefaults, lastDuration: lastDuration)
  }

  /// Ends the fragment, and returns its packets.
  mutating func endFragment() -> [MP4PacketTable] {
    fragment?.closeTable()
    lastDuration = fragment?.lastDuration ?? lastDuration
    return fragment.take()?.tables ?? []
  }

  /// Drops the fragment, because reading continues elsewhere.
  mutating func forgetFragment() { fragment = nil }

  // MARK: Lists

  /// Begins a list from the fields before its entries.
  ///
  /// - Returns: The entries, or `nil` to skip the list.
  mutating func begin(_ list: MP4List, _ header: Span<UInt8>) -> MP4Entries? {
    let count = UInt64(header.bigEndian32(at: 4))
    switch list {
    case .edits: return MP4Entries(width: header[0] == 1 ? 20 : 12, remaining: count)
    case .timeToSample: return MP4Entries(width: 8, remaining: count)
    case .sampleToChunk: return MP4Entries(width: 12, remaining: count)
    case .chunkOffsets: return MP4Entries(width: 4, remaining: count)
    case .wideChunkOffsets: return MP4Entries(width: 8, remaining: count)
    case .sampleSizes, .compactSampleSizes: return beginSizes(list, header)
    case .run:
      guard let run = fragment?.beginRun(header) else { return nil }
      return MP4Entries(width: run.entryByteCount, remaining: UInt64(run.sampleCount))
    }
  }

  private mutating func beginSizes(_ list: MP4List, _ header: Span<UInt8>) -> MP4Entries? {
    guard movie.track.samples.sizes.count == 0 else { return nil }
    let size = header.bigEndian32(at: 4)
    let count = header.bigEndian32(at: 8)
    guard case .compactSampleSizes = list else {
      guard size == 0 else {
        movie.track.samples.sizes = PacketSizes(constant: size, count: Int(count))
        return nil
      }
      return MP4Entries(width: 4, remaining: UInt64(count))
    }
    switch size & 0xFF {
    case 4:
      return MP4Entries(
        width: 1, remaining: (UInt64(count) + 1) / 2, sizeBits: 4, sampleCount: Int(count))
    case 8: return MP4Entries(width: 1, remaining: UInt64(count), sizeBits: 8)
    case 16: return MP4Entries(width: 2, remaining: UInt64(count), sizeBits: 16)
    default: return nil
    }
  }

  mutating func read(
    _ list: MP4List, count: Int, _ entries: MP4Entries, _ bytes: Span<UInt8>, _ index: Int
  ) {
    switch list {
    case .edits: readEdits(bytes, index, count: count, isWide: entries.width == 20)
    case .timeToSample: movie.track.samples.readTimes(bytes, index, count: count)
    case .sampleToChunk: movie.track.samples.readChunkRuns(bytes, index, count: count)
    case .sampleSizes: movie.track.samples.readSizes(bytes, index, count: count)
    case .compactSampleSizes:
      movie.track.samples.readCompactSizes(
        bytes, index, count: count, bits: entries.sizeBits, sampleCount: entries.sampleCount)
    case .chunkOffsets: movie.track.samples.readOffsets(bytes, index, count: count)
    case .wideChunkOffsets: movie.track.samples.readWideOffsets(bytes, index, count: count)
    case .run: fragment?.readSamples(bytes, index, count: count)
    }
  }

  /// Reads entries of an edit list.
  ///
  /// Source: ISO/IEC 14496-12, 8.6.6 Edit List Box.
  private mutating func readEdits(_ bytes: Span<UInt8>, _ index: Int, count: Int, isWide: Bool) {
    let width = isWide ? 20 : 12
    for place in stride(from: index, to: index + count * width, by: width) {
      guard movie.track.edits.count < MP4Track.editLimit else { return }
      var duration = UInt64(bytes.bigEndian32(at: place))
      var time = Int64(Int32(bitPattern: bytes.bigEndian32(at: place + 4)))
      if isWide {
        duration = duration << 32 | UInt64(bytes.bigEndian32(at: place + 4))
        let high = UInt64(bytes.bigEndian32(at: place + 8))
        time = Int64(bitPattern: high << 32 | UInt64(bytes.bigEndian32(at: place + 12)))
      }
      movie.track.edits.append(MP4Track.Edit(duration: duration, mediaTime: time))
    }
  }

  /// Ends the samples of a run.
  mutating func endRun() { fragment?.endRun() }
}
