/// The kind of a filter of the second order.
package enum BiquadKind: Int, CaseIterable, Sendable {
  case peaking
  case lowPass
  case highPass
  case bandPass
  case notch
  case lowShelf
  case highShelf
  /// All frequencies, with a change of phase.
  case allPass
}
