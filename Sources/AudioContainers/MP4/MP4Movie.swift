import AudioModel
import AudioSyntax

/// The contents of a movie, as far as they have been read.
struct MP4Movie: Sendable {
  /// The properties of a fragment's samples, unless the fragment states them.
  ///
  /// Source: ISO/IEC 14496-12, 8.8.3 Track Extends Box.
  struct Defaults: Equatable, Sendable {
    var duration: UInt32 = 0
    var size: UInt32 = 0
  }

  /// The sound track whose packets are read.
  struct Chosen: Sendable {
    var track: MP4Track
    var sound: SoundDescription

    var clock: MP4Clock {
      MP4Clock(timescale: UInt64(track.timescale), sampleRate: UInt64(sound.format.sampleRate))
    }
  }

  /// Maximum number of tracks with defaults.
  private static let trackLimit = 1 << 12
  /// Maximum number of text tracks to read.
  private static let textTrackLimit = 16
  /// Maximum number of sound tracks to describe.
  private static let soundTrackLimit = 64

  /// The sound track to read, from 0; `nil` for the first readable one.
  let wanted: Int?

  private(set) var fileType = FourCC.quickTimeMovie
  private(set) var timescale: UInt32 = 0
  var chosen: Chosen?
  /// The texts of the text tracks, by track identifier.
  private(set) var texts: [UInt32: [ChapterText]] = [:]
  /// The tracks of texts and metadata.
  private(set) var timedTracks: [TimedTrack] = []
  /// Sound tracks found so far.
  private(set) var soundTrackCount = 0
  /// The first of these tracks.
  private(set) var soundTracks: [SoundTrack] = []
  /// The track being read.
  var track = MP4Track()
  var metadata = MP4Metadata()
  /// Items of the movie's user data.
  var userData: [FileChunk] = []
  /// Whether fragments follow.
  var isFragmented = false
  /// The duration of the movie with all its fragments; `nil` if it is unknown.
  private(set) var overallDuration: ContainerInfo.StatedDuration?
  private var defaults: [UInt32: Defaults] = [:]

  init(track wanted: Int?) {
    self.wanted = wanted
  }

  /// The sample defaults of the chosen track's fragments.
  var trackDefaults: Defaults { chosen.flatMap { defaults[$0.track.identifier] } ?? Defaults() }

  /// Reads the file type from the major brand.
  ///
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

  /// Reads the movie's time scale.
  ///
  /// Source: ISO/IEC 14496-12, 8.2.2 Movie Header Box.
  mutating func readHeader(_ body: Span<UInt8>) {
    let index = body.count > 0 && body[0] == 1 ? 20 : 12
    if body.count >= index + 4 { timescale = body.bigEndian32(at: index) }
  }

  /// Reads the duration of the movie with all its fragments.
  ///
  /// Source: ISO/IEC 14496-12, 8.8.2 Movie Extends Header Box.
  mutating func readExtendsHeader(_ body: Span<UInt8>) {
    let isLong = body.count > 0 && body[0] == 1
    guard body.count >= (isLong ? 12 : 8), timescale > 0 else { return }
    let high = isLong ? UInt64(body.bigEndian32(at: 4)) << 32 : 0
    let value = high | UInt64(body.bigEndian32(at: isLong ? 8 : 4))
    overallDuration = .init(value: value, timescale: timescale)
  }

  mutating func readTrackDefaults(_ body: Span<UInt8>) {
    guard body.count >= 24, defaults.count < Self.trackLimit else { return }
    defaults[body.bigEndian32(at: 4)] = Defaults(
      duration: body.bigEndian32(at: 12), size: body.bigEndian32(at: 16))
  }

  /// Reads the kind of the current track.
  ///
  /// Source: ISO/IEC 14496-12, 8.4.3 Handler Reference Box.
  mutating func readHandler(_ body: Span<UInt8>) {
    guard body.count >= 12, track.handler == nil else { return }
    track.handler = body.fourCC(at: 8)
    if track.handler == .soundHandler { soundTrackCount += 1 }
  }

  /// Whether to read the samples of the current track, according to the boxes so far.
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
    if ended.isTimed, timedTracks.count < Self.textTrackLimit,
      let timed = ended.timedTrack(movieTimescale: timescale)
    {
      timedTracks.append(timed)
    }
    if ended.handler == .soundHandler, soundTracks.count < Self.soundTrackLimit {
      soundTracks.append(ended.summary)
    }
    guard chosen == nil, let sound = ended.sound else { return }
    if let wanted, soundTrackCount - 1 != wanted { return }
    chosen = Chosen(track: ended, sound: sound)
  }

  /// Bytes of the first packet that determine the sound; 0 if the boxes suffice.
  ///
  /// A box names MPEG audio without its layer. A track's clock may be wrong about the frames of its
  /// packets, and some packets hold several codec frames.
  var firstPacketByteCount: Int {
    guard let chosen, !isFragmented, chosen.track.samples.firstOffset != nil else { return 0 }
    let size = Int(min(chosen.track.samples.sizes.size(at: 0), Self.mostBytesOfFirstPacket))
    switch chosen.sound.format.formatID {
    case .mpegLayer1, .mpegLayer2, .mpegLayer3: return max(size, 4)
    case .opus: return max(size, 2)
    case .ac3, .enhancedAC3: return max(size, AC3Header.byteCount)
    // All of the packet: each of its frames counts.
    case .amrNarrowBand, .amrWideBand: return size < Self.mostBytesOfFirstPacket ? size : 0
    default: return 0
    }
  }

  /// Maximum number of bytes of the first packet to examine.
  private static let mostBytesOfFirstPacket: UInt32 = 1 << 16

  /// Updates the sound from the first packet.
  ///
  /// - Parameter packet: Its first ``firstPacketByteCount`` bytes, or as many as the file has.
  mutating func readFirstPacket(_ packet: Span<UInt8>) {
    readLayer(packet)
    guard let chosen, let frames = PacketFrames.count(packet, chosen.sound.format.formatID)
    else { return }
    let times = chosen.track.samples.times.withLastPackets
    let stated = times.commonDuration.map { chosen.clock.frames(of: UInt64($0)) }
    let usual = UInt32(clamping: chosen.sound.format.framesPerPacket)
    if usual == 0 {
      guard let stated, stated != UInt64(frames) else { return }
    } else if stated == nil, times.frames(at: 0) > 0,
      chosen.clock.frames(times).areMultiples(of: usual),
      chosen.clock.frames(of: UInt64(times.frames(at: 0))) == UInt64(frames)
    {
      // Packets of one frame and of several, with correct durations in the clock.
      self.chosen?.sound.format.framesPerPacket = 0
      return
    } else {
      guard frames != usual else { return }
    }
    self.chosen?.sound.format.framesPerPacket = Int(frames)
    self.chosen?.sound.hasOwnFrames = true
  }

  private mutating func readLayer(_ packet: Span<UInt8>) {
    guard let sound = chosen?.sound, sound.format.formatID.isMPEGAudio, packet.count >= 4,
      let header = MPEGAudioHeader(packet.bigEndian32(at: 0))
    else { return }
    let layers: [FourCC] = [.mpegLayer1, .mpegLayer2, .mpegLayer3]
    var made = SoundDescription.mpegAudio(
      layers[header.layer - 1], rate: header.sampleRate, channels: header.isMono ? 1 : 2)
    made.format.framesPerPacket = header.framesPerPacket
    made.statedBitRate = sound.statedBitRate
    made.dataReference = sound.dataReference
    chosen?.sound = made
  }

  /// Removes and returns the samples of the chosen track.
  mutating func takeSamples() -> MP4SampleTable {
    let samples = chosen?.track.samples ?? MP4SampleTable()
    chosen?.track.samples = MP4SampleTable()
    return samples
  }
}

extension FourCC {
  fileprivate var isMPEGAudio: Bool {
    self == .mpegLayer1 || self == .mpegLayer2 || self == .mpegLayer3
  }
  fileprivate static let quickTimeMovie = FourCC("M", "o", "o", "V")
}
