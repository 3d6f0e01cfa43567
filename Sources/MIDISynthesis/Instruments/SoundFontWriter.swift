internal import Glibc

/// The sine of a number of turns.
func sineOfTurns(_ turns: Double) -> Double { sin(2 * Double.pi * turns) }

/// Writes a sound bank with one instrument.
///
/// Source: SoundFont Technical Specification 2.04, sections 5 to 7.
struct SoundFontWriter {
  /// The generators in use (8.1.3).
  private enum Generator: UInt16 {
    case pan = 17
    case releaseTime = 38
    case instrument = 41
    case keyRange = 43
    case velocityRange = 44
    case sample = 53
    case sampleMode = 54
    case rootKey = 58
  }

  /// The silence after each recording (6.1), in frames.
  private static let silentFrames = 46
  /// The time constant of 10 ms, in timecents.
  private static let shortRelease: Int16 = -7_973

  private var samples: [UInt8] = []
  private var bags: [UInt8] = []
  private var generators: [UInt8] = []
  private var headers: [UInt8] = []
  private var bagCount = 0
  private var sampleCount = 0

  init(_ zones: [SampledZone]) {
    for zone in zones { add(zone) }
  }

  private mutating func add(_ zone: SampledZone) {
    for (channel, frames) in zone.channels.enumerated() {
      let isStereo = zone.channels.count == 2
      bags += Self.word(generators.count / 4) + Self.word(0)
      bagCount += 1
      add(.keyRange, Self.range(zone.keys))
      if zone.velocities != 0...127 { add(.velocityRange, Self.range(zone.velocities)) }
      if isStereo { add(.pan, UInt16(bitPattern: channel == 0 ? -500 : 500)) }
      add(.releaseTime, UInt16(bitPattern: Self.shortRelease))
      add(.sampleMode, zone.loop == nil ? 0 : 3)
      add(.rootKey, UInt16(zone.rootKey))
      add(.sample, UInt16(sampleCount))
      addHeader(zone, frames.count, partner: isStereo ? sampleCount + 1 - 2 * channel : nil)
      for frame in frames { samples += Self.word(Int(UInt16(bitPattern: frame))) }
      samples += [UInt8](repeating: 0, count: 2 * Self.silentFrames)
      sampleCount += 1
    }
  }

  private static func range(_ range: ClosedRange<Int>) -> UInt16 {
    UInt16(range.lowerBound) | UInt16(range.upperBound) << 8
  }

  private mutating func add(_ generator: Generator, _ amount: UInt16) {
    generators += Self.word(Int(generator.rawValue)) + Self.word(Int(amount))
  }

  /// Adds the header of a sample (7.10).
  private mutating func addHeader(_ zone: SampledZone, _ count: Int, partner: Int?) {
    let start = samples.count / 2
    let loop = zone.loop ?? 0..<count
    headers += Self.name("Sample \(sampleCount)")
    for position in [0, count, loop.lowerBound, loop.upperBound] {
      headers += Self.double(start + position)
    }
    headers += Self.double(zone.sampleRate)
    // The correction lowers the pitch of a recording that is too high.
    headers += [UInt8(zone.rootKey), UInt8(bitPattern: Int8(clamping: -zone.cents))]
    headers += Self.word(partner ?? 0)
    let type = partner.map { $0 > sampleCount ? 4 : 2 } ?? 1
    headers += Self.word(type)
  }

  // MARK: The file

  var bytes: [UInt8] {
    let information =
      Self.chunk("ifil", Self.word(2) + Self.word(1))
      + Self.chunk("isng", Array("EMU8000\0".utf8)) + Self.chunk("INAM", Array("Sampler\0".utf8))
    let content =
      Array("sfbk".utf8) + Self.list("INFO", information)
      + Self.list("sdta", Self.chunk("smpl", samples)) + Self.list("pdta", presets)
    return Self.chunk("RIFF", content)
  }

  /// The tables of presets, instruments, and samples (7.2 to 7.10), each with its last record.
  private var presets: [UInt8] {
    let noModulator = [UInt8](repeating: 0, count: 10)
    let header =
      Self.name("Sampler") + [UInt8](repeating: 0, count: 6) + [UInt8](repeating: 0, count: 12)
    let headerEnd =
      Self.name("EOP") + Self.word(0) + Self.word(0) + Self.word(1)
      + [UInt8](repeating: 0, count: 12)
    let bag = Self.word(0) + Self.word(0) + Self.word(1) + Self.word(0)
    let generator =
      Self.word(Int(Generator.instrument.rawValue)) + Self.word(0) + Self.double(0)
    let instruments =
      Self.name("Sampler") + Self.word(0) + Self.name("EOI") + Self.word(bagCount)
    let bagEnd = Self.word(generators.count / 4) + Self.word(0)
    let sampleEnd = Self.name("EOS") + [UInt8](repeating: 0, count: 26)
    let chunks = [
      ("phdr", header + headerEnd), ("pbag", bag), ("pmod", noModulator), ("pgen", generator),
      ("inst", instruments), ("ibag", bags + bagEnd), ("imod", noModulator),
      ("igen", generators + Self.double(0)), ("shdr", headers + sampleEnd),
    ]
    return chunks.flatMap { Self.chunk($0, $1) }
  }

  // MARK: Bytes

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + double(content.count) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private static func list(_ name: String, _ content: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(name.utf8) + content)
  }

  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private static func double(_ value: Int) -> [UInt8] { word(value) + word(value >> 16) }

  /// A name of 20 bytes.
  private static func name(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(19))
    return bytes + [UInt8](repeating: 0, count: 20 - bytes.count)
  }
}
