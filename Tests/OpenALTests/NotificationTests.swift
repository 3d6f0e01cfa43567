import AudioRealtime
import OpenAL
import Synchronization
import Testing

#if OpenAL
  extension OpenALTests {
    private func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
      unsafeBitCast(try #require(alcGetProcAddress(nil, name)), to: type)
    }

    private func add() throws -> alSourceAddNotificationProcPtr {
      try function("alSourceAddNotification", as: alSourceAddNotificationProcPtr.self)
    }

    private func remove() throws -> alSourceRemoveNotificationProcPtr {
      try function("alSourceRemoveNotification", as: alSourceRemoveNotificationProcPtr.self)
    }

    @Test("the end of a notification waits for a running call, and takes back a posted one")
    func endOfNotifications() throws {
      let (add, remove) = (try add(), try remove())
      let (first, second) = (Calls(), Calls())
      let property = ALuint(AL_SOURCE_STATE)
      _ = try play {
        let context = try TestContext()
        let source = context.makeSource([0, 0])
        #expect(add(source, property, slowCall, first.data) == AL_NO_ERROR)
        #expect(add(source, property, otherCall, second.data) == AL_NO_ERROR)
        alSourcePlay(source)
        first.waitForBegin()
        #expect(first.begun == 1 && first.ended == 0)
        // Posted after the first call, which still runs.
        remove(source, property, otherCall, second.data)
        #expect(first.ended == 0)
        remove(source, property, slowCall, first.data)
        #expect(first.ended == 1)
        alSourceStop(source)
        milliseconds(300)
        #expect(first.begun == 1 && second.begun == 0)
        context.close()
      }
    }

    @Test("a function can end its own notification")
    func ownEnd() throws {
      let add = try add()
      let calls = Calls()
      _ = try play {
        let context = try TestContext()
        let source = context.makeSource([0, 0])
        let endsItself: alSourceNotificationProc = { source, property, data in
          let calls = Calls.of(data)
          calls.call()
          guard let name = alcGetProcAddress(nil, "alSourceRemoveNotification") else { return }
          let remove = unsafeBitCast(name, to: alSourceRemoveNotificationProcPtr.self)
          calls.function.map { remove(source, property, $0, data) }
        }
        calls.function = endsItself
        #expect(add(source, ALuint(AL_SOURCE_STATE), endsItself, calls.data) == AL_NO_ERROR)
        alSourcePlay(source)
        milliseconds(200)
        alSourceStop(source)
        milliseconds(200)
        #expect(calls.begun == 1)
        context.close()
      }
    }

    @Test("a deleted source takes its notifications and effects with it")
    func deletedSource() throws {
      let add = try add()
      let set = try function("alcASASetSource", as: alcASASetSourceProcPtr.self)
      let get = try function("alcASAGetSource", as: alcASAGetSourceProcPtr.self)
      let calls = Calls()
      _ = try play {
        let context = try TestContext()
        var source = context.makeSource([0, 0])
        var (value, size) = (ALfloat(-30), ALuint(4))
        #expect(set(ALuint(ALC_ASA_OCCLUSION), source, &value, 4) == AL_NO_ERROR)
        #expect(add(source, ALuint(AL_SOURCE_STATE), slowCall, calls.data) == AL_NO_ERROR)
        alSourcePlay(source)
        calls.waitForBegin()
        #expect(calls.begun == 1 && calls.ended == 0)
        // A list with a wrong name has no effect.
        alDeleteSources(2, [source, 999_999])
        #expect(alGetError() == AL_INVALID_NAME && calls.ended == 0)
        alDeleteSources(1, &source)
        #expect(alGetError() == AL_NO_ERROR && calls.ended == 1)
        let next = context.makeSource([0, 0])
        try #require(next == source)
        #expect(get(ALuint(ALC_ASA_OCCLUSION), next, &value, &size) == AL_NO_ERROR)
        #expect(value == 0)
        alSourcePlay(next)
        milliseconds(200)
        #expect(calls.begun == 1)
        context.close()
      }
    }

    @Test("processed buffers count, but not those that the client takes")
    func takenBuffers() throws {
      let add = try add()
      let calls = Calls()
      _ = try play {
        let context = try TestContext()
        var (source, buffers) = (ALuint(0), [ALuint](repeating: 0, count: 3))
        alGenSources(1, &source)
        alGenBuffers(3, &buffers)
        for buffer in buffers {
          alBufferData(buffer, AL_FORMAT_MONO16, [Int16](repeating: 0, count: 4_800), 9_600, 48_000)
        }
        #expect(add(source, ALuint(AL_BUFFERS_PROCESSED), fastCall, calls.data) == AL_NO_ERROR)
        alSourceQueueBuffers(source, 2, buffers)
        alSourcePlay(source)
        milliseconds(400)
        #expect(calls.begun == 2)
        var taken: [ALuint] = [0, 0, 0]
        alSourceUnqueueBuffers(source, 3, &taken)
        #expect(alGetError() == AL_INVALID_VALUE && taken == [0, 0, 0])
        alSourceUnqueueBuffers(source, 2, &taken)
        #expect(alGetError() == AL_NO_ERROR && taken == [buffers[0], buffers[1], 0])
        milliseconds(200)
        #expect(calls.begun == 2)
        alSourceQueueBuffers(source, 1, [buffers[2]])
        alSourcePlay(source)
        milliseconds(400)
        #expect(calls.begun == 3)
        // The queue starts again, with no processed buffer.
        alSourcePlay(source)
        milliseconds(400)
        #expect(calls.begun == 4)
        context.close()
      }
    }
  }

  /// A call that lasts 10 ms.
  private let slowCall: alSourceNotificationProc = { _, _, data in Calls.of(data).call() }
  private let otherCall: alSourceNotificationProc = { _, _, data in
    Calls.of(data).call()
    Calls.of(data).call()
  }
  private let fastCall: alSourceNotificationProc = { _, _, data in Calls.of(data).count() }

  /// Calls of a client's function.
  private final class Calls: @unchecked Sendable {
    // Unchecked: the function is set before the first call.

    private let counts = Mutex((begun: 0, ended: 0))
    var function: alSourceNotificationProc?

    var begun: Int { counts.withLock { $0.begun } }
    var ended: Int { counts.withLock { $0.ended } }
    var data: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ data: UnsafeMutableRawPointer?) -> Calls {
      guard let data else { preconditionFailure("the data is the test's") }
      return Unmanaged<Calls>.fromOpaque(data).takeUnretainedValue()
    }

    func count() { counts.withLock { $0.begun += 1 } }

    func call() {
      count()
      milliseconds(10)
      counts.withLock { $0.ended += 1 }
    }

    /// Waits up to a second for a call.
    func waitForBegin() {
      for _ in 0..<1_000 where begun == 0 { milliseconds(1) }
    }
  }
#endif
