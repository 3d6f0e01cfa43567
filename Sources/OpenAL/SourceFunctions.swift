internal import COpenAL.Library

/// Deletes sources; their notifications and effects end first.
@c @implementation
public func alDeleteSources(_ n: ALsizei, _ sources: UnsafePointer<ALuint>!) {
  // Safe: the client passes as many names, or null.
  let names = unsafe Array(
    UnsafeBufferPointer(start: sources, count: sources == nil ? 0 : max(0, Int(n))))
  // The library deletes all sources or, if one is unknown, none. Afterwards, a new source may have
  // an old name.
  if let device = currentDevice, names.allSatisfy({ alIsSource($0) != 0 }) {
    device.watches.removeAll(of: names, inContext: currentContext)
    SpatialEffects.forget(names, of: currentContext)
  }
  unsafe OCALibrary_alDeleteSources(n, sources)
}

/// Takes processed buffers from the queue of a source.
@c @implementation
public func alSourceUnqueueBuffers(
  _ sid: ALuint, _ numEntries: ALsizei, _ bids: UnsafeMutablePointer<ALuint>!
) {
  // Safe: the client has room for as many names, or passes null.
  let take = { unsafe OCAOpenALUnqueue(sid, numEntries, bids) }
  guard let device = currentDevice else {
    _ = take()
    return
  }
  device.watches.unqueue(numEntries, of: sid, inContext: currentContext, take)
}
