/// The parameters that an Apple Lossless decoder needs before the first packet.
///
/// Source: the Apple Lossless format specification, "Magic Cookie" (`ALACSpecificConfig`).
struct ALACConfiguration: Equatable {
  /// Frames of each packet except the last one.
  var framesPerPacket: Int
  var bitDepth: Int
  /// The decay rate of the residuals' mean.
  var riceHistoryMultiplier: UInt32
  /// The initial mean of a packet.
  var riceInitialHistory: UInt32
  /// Maximum bits of a remainder, or 0 if all samples are uncompressed.
  var riceLimit: Int
  var channelCount: Int
  var sampleRate: Int

  /// The maximum frames per packet, which exceeds the number that any encoder uses.
  ///
  /// It limits the output of a packet of a few bytes.
  static let mostFramesPerPacket = 1 << 16
  static let mostChannels = 8

  /// Parses a magic cookie: the configuration itself, or the older form in atoms `frma` and `alac`.
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
    // Byte 4 is the compatible decoder version, which is always 0.
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
