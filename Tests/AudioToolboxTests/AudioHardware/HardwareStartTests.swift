import AudioDevices
import AudioRealtime
import CoreAudioTypes
import Synchronization
import Testing

@testable import AudioToolbox

/// Functions that are stopped, or stop themselves, while their device starts.
struct HardwareStartTests {
  /// A run that does something during its start.
  private final class FakeRun: HardwareRun {
    let calls: HardwareCalls
    private let starting: @Sendable (HardwareCalls) -> Void
    private let stopCount = Mutex(0)

    init(_ calls: HardwareCalls, _ starting: @escaping @Sendable (HardwareCalls) -> Void) {
      self.calls = calls
      self.starting = starting
    }

    func start() throws(DeviceError) { starting(calls) }
    func stop() { stopCount.withLock { $0 += 1 } }
    var stops: Int { stopCount.withLock { $0 } }
  }

  /// A function on a fake device.
  private final class Fixture: Sendable {
    let device = HardwareDevice(DeviceAddress(.null), isOutput: true)
    let runs = Mutex<[FakeRun]>([])
    /// The functions that take the events of the runs.
    let events = Mutex<[@Sendable (DeviceEvent) -> Void]>([])
    let number = Atomic<UInt>(0)
    let callCount = Atomic<Int>(0)
    private let made = Mutex<HardwareIO?>(nil)

    /// Makes a function that runs a closure at each call.
    init(
      starting: @escaping @Sendable (HardwareIO, Fixture, HardwareCalls) -> Void,
      calling: @escaping @Sendable (HardwareIO, Fixture) -> Void
    ) {
      let io = HardwareIO { [unowned self] device, function, event in
        events.withLock { $0.append(event) }
        let calls = HardwareCalls(function, HardwareCycle(device, frames: 16))
        let run = FakeRun(calls) { [unowned self] calls in starting(self.io, self, calls) }
        runs.withLock { $0.append(run) }
        return run
      }
      made.withLock { $0 = io }
      let closure: AudioDeviceIOBlock = { [unowned self] _, _, _, _, _ in
        callCount.add(1, ordering: .relaxed)
        calling(self.io, self)
      }
      let function = HardwareFunction(device: 0, kind: .closure(closure, nil))
      number.store(io.add(function, device.key), ordering: .relaxed)
    }

    var io: HardwareIO {
      guard let io = made.withLock({ $0 }) else { preconditionFailure("the object is complete") }
      return io
    }

    var run: FakeRun? { runs.withLock { $0.last } }
    var key: UInt { number.load(ordering: .relaxed) }
    var count: Int { callCount.load(ordering: .relaxed) }
  }

  @Test("a function is not called before its device has started, and can stop itself at once")
  func stopsItself() throws {
    let fixture = Fixture(
      starting: { _, _, calls in calls.call() },
      calling: { io, fixture in try? io.stop(fixture.key, fixture.device.key) })
    try fixture.io.start(fixture.key, fixture.device)
    #expect(fixture.count == 0)
    let run = try #require(fixture.run)
    #expect(run.calls.isLive)
    run.calls.call()
    run.calls.call()
    #expect(fixture.count == 1 && !run.calls.isLive)
    #expect(!fixture.io.isRunning(fixture.device.key))
  }

  @Test("a function can start its device again")
  func startsItself() throws {
    let fixture = Fixture(
      starting: { _, _, _ in },
      calling: { io, fixture in try? io.start(fixture.key, fixture.device) })
    try fixture.io.start(fixture.key, fixture.device)
    let run = try #require(fixture.run)
    run.calls.call()
    #expect(fixture.count == 1 && run.calls.isLive && run.stops == 0)
    #expect(fixture.runs.withLock { $0.count } == 1)
  }

  @Test("the loss of an earlier run does not stop the current one")
  func staleLoss() throws {
    let fixture = Fixture(starting: { _, _, _ in }, calling: { _, _ in })
    try VirtualClock().run {
      try fixture.io.start(fixture.key, fixture.device)
      try fixture.io.stop(fixture.key, fixture.device.key)
      try fixture.io.start(fixture.key, fixture.device)
      let events = fixture.events.withLock { $0 }
      #expect(events.count == 2)
      for (event, isRunning) in zip(events, [true, false]) {
        event(.lost)
        let done = Signal()
        HardwareSource.current.thread.post { done.post() }
        done.wait()
        #expect(fixture.io.isRunning(fixture.device.key) == isRunning)
      }
    }
  }

  @Test(
    "a function that is stopped while its device starts is never called", arguments: [false, true])
  func stopsMeanwhile(_ isRemoved: Bool) throws {
    let fixture = Fixture(
      starting: { io, fixture, _ in
        if isRemoved {
          try? io.remove(fixture.key, fixture.device.key)
        } else {
          try? io.stop(fixture.key, fixture.device.key)
        }
      },
      calling: { _, _ in })
    try fixture.io.start(fixture.key, fixture.device)
    let run = try #require(fixture.run)
    run.calls.call()
    #expect(fixture.count == 0 && run.stops == 1 && !run.calls.isLive)
    #expect(!fixture.io.isRunning(fixture.device.key))
  }
}
