/// A place in space, in metres: x to the right, y up, z to the back.
public struct AVAudio3DPoint: Hashable, Sendable {
  /// To the right.
  public var x: Float
  /// Up.
  public var y: Float
  /// To the back.
  public var z: Float

  /// Makes the origin.
  public init() { self.init(x: 0, y: 0, z: 0) }

  /// Makes a place.
  public init(x: Float, y: Float, z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// A direction in space.
public typealias AVAudio3DVector = AVAudio3DPoint

/// Makes a place.
@discardableResult
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint {
  AVAudio3DPoint(x: x, y: y, z: z)
}

/// Makes a direction.
@discardableResult
public func AVAudioMake3DVector(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DVector {
  AVAudio3DVector(x: x, y: y, z: z)
}

/// Where a listener looks, and where the top of the head is.
public struct AVAudio3DVectorOrientation: Hashable, Sendable {
  /// Where the listener looks.
  public var forward: AVAudio3DVector
  /// Where the top of the head is.
  public var up: AVAudio3DVector

  /// Makes an orientation without directions.
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

/// How a listener has turned, in degrees.
public struct AVAudio3DAngularOrientation: Hashable, Sendable {
  /// To the right.
  public var yaw: Float
  /// Up.
  public var pitch: Float
  /// Tilted to the right.
  public var roll: Float

  /// Makes an orientation straight ahead.
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
