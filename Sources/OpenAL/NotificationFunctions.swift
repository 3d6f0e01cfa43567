internal import COpenAL.Library

/// Calls a function when a property of a source changes, at most once for each rendered block.
@c(OCAOpenALAddNotification)
package func addOpenALNotification(
  _ source: ALuint, _ property: ALuint,
  _ function: (@convention(c) (ALuint, ALuint, UnsafeMutableRawPointer?) -> Void)?,
  _ userData: UnsafeMutableRawPointer?
) -> ALenum {
  guard let function = unsafe function, SourceWatch.properties.contains(ALenum(property)) else {
    return AL_INVALID_VALUE
  }
  guard let device = currentDevice else { return AL_INVALID_OPERATION }
  guard alIsSource(source) != 0 else { return AL_INVALID_NAME }
  let watch = unsafe SourceWatch(
    context: currentContext, source: source, property: property,
    function: function, userData: userData)
  device.watches.add(watch)
  return AL_NO_ERROR
}

/// Ends the calls for a property of a source; waits for a running one.
@c(OCAOpenALRemoveNotification)
package func removeOpenALNotification(
  _ source: ALuint, _ property: ALuint,
  _ function: (@convention(c) (ALuint, ALuint, UnsafeMutableRawPointer?) -> Void)?,
  _ userData: UnsafeMutableRawPointer?
) {
  guard let function = unsafe function else { return }
  let watch = unsafe SourceWatch(
    context: currentContext, source: source, property: property,
    function: function, userData: userData)
  currentDevice?.watches.remove(watch)
}
