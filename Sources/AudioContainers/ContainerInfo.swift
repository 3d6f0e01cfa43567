package import AudioModel

/// What a container says of its audio before the first packet.
package struct ContainerInfo: Equatable, Sendable {
  /// The container, by Core Audio's file type: `WAVE`, `RF64`, `MPG1`, `MPG2`, `MPG3`, `adts`, `m4af`.
  package var fileType: FourCC
  package var format: StreamFormat
  /// What the packets can be decoded to, richest first; empty where that is ``format`` alone.
  ///
  /// Holds ``format``, too, last: HE-AAC can be played as the plain AAC inside it.
  package var layeredFormats: [LayeredFormat] = []
  /// The codec's own configuration, or empty where it needs none.
  package var magicCookie: [UInt8] = []
  package var channelLayout: ChannelLayout?
  /// Whether the file itself tells ``channelLayout``; one and two channels have a usual one.
  package var isChannelLayoutStated = false
  /// Whether a file of this kind may be changed in place of being written anew.
  package var canBeChanged = true
  /// Bytes from the start of the file to the first packet.
  package var dataOffset: UInt64
  /// Bytes of audio data that the header states, or `nil` where it states none.
  ///
  /// A statement, not a fact: the file may be shorter.
  package var statedDataByteCount: UInt64?
  /// Packets that the header states (`Xing`, `VBRI`, `fact`), or `nil`.
  ///
  /// A statement, too.
  package var statedPacketCount: UInt64?
  /// Bytes that no packet exceeds, by the format's own limits; at least 1.
  package var packetSizeUpperBound: Int
  /// The bytes at the end of the file that tell where the packets end, whatever stands before them; `nil` where they
  /// do not.
  package var tail: Tail?
  /// Whether all bytes from the first packet to the end of the last are those of packets and what frames them, so that
  /// their number over the time is the bit rate.
  package var isAllAudio = false
  /// Bits per second of the whole stream that the header states, or `nil`.
  package var statedBitRate: Int?
  /// Priming and remainder as stated, with the valid frames where the packet count is stated too.
  package var trim: FrameTrim?
  /// A hundred positions, each a fraction of the data in 256ths, as in a `Xing` table; empty where none.
  package var seekTable: [UInt8] = []
  /// Places of packets by their frames, both ascending; empty where the file names none.
  package var seekPoints: [SeekPoint] = []
  package var tags = Tags()
  /// Places that the file marks, in the order of the file.
  package var markers: [Marker] = []
  /// Stretches and loops that the file names, in the order of the file.
  package var regions: [Region] = []
  /// Sound tracks of the file, of which one is read.
  package var trackCount = 1
  /// The chunks that the file consists of, or the items of its user data, in the order of the file.
  package var chunks: [FileChunk] = []
  /// What ``chunks`` are.
  package var chunkList = ChunkList.none
  /// Chapters of a track of texts, which are read when they are asked for; empty where there is none.
  package var chapterTexts: [ChapterText] = []
  /// What an index of the file's fragments says of all of them, or `nil`.
  package var fragmentIndex: FragmentIndex?

  /// The end of a file whose packets can be found from anywhere.
  package struct Tail: Equatable, Sendable {
    /// Bytes that are looked at, then, where they do not tell, more of them.
    package var byteCounts: [Int]
    /// Packets that have to stand there side by side before they are believed.
    package var fewestPackets: Int

    /// That of streams of frames of which each tells its length: long enough for three of the longest.
    static let frames = Tail(byteCounts: [1 << 15], fewestPackets: 3)
  }

  /// What an index in front of fragments says of them.
  package struct FragmentIndex: Equatable, Sendable {
    /// Frames in all packets of the fragments, priming and all.
    package var frameCount: UInt64
    /// Position in the file behind the last of the fragments.
    package var end: UInt64
  }

  /// What a container has of chunks, markers and regions.
  package enum ChunkList: Sendable {
    case none
    /// The file is a list of chunks, some of which can be marks and regions.
    case chunks
    /// The file has items of user data.
    case userData
  }

  /// The layout that clients see: stereo and mono only if the file itself tells them, and layouts of more channels also if
  /// the codec's configuration does.
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
