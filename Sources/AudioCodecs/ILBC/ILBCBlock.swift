/// What one block says: the numbers in its bits.
///
/// Source: RFC 3951, 3.8.
struct ILBCBlock {
  /// Where in the first two sub-blocks to be decoded the samples are that come as they are.
  enum StatePlace {
    case first
    case last
  }

  /// The three stages of a vector: which of the codebook's vectors they take, and how much of them.
  struct Stages {
    /// The code and the gain's code of each.
    var codes: InlineArray<3, Int>
    var gains: InlineArray<3, Int>
  }

  private let mode: ILBCMode
  private let layout: ILBCLayout
  private var numbers: [Int]

  init(_ mode: ILBCMode) {
    self.mode = mode
    layout = mode == .twentyMilliseconds ? .twentyMilliseconds : .thirtyMilliseconds
    numbers = Array(repeating: 0, count: layout.fields.count)
  }

  /// Reads a block; `false` where it says that it was lost, or what no encoder says.
  mutating func read(_ bytes: Span<UInt8>) -> Bool {
    var bits = PacketBits(bytes)
    for field in numbers.indices { numbers[field] = 0 }
    for part in 0..<3 {
      for field in numbers.indices {
        let count = Int(layout.fields[field][part])
        numbers[field] = numbers[field] << count | Int(bits.read(count))
      }
    }
    let isEmpty = bits.read(1) == 1
    return !isEmpty && 1..<mode.subBlockCount ~= numbers[layout.start]
  }

  /// The vector of each third of a set of line spectral frequencies: 6, 7 and 7 bits.
  func lines(_ set: Int) -> InlineArray<3, Int> {
    [numbers[3 * set], numbers[3 * set + 1], numbers[3 * set + 2]]
  }

  /// The first of the two sub-blocks to be decoded first, counted from 0.
  ///
  /// At least one follows it, where ``read(_:)`` gave `true`.
  var startSubBlock: Int { numbers[layout.start] - 1 }

  var statePlace: StatePlace { numbers[layout.start + 1] == 1 ? .first : .last }

  /// The loudness of the samples that come as they are: 6 bits.
  var stateScale: Int { numbers[layout.start + 2] }

  /// One of the samples that come as they are: 3 bits.
  func stateSample(_ index: Int) -> Int { numbers[layout.stateSamples + index] }

  /// What makes the rest of the two sub-blocks that are decoded first.
  var rest: Stages { stages(layout.restCodes, layout.restGains) }

  /// What makes one of the other sub-blocks, in the order in which they are decoded.
  func stages(ofVector index: Int) -> Stages {
    var stages = stages(layout.codes + 3 * index, layout.gains + 3 * index)
    if index == 0 {
      for stage in 1..<3 { stages.codes[stage] = Self.widened(stages.codes[stage]) }
    }
    return stages
  }

  private func stages(_ code: Int, _ gain: Int) -> Stages {
    Stages(
      codes: [numbers[code], numbers[code + 1], numbers[code + 2]],
      gains: [numbers[gain], numbers[gain + 1], numbers[gain + 2]])
  }

  /// The code in the whole codebook for one of seven bits, which leaves vectors out.
  ///
  /// The first vector has little memory behind it, so its later stages do without those of long delays, of which there is none yet.
  ///
  /// Source: RFC 3951, table 3.1 and appendix A.32: 44 of each section's 108 remain.
  private static func widened(_ code: Int) -> Int {
    switch code {
    case 44..<108: code + 64
    case 108...: code + 128
    default: code
    }
  }
}
