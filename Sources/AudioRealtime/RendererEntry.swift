internal import CAudioRealtime

/// The Swift implementation of `OCARender`.
@c @implementation
public func OCARendererRender(
  _ renderer: UnsafeMutableRawPointer, _ frames: UnsafeMutablePointer<Float>, _ frameCount: Int64
) -> Int64 {
  // Safe: `renderer` is the `context` of an entry that its device keeps alive.
  let renderer = unsafe Unmanaged<RenderEntry>.fromOpaque(renderer)
  return unsafe renderer._withUnsafeGuaranteedRef {
    unsafe Int64($0.render(into: frames, count: Int(frameCount)))
  }
}

/// Lets a device go back, to render unplayed frames again.
@c @implementation
public func OCARendererRewind(_ renderer: UnsafeMutableRawPointer, _ frameCount: Int64) -> Int64 {
  // Safe: `renderer` is the `context` of an entry that its device keeps alive.
  let renderer = unsafe Unmanaged<RenderEntry>.fromOpaque(renderer)
  return unsafe renderer._withUnsafeGuaranteedRef { Int64($0.rewindOnDevice(Int(frameCount))) }
}
