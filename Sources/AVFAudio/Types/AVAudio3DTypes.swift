/// A point in space, in meters: x points right, y points up, z points back.
public struct AVAudio3DPoint: Hashable, Sendable {
  /// The coordinate to the right.
  public var x: Float
  /// The coordinate upwards.
  public var y: Float
  /// The coordinate to the back.
  public var z: Float

  /// Makes a point at the origin.
  public init() { self.init(x: 0, y: 0, z: 0) }

  /// Makes a point.
  public init(x: Float, y: Float, z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// A vector in space.
public typealias AVAudio3DVector = AVAudio3DPoint

/// Makes a point.
@discardableResult
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint {
  AVAudio3DPoint(x: x, y: y, z: z)
}

/// Makes a vector.
@discardableResult
public func AVAudioMake3DVector(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DVector {
  AVAudio3DVector(x: x, y: y, z: z)
}

/// The orientation of a listener as two vectors.
public struct AVAudio3DVectorOrientation: Hashable, Sendable {
  /// The direction that the listener faces.
  public var forward: AVAudio3DVector
  /// The direction to the top of the listener's head.
  public var up: AVAudio3DVector

  /// Makes an orientation from two zero vectors.
  public init() { self.init(forward: AVAudio3DVector(), up: AVAudio3DVector()) }

  /// Makes an orientation.
  public init(forward: AVAudio3DVector, up: AVAudio3DVector) {
    self.forward = forward
    self.up = up
  }
}

/// Makes an orientation.
@discardableResult
public func AVAudioMake3DVectorOrientation(
  _ forward: AVAudio3DVector, _ up: AVAudio3DVector
) -> AVAudio3DVectorOrientation {
  AVAudio3DVectorOrientation(forward: forward, up: up)
}

/// The rotation of a listener, in degrees.
public struct AVAudio3DAngularOrientation: Hashable, Sendable {
  /// The rotation to the right.
  public var yaw: Float
  /// The rotation upwards.
  public var pitch: Float
  /// The tilt to the right.
  public var roll: Float

  /// Makes an orientation that faces straight ahead.
  public init() { self.init(yaw: 0, pitch: 0, roll: 0) }

  /// Makes an orientation.
  public init(yaw: Float, pitch: Float, roll: Float) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }
}

/// Makes an orientation.
@discardableResult
public func AVAudioMake3DAngularOrientation(
  _ yaw: Float, _ pitch: Float, _ roll: Float
) -> AVAudio3DAngularOrientation {
  AVAudio3DAngularOrientation(yaw: yaw, pitch: pitch, roll: roll)
}
