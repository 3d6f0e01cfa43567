import AudioDevices
import AudioRealtime
import AudioToolbox
import CHeaderChecks
import Foundation
import TestSupport
import Testing

@testable import OpenAL

#if OpenAL
  extension OpenALTests {
    @Test("attributes of a context decide the rate and the sources")
    func attributes() throws {
      _ = try play {
        let context = try TestContext([ALC_MONO_SOURCES, 300, ALC_STEREO_SOURCES, 4])
        #expect(context.value(ALC_FREQUENCY) == 48_000)
        #expect(context.value(ALC_MONO_SOURCES) + context.value(ALC_STEREO_SOURCES) >= 256)
        #expect(context.value(ALC_REFRESH) > 0)
        #expect(context.value(ALC_SYNC) == ALC_FALSE)
        #expect(context.value(ALC_MAJOR_VERSION) == 1 && context.value(ALC_MINOR_VERSION) == 1)
        #expect(alcGetCurrentContext() == context.context)
        #expect(alcGetContextsDevice(context.context) == context.device)
        milliseconds(50)
        context.close()
      }
    }

    @Test("head-related filters are used only when asked for")
    func headRelated() throws {
      // ALC_HRTF_SOFT, which clients define themselves.
      let hrtf: ALCint = 0x1992
      _ = try play {
        let plain = try TestContext()
        #expect(plain.value(hrtf) == ALC_FALSE)
        milliseconds(50)
        plain.close()
        let filtered = try TestContext([hrtf, ALC_TRUE])
        #expect(filtered.value(hrtf) == ALC_TRUE)
        milliseconds(50)
        filtered.close()
      }
    }

    @Test("an unknown name opens nothing and is an invalid value")
    func names() throws {
      #expect(alcOpenDevice("no such device") == nil)
      #expect(alcGetError(nil) == ALC_INVALID_VALUE)
      #expect(alcGetError(nil) == ALC_NO_ERROR)
      let usual = try #require(alcGetString(nil, ALC_DEFAULT_DEVICE_SPECIFIER))
      let list = try #require(alcGetString(nil, ALC_DEVICE_SPECIFIER))
      #expect(String(cString: usual) == "OpenCoreAudio")
      #expect(String(cString: list) == "OpenCoreAudio")
      #expect(alcIsExtensionPresent(nil, "ALC_ENUMERATION_EXT") == ALC_TRUE)
      let device = try #require(alcOpenDevice("null"))
      #expect(alcGetString(device, ALC_DEVICE_SPECIFIER).map { String(cString: $0) } == "null")
      #expect(alcCloseDevice(device) == ALC_TRUE)
    }

    @Test("a device without a context renders nothing, and one with a context does not close")
    func life() throws {
      let samples = try play {
        let device = try #require(alcOpenDevice(nil))
        milliseconds(100)
        let context = try #require(alcCreateContext(device, [ALC_FREQUENCY, 48_000, 0]))
        #expect(alcMakeContextCurrent(context) == ALC_TRUE)
        let second = try #require(alcCreateContext(device, nil))
        milliseconds(100)
        #expect(alcCloseDevice(device) == ALC_FALSE)
        #expect(alcGetError(device) == ALC_INVALID_DEVICE && alcGetError(device) == ALC_NO_ERROR)
        #expect(alcGetContextsDevice(second) == device && alcGetCurrentContext() == context)
        alcDestroyContext(second)
        milliseconds(100)
        alcMakeContextCurrent(nil)
        alcDestroyContext(context)
        milliseconds(500)
        #expect(alcCloseDevice(device) == ALC_TRUE)
        #expect(alcCloseDevice(device) == ALC_FALSE)
      }
      #expect(abs(samples[0].count - 9_600) < 2_000)
    }

    @Test("a context has as many sources as its attributes state, and no more")
    func sourceCount() throws {
      let plain = try sources(of: [])
      #expect(plain >= 256)
      let wanted: ALCint = 400
      MixSettings.current.mostSources = wanted
      defer { MixSettings.current.mostSources = 0 }
      _ = alcGetError(nil)
      #expect(openALMostSources() == wanted)
      #expect(alcGetError(nil) == ALC_NO_ERROR)
      #expect(try sources(of: []) >= Int(wanted))
      #expect(try sources(of: [ALC_MONO_SOURCES, 300, ALC_STEREO_SOURCES, 4]) >= 304)
    }

    /// Makes all sources of a context, and expects that it has no more.
    private func sources(of attributes: [ALCint]) throws -> Int {
      var most = 0
      _ = try play {
        let context = try TestContext(attributes)
        most = Int(context.value(ALC_MONO_SOURCES) + context.value(ALC_STEREO_SOURCES))
        #expect(openALMostSources() == ALint(most))
        var names = [ALuint](repeating: 0, count: most + 1)
        alGenSources(ALsizei(names.count), &names)
        #expect(alGetError() == AL_OUT_OF_MEMORY)
        #expect(names.allSatisfy { alIsSource($0) == AL_FALSE })
        alGenSources(ALsizei(most), &names)
        #expect(alGetError() == AL_NO_ERROR)
        #expect(names.prefix(most).allSatisfy { alIsSource($0) == AL_TRUE })
        milliseconds(50)
        context.close()
      }
      return most
    }

    @Test("C and C++ clients have the same headers and functions")
    func clientsInC() {
      #expect(CHeaderChecksOfOpenALInC() == 0 && CHeaderChecksOfOpenALInCPlusPlus() == 0)
    }

    @Test("without a context, there is no error, as on Apple's systems")
    func noContext() {
      var source: ALuint = 7
      alGenSources(1, &source)
      #expect(alGetError() == AL_NO_ERROR && alIsSource(source) == AL_FALSE)
      #expect(alcMakeContextCurrent(nil) == ALC_TRUE && alcGetCurrentContext() == nil)
      #expect(alcGetContextsDevice(nil) == nil)
    }

    @Test("a buffer of a source cannot be deleted, and a stopped source is silent at once")
    func stopped() throws {
      let samples = try play {
        let context = try TestContext()
        let source = context.makeSource([Int16](repeating: 16_000, count: 4_800))
        var buffer: ALint = 0
        alGetSourcei(source, AL_BUFFER, &buffer)
        var name = ALuint(buffer)
        alSourcePlay(source)
        milliseconds(200)
        alDeleteBuffers(1, &name)
        #expect(alGetError() == AL_INVALID_OPERATION)
        alSourceStop(source)
        milliseconds(200)
        alSourcei(source, AL_BUFFER, 0)
        alDeleteBuffers(1, &name)
        #expect(alGetError() == AL_NO_ERROR)
        let silent = context.makeSource([Int16](repeating: 0, count: 4_800))
        var other: ALint = 0
        alGetSourcei(silent, AL_BUFFER, &other)
        alSourcei(source, AL_BUFFER, other)
        alSourcePlay(source)
        milliseconds(200)
        context.close()
      }
      #expect(samples[0].contains { $0 > 0.2 })
      #expect(samples[0].suffix(12_000).allSatisfy { abs($0) < 1e-4 })
    }

    @Test("buffers of a queue are heard one after the other, and count as processed")
    func queue() throws {
      let samples = try play {
        let context = try TestContext()
        var buffers = [ALuint](repeating: 0, count: 2_000)
        alGenBuffers(2_000, &buffers)
        #expect(alGetError() == AL_NO_ERROR)
        var source: ALuint = 0
        alGenSources(1, &source)
        alSourcei(source, AL_SOURCE_RELATIVE, AL_TRUE)
        for (index, buffer) in buffers.prefix(4).enumerated() {
          let block = [Int16](repeating: Int16(4_000 * (index + 1)), count: 4_800)
          alBufferData(buffer, AL_FORMAT_MONO16, block, 9_600, 48_000)
        }
        alSourceQueueBuffers(source, 4, buffers)
        alSourcePlay(source)
        milliseconds(300)
        var processed: ALint = 0
        alGetSourcei(source, AL_BUFFERS_PROCESSED, &processed)
        #expect((2...3).contains(processed))
        milliseconds(400)
        alGetSourcei(source, AL_BUFFERS_PROCESSED, &processed)
        var state: ALint = 0
        alGetSourcei(source, AL_SOURCE_STATE, &state)
        #expect(processed == 4 && state == AL_STOPPED)
        var taken = [ALuint](repeating: 0, count: 4)
        alSourceUnqueueBuffers(source, 4, &taken)
        #expect(taken == Array(buffers.prefix(4)))
        context.close()
      }
      let heard = samples[0].filter { $0 > 0.001 }
      // OpenAL Soft 1.24 fades a source over 64 frames.
      #expect(abs(heard.count - 4 * 4_800) <= 64)
      // Four steps of one height each.
      let steps = [0, 1, 2, 3].map { heard[4_800 * $0 + 2_400] }
      for (index, step) in steps.enumerated() {
        #expect(abs(step / steps[0] - Float(index + 1)) < 0.01)
      }
    }
  }
#else
  extension OpenALTests {
    @Test("a build without the library opens no device")
    func withoutLibrary() {
      #expect(alcOpenDevice(nil) == nil && alcGetError(nil) == ALC_INVALID_VALUE)
      #expect(alGetError() == AL_INVALID_OPERATION)
      #expect(CHeaderChecksOfOpenALInC() == 0 && CHeaderChecksOfOpenALInCPlusPlus() == 0)
    }
  }
#endif
