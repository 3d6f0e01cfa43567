/// When a single channel becomes two.
package enum PlaybackSpreading: Sendable {
  /// As soon as the channel has a balance.
  case whenMoved
  case always
  case never
}
