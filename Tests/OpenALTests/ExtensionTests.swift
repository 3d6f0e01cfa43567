import AudioRealtime
import Foundation
import OpenAL
import Synchronization
import Testing

#if OpenAL
  extension OpenALTests {
    private func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
      unsafeBitCast(try #require(alcGetProcAddress(nil, name)), to: type)
    }

    @Test("the extensions that are listed have functions, and others are null")
    func listed() throws {
      _ = try play {
        let context = try TestContext()
        let extensions = String(cString: try #require(alGetString(AL_EXTENSIONS)))
          .split(separator: " ")
        let ofDevice = String(cString: try #require(alcGetString(context.device, ALC_EXTENSIONS)))
          .split(separator: " ")
        #expect(extensions.contains("AL_EXT_STATIC_BUFFER"))
        #expect(ofDevice.contains("ALC_EXT_MAC_OSX") && ofDevice.contains("ALC_EXT_CAPTURE"))
        for name in extensions { #expect(alIsExtensionPresent(String(name)) == AL_TRUE) }
        for name in ofDevice {
          #expect(alcIsExtensionPresent(context.device, String(name)) == ALC_TRUE)
        }
        for name in ["ALC_SOFT_loopback", "ALC_SOFT_reopen_device"] {
          #expect(!ofDevice.contains(where: { $0 == name }))
          #expect(alcIsExtensionPresent(context.device, name) == ALC_FALSE)
        }
        for name in ["alcLoopbackOpenDeviceSOFT", "alcReopenDeviceSOFT"] {
          #expect(alcGetProcAddress(context.device, name) == nil)
        }
        #expect(alcGetProcAddress(context.device, "alcASASetSourceNoSuchName") == nil)
        #expect(alGetProcAddress("alGenSources") != nil && alGetProcAddress("alGenEffects") != nil)
        milliseconds(50)
        context.close()
      }
    }

    @Test("the values of Apple's extensions have names, as those of the library")
    func valuesByName() throws {
      let values = [
        ("ALC_ASA_REVERB_ON", ALC_ASA_REVERB_ON), ("AL_QUEUE_HAS_LOOPED", AL_QUEUE_HAS_LOOPED),
        ("ALC_ASA_REVERB_QUALITY_Max", ALC_ASA_REVERB_QUALITY_Max), ("AL_GAIN", AL_GAIN),
        (
          "ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH", ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH
        ),
      ]
      _ = try play {
        let context = try TestContext()
        for (name, value) in values { #expect(alGetEnumValue(name) == value) }
        #expect(alcGetEnumValue(context.device, "ALC_ASA_OCCLUSION") == ALC_ASA_OCCLUSION)
        #expect(alcGetEnumValue(context.device, "ALC_FREQUENCY") == ALC_FREQUENCY)
        #expect(alcGetEnumValue(context.device, "ALC_ASA_NO_SUCH_NAME") == 0)
        #expect(alGetEnumValue("AL_NO_SUCH_NAME") == 0)
        _ = (alGetError(), alcGetError(context.device))
        milliseconds(50)
        context.close()
      }
    }

    @Test("static buffers are heard")
    func staticBuffer() throws {
      let fill = try function("alBufferDataStatic", as: alBufferDataStaticProcPtr.self)
      let samples = try play {
        let context = try TestContext()
        let source = context.makeSource([0, 0])
        alSourcei(source, AL_BUFFER, 0)
        var buffer: ALuint = 0
        alGenBuffers(1, &buffer)
        var data = [Int16](repeating: 16_384, count: 4_800)
        fill(ALint(buffer), AL_FORMAT_MONO16, &data, 9_600, 48_000)
        alSourcei(source, AL_BUFFER, ALint(buffer))
        alSourcePlay(source)
        milliseconds(200)
        context.close()
      }
      #expect(samples[0].contains { $0 > 0.2 })
    }

    @Test("the rate of the mix changes while a source plays")
    func outputRate() throws {
      let set = try function("alcMacOSXMixerOutputRate", as: alcMacOSXMixerOutputRateProcPtr.self)
      let get = try function(
        "alcMacOSXGetMixerOutputRate", as: alcMacOSXGetMixerOutputRateProcPtr.self)
      defer { set(48_000) }
      let device = try #require(alcOpenDevice("null"))
      let context = try #require(alcCreateContext(device, [ALC_FREQUENCY, 48_000, 0]))
      alcMakeContextCurrent(context)
      #expect(get() == 48_000)
      set(32_000)
      #expect(get() == 32_000)
      set(1)
      #expect(get() == 32_000)
      alcMakeContextCurrent(nil)
      alcDestroyContext(context)
      let next = try #require(alcCreateContext(device, nil))
      var rate: ALCint = 0
      alcGetIntegerv(device, ALC_FREQUENCY, 1, &rate)
      #expect(rate == 32_000)
      alcDestroyContext(next)
      #expect(alcCloseDevice(device) == ALC_TRUE)
    }

    @Test("the high quality uses head-related filters, and the low one ends that")
    func quality() throws {
      let set = try function("alcMacOSXRenderingQuality", as: alcMacOSXRenderingQualityProcPtr.self)
      let get = try function(
        "alcMacOSXGetRenderingQuality", as: alcMacOSXGetRenderingQualityProcPtr.self)
      let hrtf: ALCint = 0x1992
      defer { set(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW) }
      let samples = try play {
        let context = try TestContext()
        let source = context.makeSine()
        alSource3f(source, AL_POSITION, 1, 0, 0)
        alSourcePlay(source)
        #expect(get() == ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW)
        set(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH)
        #expect(get() == ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH)
        #expect(context.value(hrtf) == ALC_TRUE)
        set(7)
        #expect(get() == ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH)
        milliseconds(300)
        context.close()
      }
      // A head lets some of the sound pass to the other ear.
      #expect(level(samples[0]) > 0.01 && level(samples[1]) > level(samples[0]))
    }

    @Test("a reverb is heard after the end of a sound, while it is on")
    func reverb() throws {
      let setSource = try function("alcASASetSource", as: alcASASetSourceProcPtr.self)
      let setListener = try function("alcASASetListener", as: alcASASetListenerProcPtr.self)
      let getListener = try function("alcASAGetListener", as: alcASAGetListenerProcPtr.self)
      let tails = try [0, 1].map { isOn in
        let samples = try play {
          let context = try TestContext()
          let source = context.makeSine()
          alSourcei(source, AL_LOOPING, AL_FALSE)
          var (on, room, send) = (ALuint(isOn), ALC_ASA_REVERB_ROOM_TYPE_Cathedral, ALfloat(0.5))
          #expect(setListener(ALuint(ALC_ASA_REVERB_ROOM_TYPE), &room, 4) == AL_NO_ERROR)
          #expect(setListener(ALuint(ALC_ASA_REVERB_ON), &on, 4) == AL_NO_ERROR)
          #expect(setSource(ALuint(ALC_ASA_REVERB_SEND_LEVEL), source, &send, 4) == AL_NO_ERROR)
          var size: ALuint = 4
          #expect(getListener(ALuint(ALC_ASA_REVERB_ON), &room, &size) == AL_NO_ERROR)
          #expect(room == isOn && size == 4)
          alSourcePlay(source)
          milliseconds(1_500)
          context.close()
        }
        return level(samples[0])
      }
      #expect(tails[0] < 1e-6 && tails[1] > 1e-3)
    }

    @Test("the level of the reverb rises to 26 decibels")
    func reverbLevel() throws {
      let setSource = try function("alcASASetSource", as: alcASASetSourceProcPtr.self)
      let setListener = try function("alcASASetListener", as: alcASASetListenerProcPtr.self)
      let tails = try [ALfloat(0), 20, 26, 40].map { decibels in
        let samples = try play {
          let context = try TestContext()
          let source = context.makeSine(amplitude: 0.02)
          alSourcei(source, AL_LOOPING, AL_FALSE)
          var (on, room, send) = (ALuint(1), ALC_ASA_REVERB_ROOM_TYPE_Cathedral, ALfloat(1))
          var level = decibels
          #expect(setListener(ALuint(ALC_ASA_REVERB_ROOM_TYPE), &room, 4) == AL_NO_ERROR)
          #expect(setListener(ALuint(ALC_ASA_REVERB_ON), &on, 4) == AL_NO_ERROR)
          #expect(setListener(ALuint(ALC_ASA_REVERB_GLOBAL_LEVEL), &level, 4) == AL_NO_ERROR)
          #expect(setSource(ALuint(ALC_ASA_REVERB_SEND_LEVEL), source, &send, 4) == AL_NO_ERROR)
          alSourcePlay(source)
          milliseconds(1_300)
          context.close()
        }
        return level(samples[0])
      }
      #expect(tails[0] > 1e-4)
      #expect(abs(tails[1] / tails[0] - 10) < 1.5)
      #expect(abs(tails[2] / tails[0] - 20) < 3)
      #expect(abs(tails[3] / tails[2] - 1) < 0.05)
    }

    @Test("an obstacle takes more of high frequencies, and wrong values are errors")
    func obstacles() throws {
      let set = try function("alcASASetSource", as: alcASASetSourceProcPtr.self)
      let get = try function("alcASAGetSource", as: alcASAGetSourceProcPtr.self)
      let levels = try [ALfloat(0), -30].flatMap { decibels in
        try [200, 12_000].map { frequency in
          let samples = try play {
            let context = try TestContext()
            let source = context.makeSine(frequency)
            var value = decibels
            #expect(set(ALuint(ALC_ASA_OCCLUSION), source, &value, 4) == AL_NO_ERROR)
            var size: ALuint = 4
            #expect(get(ALuint(ALC_ASA_OCCLUSION), source, &value, &size) == AL_NO_ERROR)
            #expect(value == decibels)
            value = 1
            #expect(set(ALuint(ALC_ASA_OCCLUSION), source, &value, 4) == AL_INVALID_VALUE)
            #expect(set(ALuint(ALC_ASA_REVERB_SEND_LEVEL), source, &value, 3) == AL_INVALID_VALUE)
            #expect(set(ALuint(ALC_ASA_REVERB_QUALITY), source, &value, 4) == AL_INVALID_ENUM)
            #expect(set(ALuint(ALC_ASA_OBSTRUCTION), 999_999, &value, 4) == AL_INVALID_NAME)
            alSourcePlay(source)
            milliseconds(300)
            context.close()
          }
          return level(samples[0], frequency)
        }
      }
      // A third of 30 dB at low frequencies, and nearly all at high ones.
      #expect(abs(levels[2] / levels[0] - 0.316) < 0.02)
      #expect(levels[3] / levels[1] < 0.1)
    }

    @Test("a client hears of the end of buffers, of a stop, and of loops")
    func notifications() throws {
      let add = try function("alSourceAddNotification", as: alSourceAddNotificationProcPtr.self)
      let remove = try function(
        "alSourceRemoveNotification", as: alSourceRemoveNotificationProcPtr.self)
      let counts = Counts()
      let notify: alSourceNotificationProc = { _, property, data in
        guard let data else { return }
        Unmanaged<Counts>.fromOpaque(data).takeUnretainedValue().add(ALenum(property))
      }
      let data = Unmanaged.passUnretained(counts).toOpaque()
      _ = try play {
        let context = try TestContext()
        let source = context.makeSource([Int16](repeating: 0, count: 4_800))
        for property in [AL_SOURCE_STATE, AL_BUFFERS_PROCESSED, AL_QUEUE_HAS_LOOPED] {
          #expect(add(source, ALuint(property), notify, data) == AL_NO_ERROR)
        }
        #expect(add(source, ALuint(AL_GAIN), notify, data) == AL_INVALID_VALUE)
        #expect(add(999_999, ALuint(AL_SOURCE_STATE), notify, data) == AL_INVALID_NAME)
        #expect(add(source, ALuint(AL_SOURCE_STATE), nil, data) == AL_INVALID_VALUE)
        alSourcePlay(source)
        milliseconds(350)
        #expect(counts[AL_SOURCE_STATE] == 1 && counts[AL_QUEUE_HAS_LOOPED] == 3)
        alSourcei(source, AL_LOOPING, AL_FALSE)
        milliseconds(300)
        #expect(counts[AL_SOURCE_STATE] == 2 && counts[AL_BUFFERS_PROCESSED] == 0)
        remove(source, ALuint(AL_SOURCE_STATE), notify, data)
        alSourcePlay(source)
        milliseconds(300)
        #expect(counts[AL_SOURCE_STATE] == 2)
        try playQueue {
          #expect(add($0, ALuint(AL_BUFFERS_PROCESSED), notify, data) == AL_NO_ERROR)
        }
        #expect(counts[AL_BUFFERS_PROCESSED] == 2)
        context.close()
      }
    }
  }

  /// Plays a queue of two short buffers to its end.
  private func playQueue(_ prepare: (ALuint) -> Void) throws {
    var buffers: [ALuint] = [0, 0]
    alGenBuffers(2, &buffers)
    var source: ALuint = 0
    alGenSources(1, &source)
    for buffer in buffers {
      alBufferData(buffer, AL_FORMAT_MONO16, [Int16](repeating: 0, count: 4_800), 9_600, 48_000)
    }
    alSourceQueueBuffers(source, 2, buffers)
    prepare(source)
    alSourcePlay(source)
    milliseconds(300)
  }

  /// Numbers of calls by their property.
  private final class Counts: Sendable {
    private let counts = Mutex<[ALenum: Int]>([:])

    func add(_ property: ALenum) { counts.withLock { $0[property, default: 0] += 1 } }

    subscript(_ property: ALenum) -> Int { counts.withLock { $0[property] ?? 0 } }
  }
#endif
