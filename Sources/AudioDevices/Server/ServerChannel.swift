/// The position of a device's channel.
package enum ServerChannel: Equatable, Sendable {
  case mono, left, right, center, lowFrequency
  case rearLeft, rearRight, rearCenter, sideLeft, sideRight
  case frontLeftOfCenter, frontRightOfCenter
  case other(Int)
}
