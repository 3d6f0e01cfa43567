#if LibAV
  import AudioModel

  /// A codec that libavcodec decodes from packets as Core Audio has them.
  struct LibAVCodec {
    /// FFmpeg's name of it.
    var name: String
    /// What FFmpeg calls extradata.
    var configuration: [UInt8]
    /// Whether several channels come out in the order of speaker bits, as FFmpeg has them, or in that of film: left, centre,
    /// right, side, back, low frequencies.
    var isInFilmOrder = true

    /// Finds the codec of a format.
    ///
    /// - Parameters:
    ///   - format: What the packets are.
    ///   - cookie: The magic cookie, as a container's reader gives it.
    /// - Throws: ``CodecError``, where the cookie says nothing that the codec could use.
    init(_ format: StreamFormat, _ cookie: [UInt8]) throws(CodecError) {
      switch format.formatID {
      case .opus:
        guard format.sampleRate == 0 || format.sampleRate == 48_000 else {
          throw .badConfiguration
        }
        self.init(name: "opus", configuration: try Self.opus(format, cookie))
      case .vorbis:
        guard cookie.first == 2 else { throw .badConfiguration }
        self.init(name: "vorbis", configuration: cookie)
      case .flac:
        self.init(name: "flac", configuration: try Self.flac(cookie), isInFilmOrder: false)
      case .ac3: self.init(name: "ac3", configuration: [])
      case .enhancedAC3: self.init(name: "eac3", configuration: [])
      case .amrNarrowBand: self.init(name: "amrnb", configuration: [])
      case .amrWideBand: self.init(name: "amrwb", configuration: [])
      default: throw .unsupportedFormat
      }
    }

    private init(name: String, configuration: [UInt8], isInFilmOrder: Bool = true) {
      self.name = name
      self.configuration = configuration
      self.isInFilmOrder = isInFilmOrder
    }

    /// An `OpusHead`; without a cookie the one of a stream of one or two channels.
    ///
    /// Source: RFC 7845, 5.1.
    private static func opus(
      _ format: StreamFormat, _ cookie: [UInt8]
    ) throws(CodecError) -> [UInt8] {
      let name = Array("OpusHead".utf8)
      if cookie.count >= 19, cookie.starts(with: name) { return cookie }
      guard cookie.isEmpty, (1...2).contains(format.channelCount) else { throw .badConfiguration }
      return name + [1, UInt8(format.channelCount), 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 0]
    }

    /// The `STREAMINFO` block of a `dfLa` box, or by itself.
    ///
    /// Source: *Encapsulation of FLAC in ISO Base Media File Format*, 3.3.2; RFC 9639, 8.2.
    private static func flac(_ cookie: [UInt8]) throws(CodecError) -> [UInt8] {
      if cookie.count == 34 { return cookie }
      guard cookie.count >= 50, cookie[4..<8].elementsEqual("dfLa".utf8), cookie[12] & 0x7F == 0
      else { throw .badConfiguration }
      return Array(cookie[16..<50])
    }

    /// For each channel as Core Audio orders them, the channel that FFmpeg gives.
    ///
    /// FFmpeg orders channels by speaker bits. Sources of the other order: *Vorbis I specification* (Xiph.Org), 4.3.9;
    /// RFC 7845, 5.1.1.2; ETSI TS 102 366, table 4.3.
    func sources(_ frame: LibAVHandle.Frame) -> [Int32] {
      guard isInFilmOrder else { return (0..<frame.channelCount).map { Int32($0) } }
      return Self.filmOrder(frame.speakers, channelCount: frame.channelCount)
    }

    /// For each channel in the order of film, its place in the order of speaker bits.
    ///
    /// The order is left as it is where the speakers are unknown or others than film's.
    static func filmOrder(_ speakers: UInt64, channelCount: Int) -> [Int32] {
      let film: [UInt64] = [
        1 << 0, 1 << 2, 1 << 1, 1 << 9, 1 << 10, 1 << 4, 1 << 5, 1 << 8, 1 << 3,
      ]
      let found = film.filter { speakers & $0 != 0 }
      guard found.count == channelCount, speakers.nonzeroBitCount == channelCount else {
        return (0..<channelCount).map { Int32($0) }
      }
      return found.map { Int32((speakers & ($0 - 1)).nonzeroBitCount) }
    }
  }
#endif
