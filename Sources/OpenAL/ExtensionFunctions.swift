internal import COpenAL.Library

/// The device of the current context.
var currentDevice: OpenALDevice? {
  // The library notes an error for a null context.
  guard let context = unsafe alcGetCurrentContext() else { return nil }
  return unsafe OpenALDevices.device(alcGetContextsDevice(context))
}

/// The current context, as an address.
var currentContext: UInt { unsafe UInt(bitPattern: alcGetCurrentContext()) }

/// Sets the quality of positions: all but the low one use head-related filters.
@c(OCAOpenALSetQuality)
package func setOpenALQuality(_ value: ALint) {
  let known = [
    ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH, ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW,
    ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES,
  ]
  guard known.contains(value) else { return }
  MixSettings.current.quality = value
  currentDevice?.applyQuality()
}

@c(OCAOpenALGetQuality)
package func openALQuality() -> ALint { MixSettings.current.quality }

/// The mix is always stereo, so another count has no effect.
@c(OCAOpenALSetChannelCount)
package func setOpenALChannelCount(_ value: ALint) {}

@c(OCAOpenALGetChannelCount)
package func openALChannelCount() -> ALint { ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO }

/// Sets the number of sources of later contexts.
@c(OCAOpenALSetMostSources)
package func setOpenALMostSources(_ value: ALint) {
  guard value > 0 else { return }
  MixSettings.current.mostSources = value
}

@c(OCAOpenALGetMostSources)
package func openALMostSources() -> ALint {
  let wanted = MixSettings.current.mostSources
  guard let device = currentDevice else { return wanted }
  return device.value(ALC_MONO_SOURCES) + device.value(ALC_STEREO_SOURCES)
}

/// Sets the rate of the mix, now and for later contexts.
@c(OCAOpenALSetOutputRate)
package func setOpenALOutputRate(_ value: ALdouble) {
  guard MixSettings.rates.contains(value) else { return }
  MixSettings.current.sampleRate = value
  guard let device = currentDevice else { return }
  _ = unsafe [ALC_FREQUENCY, ALCint(value.rounded()), 0].withUnsafeBufferPointer { list in
    unsafe device.reset(list.baseAddress)
  }
}

@c(OCAOpenALGetOutputRate)
package func openALOutputRate() -> ALdouble {
  currentDevice.map { Double($0.mixRate) } ?? MixSettings.current.sampleRate
}

/// Applies attributes to a device (`ALC_SOFT_HRTF`), which keeps its stereo mix.
@c(OCAOpenALResetDevice)
package func resetOpenALDevice(
  _ device: OpaquePointer?, _ attributes: UnsafePointer<ALCint>?
) -> ALCboolean {
  guard let known = unsafe OpenALDevices.device(device) else {
    OpenALDevices.note(ALC_INVALID_DEVICE)
    return ALCboolean(ALC_FALSE)
  }
  return unsafe ALCboolean(known.reset(attributes) ? ALC_TRUE : ALC_FALSE)
}
