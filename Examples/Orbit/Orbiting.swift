import Foundation
import OpenAL

/// The time of a turn, in seconds.
let turnSeconds = 4.0

/// Plays a sound that moves around the listener.
func orbit(_ sound: Sound, turns: Double) throws {
  guard let device = alcOpenDevice(nil) else { throw OrbitError.failed("open a device") }
  defer { alcCloseDevice(device) }
  guard let context = alcCreateContext(device, nil) else {
    throw OrbitError.failed("make a context")
  }
  alcMakeContextCurrent(context)
  defer {
    alcMakeContextCurrent(nil)
    alcDestroyContext(context)
  }
  var buffer: ALuint = 0
  alGenBuffers(1, &buffer)
  sound.samples.withUnsafeBytes { bytes in
    alBufferData(
      buffer, AL_FORMAT_MONO16, bytes.baseAddress, ALsizei(bytes.count), ALsizei(Sound.sampleRate))
  }
  var source: ALuint = 0
  alGenSources(1, &source)
  alSourcei(source, AL_BUFFER, ALint(buffer))
  alSourcei(source, AL_LOOPING, AL_TRUE)
  guard alGetError() == AL_NO_ERROR else { throw OrbitError.failed("make a source") }

  let start = Date()
  move(source, turn: 0)
  alSourcePlay(source)
  while true {
    let turn = Date().timeIntervalSince(start) / turnSeconds
    if turn >= turns { break }
    move(source, turn: turn)
    Thread.sleep(forTimeInterval: 0.02)
  }
  alSourceStop(source)
  alDeleteSources(1, &source)
  alDeleteBuffers(1, &buffer)
}

/// Moves a source on a circle around the listener, clockwise from its front.
func move(_ source: ALuint, turn: Double) {
  let angle = 2 * Double.pi * turn
  alSource3f(source, AL_POSITION, ALfloat(2 * sin(angle)), 0, ALfloat(-2 * cos(angle)))
}
