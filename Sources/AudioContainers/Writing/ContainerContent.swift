package import AudioModel

/// The description that a file must contain for its audio.
package struct ContainerContent: Equatable, Sendable {
  /// The container, by Core Audio's file type.
  package var fileType: FourCC
  package var format: StreamFormat
  /// The codec's own configuration, or empty if it needs no configuration.
  package var magicCookie: [UInt8] = []
  package var channelLayout: ChannelLayout?
  /// Priming, valid, and remaining frames, if known.
  package var trim: FrameTrim?
  package var tags = Tags()
  package var markers: [Marker] = []
  package var regions: [Region] = []
  /// The bytes of a whole ID3v2 tag, or empty.
  package var id3Tag: [UInt8] = []
  /// The bytes of a JPEG or PNG picture, or empty.
  package var artwork: [UInt8] = []
  /// Further chunks, in file order.
  package var chunks: [DataChunk] = []
  /// The previous description of an existing file.
  package var original: OriginalContent?
  /// Whether the audio starts at a multiple of 4096 bytes.
  package var alignsAudio = false
  /// Duration in seconds for which tables reserve room.
  package var reservedDuration: Double = 0
  /// The division into movie fragments, or `nil` for one movie.
  package var fragments: FragmentPlan?
  /// Language, volume and state of the track.
  package var track = TrackProperties()
  /// Tracks of texts and metadata, which only movies can store.
  package var timedTracks: [TimedTrackContent] = []

  package init(fileType: FourCC, format: StreamFormat) {
    self.fileType = fileType
    self.format = format
  }
}

/// A chunk of a chunked file: its type and contents.
package struct DataChunk: Hashable, Sendable {
  package var tag: FourCC
  /// The contents, without header and padding.
  package var body: [UInt8]

  package init(_ tag: FourCC, _ body: [UInt8]) {
    self.tag = tag
    self.body = body
  }
}
