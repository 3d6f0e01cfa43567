package import AudioModel

/// A container's description of its audio, known before the first packet.
package struct ContainerInfo: Equatable, Sendable {
  /// The container's Core Audio file type, such as `WAVE`, `MPG3`, `adts`, or `m4af`.
  package var fileType: FourCC
  package var format: StreamFormat
  /// The formats that the packets can be decoded to, richest first.
  ///
  /// Empty if ``format`` is the only one. Otherwise ``format`` is the last element: HE-AAC can be
  /// played as the plain AAC inside it.
  package var layeredFormats: [LayeredFormat] = []
  /// The codec's own configuration, or empty if it needs no configuration.
  package var magicCookie: [UInt8] = []
  package var channelLayout: ChannelLayout?
  /// Whether the file itself states ``channelLayout``.
  ///
  /// One and two channels have a default layout.
  package var isChannelLayoutStated = false
  /// Whether the existing file can be opened for changes.
  package var canBeChanged = true
  /// Bytes from the start of the file to the first packet.
  package var dataOffset: UInt64
  /// Bytes of audio data that the header states, or `nil` if it states no size.
  ///
  /// This value is a claim: the file may be shorter.
  package var statedDataByteCount: UInt64?
  /// Packets that the header states (`Xing`, `VBRI`, `fact`), or `nil`.
  ///
  /// This value is a claim, too.
  package var statedPacketCount: UInt64?
  /// Maximum packet size in bytes that the format allows; at least 1.
  package var packetSizeUpperBound: Int
  /// How to find the end of the packets from the last bytes of the file alone; `nil` if that is
  /// impossible.
  package var tail: Tail?
  /// Whether the file contains only packets and their framing from the first packet to the end of
  /// the last.
  ///
  /// If so, the byte count divided by the duration is the bit rate.
  package var isAllAudio = false
  /// Bits per second of the whole stream as the header states it, or `nil`.
  package var statedBitRate: Int?
  /// The stated priming and remainder, with the valid frames if the packet count is also stated.
  package var trim: FrameTrim?
  /// A hundred positions, each a fraction of the data in 256ths, as in a `Xing` table; empty
  /// without a table.
  package var seekTable: [UInt8] = []
  /// Packet locations with their frames, both ascending; empty if the file has no such table.
  package var seekPoints: [SeekPoint] = []
  package var tags = Tags()
  /// Positions that the file marks, in file order.
  package var markers: [Marker] = []
  /// Named stretches and loops in the file, in file order.
  package var regions: [Region] = []
  /// Number of sound tracks in the file.
  ///
  /// The reader reads one of them.
  package var trackCount = 1
  /// The sound tracks of a movie, in file order; empty for other files.
  package var soundTracks: [SoundTrack] = []
  /// The chunks of the file, or the items of its user data, in file order.
  package var chunks: [FileChunk] = []
  /// Chapters from a text track, whose titles are read on request; empty if the file has no
  /// chapters.
  package var chapterTexts: [ChapterText] = []
  /// The tracks of texts and metadata of a movie, in file order.
  package var timedTracks: [TimedTrack] = []
  /// A summary of all fragments from the file's index, or `nil`.
  package var fragmentIndex: FragmentIndex?
  /// The kind of entries in ``chunks``.
  package var chunkList = ChunkList.none
  /// Whether the movie can be extended by fragments.
  package var fragments = Fragments.impossible
  /// The duration with all fragments, as the movie states it; `nil` if it does not.
  package var overallDuration: StatedDuration?

  /// The end of a file whose packets can be found from any position.
  package struct Tail: Equatable, Sendable {
    /// Byte counts to examine, in order, until the end of the packets is found.
    package var byteCounts: [Int]
    /// Minimum number of adjacent packets that counts as a match.
    package var fewestPackets: Int

    /// The tail for streams of frames that state their own length.
    ///
    /// It holds three of the longest frames.
    package static let frames = Tail(byteCounts: [1 << 15], fewestPackets: 3)
  }

  /// Whether a movie has fragments.
  package enum Fragments: Equatable, Sendable {
    case impossible
    /// The movie itself has the first packets; fragments may follow.
    case possible
    /// A fragment has the first packets.
    case present
  }

  /// A duration in a unit of its own.
  package struct StatedDuration: Equatable, Sendable {
    package var value: UInt64
    /// Units in a second.
    package var timescale: UInt32
  }

  /// A summary of the fragments from the index before them.
  package struct FragmentIndex: Equatable, Sendable {
    /// Frames in all packets of the fragments, including priming.
    package var frameCount: UInt64
    /// Position in the file after the last fragment.
    package var end: UInt64
  }

  /// The kind of chunk list that a container has.
  package enum ChunkList: Sendable {
    case none
    /// The file is a list of chunks, which may include markers and regions.
    case chunks
    /// The file has user data items.
    case userData
  }

  /// The layout that clients see.
  ///
  /// Stereo and mono count only if the file itself states them. Layouts of more channels also count
  /// if the codec's configuration states them.
  package var statedChannelLayout: ChannelLayout? {
    isChannelLayoutStated || format.channelCount > 2 ? channelLayout : nil
  }

  package init(
    fileType: FourCC, format: StreamFormat, dataOffset: UInt64, packetSizeUpperBound: Int
  ) {
    self.fileType = fileType
    self.format = format
    self.dataOffset = dataOffset
    self.packetSizeUpperBound = packetSizeUpperBound
  }
}
