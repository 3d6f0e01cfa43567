import AudioModel

/// What has been read of a movie.
struct MP4Movie: Sendable {
  /// What a fragment's samples are like where it does not say.
  ///
  /// Source: ISO/IEC 14496-12, 8.8.3 Track Extends Box.
  struct Defaults: Equatable, Sendable {
    var duration: UInt32 = 0
    var size: UInt32 = 0
  }

  /// A sound track whose packets are read.
  struct Chosen: Sendable {
    var track: MP4Track
    var sound: SoundDescription

    var clock: MP4Clock {
      MP4Clock(timescale: UInt64(track.timescale), sampleRate: UInt64(sound.format.sampleRate))
    }
  }

  /// Sound tracks beyond these are not counted on.
  private static let trackLimit = 1 << 12
  /// Tracks of texts beyond these are not looked at.
  private static let textTrackLimit = 16

  /// The sound track to read, from 0; `nil` for the first that can be.
  let wanted: Int?

  private(set) var fileType = FourCC.quickTimeMovie
  private(set) var timescale: UInt32 = 0
  var chosen: Chosen?
  /// The texts of tracks of such, by the track's number.
  private(set) var texts: [UInt32: [ChapterText]] = [:]
  /// Sound tracks so far.
  private(set) var soundTrackCount = 0
  /// The track being read.
  var track = MP4Track()
  var metadata = MP4Metadata()
  /// Items of the movie's user data.
  var userData: [FileChunk] = []
  /// Whether fragments follow.
  var isFragmented = false
  private var defaults: [UInt32: Defaults] = [:]

  init(track wanted: Int?) {
    self.wanted = wanted
  }

  /// What the chosen track's fragments take for granted.
  var trackDefaults: Defaults { chosen.flatMap { defaults[$0.track.identifier] } ?? Defaults() }

  /// Source: ISO/IEC 14496-12, 4.3 File Type Box; 3GPP TS 26.244, 5.3; the registered brands.
  mutating func readFileType(_ body: Span<UInt8>) {
    guard body.count >= 4 else { return }
    let brand = body.fourCC(at: 0)
    switch brand {
    case FourCC("q", "t", " ", " "): fileType = .quickTimeMovie
    case FourCC("M", "4", "A", " "), FourCC("M", "4", "P", " "):
      fileType = FourCC("m", "4", "a", "f")
    case FourCC("M", "4", "B", " "): fileType = FourCC("m", "4", "b", "f")
    default:
      switch brand.rawValue >> 8 {
      case 0x33_6770: fileType = FourCC("3", "g", "p", "p")
      case 0x33_6732: fileType = FourCC("3", "g", "p", "2")
      default: fileType = FourCC("m", "p", "4", "f")
      }
    }
  }

  /// Source: ISO/IEC 14496-12, 8.2.2 Movie Header Box.
  mutating func readHeader(_ body: Span<UInt8>) {
    let index = body.count > 0 && body[0] == 1 ? 20 : 12
    if body.count >= index + 4 { timescale = body.bigEndian32(at: index) }
  }

  mutating func readTrackDefaults(_ body: Span<UInt8>) {
    guard body.count >= 24, defaults.count < Self.trackLimit else { return }
    defaults[body.bigEndian32(at: 4)] = Defaults(
      duration: body.bigEndian32(at: 12), size: body.bigEndian32(at: 16))
  }

  /// Source: ISO/IEC 14496-12, 8.4.3 Handler Reference Box.
  mutating func readHandler(_ body: Span<UInt8>) {
    guard body.count >= 12, track.handler == nil else { return }
    track.handler = body.fourCC(at: 8)
    if track.handler == .soundHandler { soundTrackCount += 1 }
  }

  /// Whether the samples of the track being read are those to read, by what is known so far.
  var wantsSamples: Bool {
    guard chosen == nil, track.mayBeSound else { return false }
    guard let wanted, track.handler != nil else { return true }
    return soundTrackCount - 1 == wanted
  }

  /// Ends the track being read.
  mutating func endTrack() {
    let ended = track
    track = MP4Track()
    if ended.isText, texts.count < Self.textTrackLimit {
      texts[ended.identifier] = ended.samples.chapterTexts(timescale: ended.timescale)
    }
    guard chosen == nil, let sound = ended.sound else { return }
    if let wanted, soundTrackCount - 1 != wanted { return }
    chosen = Chosen(track: ended, sound: sound)
  }

  /// Whether the first packet tells what the packets are: a box names MPEG audio without its layer, and the clock of a track of Opus
  /// may be wrong about the frames of its packets.
  var asksFirstPacket: Bool {
    guard let chosen, !isFragmented, chosen.track.samples.firstOffset != nil else { return false }
    return [.mpegLayer1, .mpegLayer2, .mpegLayer3, .opus].contains(chosen.sound.format.formatID)
  }

  /// Takes the header of the first packet.
  mutating func readFirstPacket(_ raw: UInt32) {
    if chosen?.sound.format.formatID == .opus { return readFirstOpusPacket(raw) }
    guard let header = MPEGAudioHeader(raw), let sound = chosen?.sound else { return }
    let layers: [FourCC] = [.mpegLayer1, .mpegLayer2, .mpegLayer3]
    var made = SoundDescription.mpegAudio(
      layers[header.layer - 1], rate: header.sampleRate, channels: header.isMono ? 1 : 2)
    made.format.framesPerPacket = header.framesPerPacket
    made.statedBitRate = sound.statedBitRate
    made.dataReference = sound.dataReference
    chosen?.sound = made
  }

  /// Takes the frames of all packets from the first, if the track's clock says that all packets last as long.
  private mutating func readFirstOpusPacket(_ raw: UInt32) {
    let bytes = [UInt8(raw >> 24), UInt8(raw >> 16 & 0xFF)]
    guard let chosen, let frames = OpusHeader.frameCount(bytes.span),
      let told = chosen.track.samples.times.withLastPackets.commonDuration
        .map({ chosen.clock.frames(of: UInt64($0)) }), told != UInt64(frames)
    else { return }
    self.chosen?.sound.format.framesPerPacket = frames
    self.chosen?.sound.hasOwnFrames = true
  }

  /// Takes the samples of the chosen track, which are then gone.
  mutating func takeSamples() -> MP4SampleTable {
    let samples = chosen?.track.samples ?? MP4SampleTable()
    chosen?.track.samples = MP4SampleTable()
    return samples
  }
}

extension FourCC {
  fileprivate static let quickTimeMovie = FourCC("M", "o", "o", "V")
}
