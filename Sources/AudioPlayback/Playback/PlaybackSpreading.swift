/// When a single channel becomes two.
package enum PlaybackSpreading: Sendable {
  /// As soon as it has a balance.
  case whenMoved
  case always
  case never
}
