/// What an Apple Lossless decoder must know before the first packet.
///
/// Source: the Apple Lossless format specification, "Magic Cookie" (`ALACSpecificConfig`).
struct ALACConfiguration: Equatable {
  /// Frames of a packet, but of the last.
  var framesPerPacket: Int
  var bitDepth: Int
  /// How quickly the mean of the residuals is forgotten.
  var riceHistoryMultiplier: UInt32
  /// The mean with which a packet starts.
  var riceInitialHistory: UInt32
  /// Bits of a remainder at most; 0 where all samples stand as they are.
  var riceLimit: Int
  var channelCount: Int
  var sampleRate: Int

  /// More than any encoder writes; what a packet of a few bytes may unfold to has this limit.
  static let mostFramesPerPacket = 1 << 16
  static let mostChannels = 8

  /// Reads a magic cookie: the configuration itself, or as older files wrap it into atoms `frma` and `alac`.
  init(magicCookie: [UInt8]) throws(CodecError) {
    var bytes = magicCookie[...]
    if bytes.dropFirst(4).starts(with: "frma".utf8) { bytes = bytes.dropFirst(12) }
    if bytes.dropFirst(4).starts(with: "alac".utf8) { bytes = bytes.dropFirst(12) }
    guard bytes.count >= 24 else { throw .badConfiguration }
    let fields = Array(bytes.prefix(24))
    func integer(_ index: Int) -> Int {
      fields[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    framesPerPacket = integer(0)
    // Byte 4 is the version that a decoder must be compatible with: there is but 0.
    bitDepth = Int(fields[5])
    riceHistoryMultiplier = UInt32(fields[6])
    riceInitialHistory = UInt32(fields[7])
    riceLimit = Int(fields[8])
    channelCount = Int(fields[9])
    sampleRate = integer(20)
    guard fields[4] == 0, 1...Self.mostFramesPerPacket ~= framesPerPacket,
      [16, 20, 24, 32].contains(bitDepth), 1...Self.mostChannels ~= channelCount,
      0...31 ~= riceLimit
    else { throw .badConfiguration }
  }
}
