import AudioModel

/// A box that contains boxes of interest.
///
/// A box is examined only at its proper level, so the nesting never exceeds ``MP4Grammar/deepest``.
enum MP4Container: Sendable {
  case movie
  case track
  case trackReferences
  case edits
  case media
  case mediaInformation
  case dataInformation
  case sampleTable
  case extends
  case userData
  case metadata
  case itemList
  case item(MP4ItemKey)
  case fragment
  case trackFragment
}

/// The key of a metadata list entry: the box's type, or its number in a list of keys.
struct MP4ItemKey: Hashable, Sendable {
  var type: FourCC
}

/// A box whose body is read at once, up to a maximum size.
enum MP4Leaf: Equatable, Sendable {
  case fileType
  case movieHeader
  case trackHeader
  case trackReference(FourCC)
  case mediaHeader
  case handler
  case dataReferences
  case sampleDescriptions
  case extendsHeader
  case trackDefaults
  case fragmentHeader
  case segmentIndex
  case metadataHandler
  case metadataKeys
  case itemName
  case itemData
  case text(FourCC)
  case neroChapters
}

/// A box with entries of one size that are read as they arrive.
enum MP4List: Sendable {
  case edits
  case timeToSample
  case sampleToChunk
  case sampleSizes
  case compactSampleSizes
  case chunkOffsets
  case wideChunkOffsets
  case run
}

/// The reader's treatment of a box.
enum MP4Content: Sendable {
  case container(MP4Container)
  case leaf(MP4Leaf, atMost: Int)
  case list(MP4List)
  case skip
}

/// Defines how each box is read, depending on its enclosing box.
///
/// Sources: ISO/IEC 14496-12, 6.2.3 (the order and nesting of boxes); *QuickTime File Format*,
/// "Movie Atoms", "User Data Atoms", "Metadata"; 3GPP TS 26.244, 8 (asset information).
enum MP4Grammar {
  /// Maximum nesting: `moov`, `udta`, `meta`, `ilst`, an item; or `moov`, `trak`, `mdia`, `minf`,
  /// `stbl`.
  static let deepest = 5

  /// Maximum size in bytes of sample descriptions to read.
  static let longestDescriptions = 1 << 15

  /// Maximum size in bytes of a list of keys or chapters to read.
  static let longestList = 60_000

  static func content(of type: FourCC, in container: MP4Container?) -> MP4Content {
    switch container {
    case nil: file(type)
    case .movie: movie(type)
    case .track: track(type)
    case .trackReferences: .leaf(.trackReference(type), atMost: 64)
    case .edits: type == .elst ? .list(.edits) : .skip
    case .media: media(type)
    case .mediaInformation: mediaInformation(type)
    case .dataInformation: type == .dref ? .leaf(.dataReferences, atMost: 4096) : .skip
    case .sampleTable: sampleTable(type)
    case .extends: extends(type)
    case .userData: userData(type)
    case .metadata: metadata(type)
    case .itemList: .container(.item(MP4ItemKey(type: type)))
    case .item(let key): item(type, key.type)
    case .fragment: type == .traf ? .container(.trackFragment) : .skip
    case .trackFragment: trackFragment(type)
    }
  }

  private static func file(_ type: FourCC) -> MP4Content {
    switch type {
    case .ftyp: .leaf(.fileType, atMost: 4)
    case .moov: .container(.movie)
    case .moof: .container(.fragment)
    case .sidx: .leaf(.segmentIndex, atMost: MP4SegmentIndex.longest)
    default: .skip
    }
  }

  private static func movie(_ type: FourCC) -> MP4Content {
    switch type {
    case .mvhd: .leaf(.movieHeader, atMost: 24)
    case .trak: .container(.track)
    case .udta: .container(.userData)
    case .meta: .container(.metadata)
    case .mvex: .container(.extends)
    default: .skip
    }
  }

  private static func track(_ type: FourCC) -> MP4Content {
    switch type {
    case .tkhd: .leaf(.trackHeader, atMost: 48)
    case .tref: .container(.trackReferences)
    case .edts: .container(.edits)
    case .mdia: .container(.media)
    default: .skip
    }
  }

  private static func media(_ type: FourCC) -> MP4Content {
    switch type {
    case .mdhd: .leaf(.mediaHeader, atMost: 36)
    case .hdlr: .leaf(.handler, atMost: 12)
    case .minf: .container(.mediaInformation)
    default: .skip
    }
  }

  private static func mediaInformation(_ type: FourCC) -> MP4Content {
    switch type {
    case .dinf: .container(.dataInformation)
    case .stbl: .container(.sampleTable)
    default: .skip
    }
  }

  private static func sampleTable(_ type: FourCC) -> MP4Content {
    switch type {
    case .stsd: .leaf(.sampleDescriptions, atMost: longestDescriptions)
    case .stts: .list(.timeToSample)
    case .stsc: .list(.sampleToChunk)
    case .stsz: .list(.sampleSizes)
    case .stz2: .list(.compactSampleSizes)
    case .stco: .list(.chunkOffsets)
    case .co64: .list(.wideChunkOffsets)
    default: .skip
    }
  }

  private static func userData(_ type: FourCC) -> MP4Content {
    switch type {
    case .meta: .container(.metadata)
    case .chpl: .leaf(.neroChapters, atMost: longestList)
    default:
      MP4TextKey.isText(type)
        ? .leaf(.text(type), atMost: Tags.longestText(of: MP4TextKey.key(of: type))) : .skip
    }
  }

  private static func extends(_ type: FourCC) -> MP4Content {
    switch type {
    case .mehd: .leaf(.extendsHeader, atMost: 12)
    case .trex: .leaf(.trackDefaults, atMost: 24)
    default: .skip
    }
  }

  private static func metadata(_ type: FourCC) -> MP4Content {
    switch type {
    case .hdlr: .leaf(.metadataHandler, atMost: 12)
    case .keys: .leaf(.metadataKeys, atMost: longestList)
    case .ilst: .container(.itemList)
    default: .skip
    }
  }

  private static func item(_ type: FourCC, _ key: FourCC) -> MP4Content {
    switch type {
    case .name: .leaf(.itemName, atMost: 256)
    case .itemValue: .leaf(.itemData, atMost: 8 + Tags.longestText(of: MP4TextKey.key(of: key)))
    default: .skip
    }
  }

  private static func trackFragment(_ type: FourCC) -> MP4Content {
    switch type {
    case .tfhd: .leaf(.fragmentHeader, atMost: 40)
    case .trun: .list(.run)
    default: .skip
    }
  }
}
