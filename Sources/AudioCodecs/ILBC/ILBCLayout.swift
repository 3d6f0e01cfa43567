/// How the bits of a block are shared out: the fields in their order, each in up to three parts.
///
/// A packet has the first parts of all fields, then the second, then the third, so that what hurts most when it is lost stands together.
///
/// Source: RFC 3951, table 3.2.
struct ILBCLayout {
  /// For each field, its bits in each class, the highest of the number in the lowest class.
  let fields: [SIMD3<UInt8>]
  /// Where the kinds of fields begin.
  let start: Int
  let stateSamples: Int
  let restCodes: Int
  let restGains: Int
  let codes: Int
  let gains: Int

  static let twentyMilliseconds = ILBCLayout(
    .twentyMilliseconds, startBits: 2,
    rest: (
      codes: [[6, 0, 1], [0, 0, 7], [0, 0, 7]],
      gains: [[2, 0, 3], [1, 1, 2], [0, 0, 3]]
    ),
    codes: [
      [7, 0, 1], [0, 0, 7], [0, 0, 7],
      [0, 0, 8], [0, 0, 8], [0, 0, 8],
    ],
    gains: [
      [1, 2, 2], [1, 1, 2], [0, 0, 3],
      [1, 1, 3], [0, 2, 2], [0, 0, 3],
    ])

  static let thirtyMilliseconds = ILBCLayout(
    .thirtyMilliseconds, startBits: 3,
    rest: (
      codes: [[4, 2, 1], [0, 0, 7], [0, 0, 7]],
      gains: [[1, 1, 3], [1, 1, 2], [0, 0, 3]]
    ),
    codes: [
      [6, 1, 1], [0, 0, 7], [0, 0, 7],
      [0, 7, 1], [0, 0, 8], [0, 0, 8],
      [0, 7, 1], [0, 0, 8], [0, 0, 8],
      [0, 7, 1], [0, 0, 8], [0, 0, 8],
    ],
    gains: [
      [1, 2, 2], [1, 2, 1], [0, 0, 3],
      [0, 2, 3], [0, 2, 2], [0, 0, 3],
      [0, 1, 4], [0, 1, 3], [0, 0, 3],
      [0, 1, 4], [0, 1, 3], [0, 0, 3],
    ])

  private init(
    _ mode: ILBCMode, startBits: UInt8,
    rest: (codes: [SIMD3<UInt8>], gains: [SIMD3<UInt8>]),
    codes: [SIMD3<UInt8>], gains: [SIMD3<UInt8>]
  ) {
    var fields: [SIMD3<UInt8>] = []
    for _ in 0..<mode.lineSetCount { fields += [[6, 0, 0], [7, 0, 0], [7, 0, 0]] }
    start = fields.count
    fields += [[startBits, 0, 0], [1, 0, 0], [6, 0, 0]]
    stateSamples = fields.count
    fields += Array(repeating: [0, 1, 2], count: mode.stateLength)
    restCodes = fields.count
    fields += rest.codes
    restGains = fields.count
    fields += rest.gains
    self.codes = fields.count
    fields += codes
    self.gains = fields.count
    self.fields = fields + gains
  }
}
