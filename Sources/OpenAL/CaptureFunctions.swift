internal import AudioDevices
internal import AudioToolbox
internal import COpenAL

/// Opens a recording device: the named device, or the device that `OPENCOREAUDIO_INPUT` names.
@c @implementation
public func alcCaptureOpenDevice(
  _ devicename: UnsafePointer<ALCchar>!, _ frequency: ALCuint, _ format: ALCenum,
  _ buffersize: ALCsizei
) -> OpaquePointer! {
  // Safe: the client passes null or a string.
  let name = unsafe devicename.map { unsafe String(cString: $0) } ?? ""
  let isUsual = OpenALDevices.isUsual(name)
  guard let choice = isUsual ? AudioQueueDevices.chosenInput : InputChoice.named(name),
    let description = captureFormat(format, frequency), buffersize > 0
  else {
    OpenALDevices.note(ALC_INVALID_VALUE)
    return nil
  }
  let device = AudioQueueDevices.$input.withValue(choice) {
    OpenALCapture(
      name: isUsual ? OpenALDevices.usualName : name, format: description,
      frameCount: Int(buffersize))
  }
  guard let device else {
    OpenALDevices.note(ALC_OUT_OF_MEMORY)
    return nil
  }
  OpenALDevices.add(device)
  return unsafe OpaquePointer(bitPattern: device.handle)
}

/// The description of a format of OpenAL; `nil` if the rate or the format is unsupported.
private func captureFormat(
  _ format: ALCenum, _ frequency: ALCuint
) -> AudioStreamBasicDescription? {
  // The formats of floating-point numbers: AL_EXT_FLOAT32.
  let (floatMono, floatStereo): (ALCenum, ALCenum) = (0x10010, 0x10011)
  let formats: [ALCenum: (bits: UInt32, channels: UInt32)] = [
    AL_FORMAT_MONO8: (8, 1), AL_FORMAT_STEREO8: (8, 2), AL_FORMAT_MONO16: (16, 1),
    AL_FORMAT_STEREO16: (16, 2), floatMono: (32, 1), floatStereo: (32, 2),
  ]
  guard let (bits, channels) = formats[format], MixSettings.rates.contains(Double(frequency))
  else { return nil }
  let kind =
    switch bits {
    case 8: AudioFormatFlags(0)
    case 16: kAudioFormatFlagIsSignedInteger
    default: kAudioFormatFlagIsFloat
    }
  let frame = bits / 8 * channels
  return AudioStreamBasicDescription(
    mSampleRate: Double(frequency), mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kind | kAudioFormatFlagIsPacked, mBytesPerPacket: frame, mFramesPerPacket: 1,
    mBytesPerFrame: frame, mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
}

/// Closes a recording device.
@c @implementation
public func alcCaptureCloseDevice(_ device: OpaquePointer!) -> ALCboolean {
  guard let capture = unsafe OpenALDevices.capture(device) else {
    OpenALDevices.note(ALC_INVALID_DEVICE)
    return ALCboolean(ALC_FALSE)
  }
  capture.stop()
  OpenALDevices.remove(capture)
  capture.end()
  return ALCboolean(ALC_TRUE)
}

/// Starts to record.
@c @implementation
public func alcCaptureStart(_ device: OpaquePointer!) {
  recording(unsafe OpenALDevices.capture(device))?.start()
}

/// Stops recording; waiting frames stay available.
@c @implementation
public func alcCaptureStop(_ device: OpaquePointer!) {
  recording(unsafe OpenALDevices.capture(device))?.stop()
}

/// Copies recorded frames to the client.
@c @implementation
public func alcCaptureSamples(
  _ device: OpaquePointer!, _ buffer: UnsafeMutableRawPointer!, _ samples: ALCsizei
) {
  unsafe recording(OpenALDevices.capture(device))?.give(Int(samples), to: buffer)
}

/// Returns the device; notes an error if no device has the client's pointer.
private func recording(_ device: OpenALCapture?) -> OpenALCapture? {
  if device == nil { OpenALDevices.note(ALC_INVALID_DEVICE) }
  return device
}
