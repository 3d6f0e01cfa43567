/// The kind of a filter of the second order.
package enum BiquadKind: Int, CaseIterable, Sendable {
  case peaking
  case lowPass
  case highPass
  case bandPass
  case notch
  case lowShelf
  case highShelf
  /// Passes all frequencies, and changes only their phase.
  case allPass
}
