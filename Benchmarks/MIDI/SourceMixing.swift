import BenchmarkSupport
import CSourcePeer
import Foundation
import OpenAL

private let sourceCount = 256
private let sampleRate = 48_000
private let seconds = 5
private let blockFrames = 1_024

/// Sources of OpenAL around the listener, against OpenAL Soft alone.
///
/// Ours play on the null device in real time, and the peer renders as fast as possible.
func measureSources() throws {
  print("\(sourceCount) sources of OpenAL, \(seconds) s at 48 kHz")
  setenv("OPENCOREAUDIO_DEVICE", "null", 1)
  let sound = (0..<sampleRate).map { Int16(20_000 * sin(Double($0 * $0 % 100_003))) }
  let angles = (0..<sourceCount).map { Float($0) / Float(sourceCount) * 2 * .pi }
  let ours = try play(sound, angles)
  guard
    let peer = OCAPeerSourcesMake(sound, sound.count, angles, sourceCount, Int32(sampleRate))
  else { return print("  OpenAL Soft cannot render") }
  defer { OCAPeerSourcesFree(peer) }
  var frames = [Float](repeating: 0, count: 2 * blockFrames)
  let alone = Processor.fastest {
    for _ in 0..<seconds * sampleRate / blockFrames {
      OCAPeerSourcesRender(peer, &frames, blockFrames)
    }
  }
  report("", ours: ours, peer: alone, "OpenAL Soft", target: "1.1")
}

/// The processor time of the process while the sources play, in seconds.
private func play(_ sound: [Int16], _ angles: [Float]) throws -> Double {
  guard let device = alcOpenDevice(nil),
    let context = alcCreateContext(
      device, [ALC_FREQUENCY, ALCint(sampleRate), ALC_MONO_SOURCES, ALCint(sourceCount), 0])
  else { throw CocoaError(.featureUnsupported) }
  alcMakeContextCurrent(context)
  defer {
    alcMakeContextCurrent(nil)
    alcDestroyContext(context)
    alcCloseDevice(device)
  }
  var buffer: ALuint = 0
  alGenBuffers(1, &buffer)
  alBufferData(
    buffer, AL_FORMAT_MONO16, sound, ALsizei(sound.count * 2), ALsizei(sampleRate))
  for (index, angle) in angles.enumerated() {
    var source: ALuint = 0
    alGenSources(1, &source)
    alSourcei(source, AL_BUFFER, ALint(buffer))
    alSourcei(source, AL_LOOPING, AL_TRUE)
    alSourcei(source, AL_SAMPLE_OFFSET, ALint(index * 37 % sound.count))
    alSource3f(source, AL_POSITION, sin(angle), 0, -cos(angle))
    alSourcef(source, AL_GAIN, 0.01)
    alSourcePlay(source)
  }
  guard alGetError() == AL_NO_ERROR else { throw CocoaError(.featureUnsupported) }
  var best = Double.infinity
  for _ in 0..<3 {
    let start = Processor.seconds
    Thread.sleep(forTimeInterval: Double(seconds))
    best = min(best, Processor.seconds - start)
  }
  return best
}
