/// The state of one IMA 4:1 channel: the previous sample and the current step size.
struct IMA4State {
  private var sample: Int32 = 0
  private var stepIndex = 0

  /// Processes the header of a block: nine bits of the previous sample, seven of the step.
  ///
  /// If the header agrees with the current state, the state keeps the sample's low bits, which the
  /// header lacks.
  ///
  /// - Returns: `false` if the step index is invalid.
  mutating func begin(_ head: UInt16) -> Bool {
    let index = Int(head & 0x7F)
    guard index < Self.steps.count else { return false }
    let coarse = Int32(Int16(bitPattern: head & 0xFF80))
    if index != stepIndex || abs(coarse - sample) > 0x7F {
      sample = coarse
      stepIndex = index
    }
    return true
  }

  /// Decodes a four-bit code: a sign, and the number of steps, halves, and quarters of a step.
  mutating func next(_ code: UInt8) -> Int32 {
    let step = Self.steps[stepIndex]
    var difference = step >> 3
    if code & 4 != 0 { difference += step }
    if code & 2 != 0 { difference += step >> 1 }
    if code & 1 != 0 { difference += step >> 2 }
    sample = min(max(code & 8 != 0 ? sample - difference : sample + difference, -32768), 32767)
    // A change of less than a step makes the next step smaller. Another change makes it larger:
    // the index grows by two for each quarter of a step above three.
    let change = code & 4 == 0 ? -1 : 2 * Int(code & 3) + 2
    stepIndex = min(max(stepIndex + change, 0), Self.steps.count - 1)
    return sample
  }

  /// The two header bytes of a block that continues from this state.
  var head: UInt16 {
    UInt16(bitPattern: Int16(truncatingIfNeeded: sample)) & 0xFF80 | UInt16(stepIndex)
  }

  /// Returns the code that approximates a sample best, and advances the state with it.
  mutating func code(_ target: Int32) -> UInt8 {
    let step = Self.steps[stepIndex]
    let difference = target - sample
    var code: UInt8 = difference < 0 ? 8 : 0
    var rest = abs(difference)
    // Whole steps, halves, and quarters, as far as they fit.
    for (bit, part) in [(4 as UInt8, step), (2, step >> 1), (1, step >> 2)] where rest >= part {
      code |= bit
      rest -= part
    }
    _ = next(code)
    return code
  }

  /// The steps, each about 10% larger than the previous one.
  private static let steps: [Int32] = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
    80, 88,
    97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544,
    598, 658,
    724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024,
    3327, 3660,
    4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289,
    16818,
    18500, 20350, 22385, 24623, 27086, 29794, 32767,
  ]
}
