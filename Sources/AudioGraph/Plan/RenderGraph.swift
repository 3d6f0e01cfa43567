internal import AudioRealtime
internal import Synchronization

/// A graph that renders: the current plan, and the time of the graph.
///
/// Any thread publishes plans, and one thread renders. The render thread loads the plan once for
/// each call. An earlier plan is released when the render thread has left it.
@safe
package final class RenderGraph: @unchecked Sendable {
  // Sendable: the plan is an atomic reference that ``publish(_:)`` retains. Everything else is
  // constant, atomic, or guarded by a lock.

  private let plan = Atomic<UInt>(0)
  /// Odd while the render thread uses the plan.
  private let turn = Atomic<Int>(0)
  /// The thread that renders, or 0.
  private let thread = Atomic<UInt>(0)
  private let nextFrame = Atomic<Int>(0)
  private let lastFrame = Atomic<Int>(-1)
  private let lastNanoseconds = Atomic<Int>(0)
  private let mustRewind = Atomic<Bool>(false)
  private let news: GraphNews
  private let drivers = Mutex<[any GraphDriver]>([])
  private let currentDrivers = PublishedObject()
  let format: Mutex<GraphFormat>
  let channels: Atomic<Int>
  private let retired = Mutex<[(plan: GraphPlan, turn: Int)]>([])

  /// Makes a graph that renders silence.
  ///
  /// - Parameters:
  ///   - format: The format of the result.
  ///   - news: Wakes the thread that calls ``releaseRetired()``.
  package init(_ format: GraphFormat, news: GraphNews) {
    self.format = Mutex(format)
    channels = Atomic(format.channelCount)
    self.news = news
  }

  deinit {
    Self.take(plan.load(ordering: .relaxed))
  }

  // MARK: Any thread

  /// Replaces the plan, which takes effect with the next call of the render thread.
  package func publish(_ new: GraphPlan) {
    format.withLock { $0 = new.format }
    channels.store(new.format.channelCount, ordering: .releasing)
    // Safe: a later call, or `deinit`, releases the plan.
    let reference = unsafe UInt(bitPattern: Unmanaged.passRetained(new).toOpaque())
    exchange(reference)
  }

  /// Removes the plan; the graph renders silence.
  package func clear() { exchange(0) }

  private func exchange(_ reference: UInt) {
    let old = plan.exchange(reference, ordering: .sequentiallyConsistent)
    let now = turn.load(ordering: .sequentiallyConsistent)
    guard let old = Self.take(old), now % 2 == 1 else { return releaseRetired() }
    retired.withLock { $0.append((old, now)) }
    news.note()
    releaseRetired()
  }

  /// Releases the plans that the render thread has left.
  package func releaseRetired() {
    let now = turn.load(ordering: .sequentiallyConsistent)
    let left = retired.withLock { retired -> [(plan: GraphPlan, turn: Int)] in
      let left = retired.filter { $0.turn != now }
      retired.removeAll { $0.turn != now }
      return left
    }
    withExtendedLifetime(left) {}
  }

  @discardableResult
  private static func take(_ reference: UInt) -> GraphPlan? {
    // Safe: the reference is that of a retained plan, and the caller owns it.
    unsafe UnsafeRawPointer(bitPattern: reference).map {
      unsafe Unmanaged<GraphPlan>.fromOpaque($0).takeRetainedValue()
    }
  }

  /// Whether the caller runs within a call of the render thread.
  package var isRenderThread: Bool {
    thread.load(ordering: .relaxed) == AudioThread.currentIdentifier
  }

  /// The first frame of the last slice, and its time; `nil` before the first slice.
  package var lastSlice: (frame: Int, nanoseconds: Int)? {
    let frame = lastFrame.load(ordering: .acquiring)
    return frame < 0 ? nil : (frame, lastNanoseconds.load(ordering: .relaxed))
  }

  /// The frame that is rendered next.
  package var frame: Int { nextFrame.load(ordering: .acquiring) }

  /// Continues with frame 0 at the next call of the render thread.
  package func rewind() {
    mustRewind.store(true, ordering: .releasing)
    if turn.load(ordering: .sequentiallyConsistent) % 2 == 0 {
      nextFrame.store(0, ordering: .releasing)
      lastFrame.store(-1, ordering: .releasing)
    }
  }

  /// Forgets the time of the last slice, because the next one does not follow it.
  ///
  /// No thread may render at the same time.
  package func forgetLastSlice() { lastFrame.store(-1, ordering: .releasing) }

  /// Adds an object that runs before each slice.
  package func add(_ driver: any GraphDriver) {
    drivers.withLock { drivers in
      drivers.append(driver)
      currentDrivers.publish(GraphDrivers(drivers))
    }
  }

  /// Removes an object that runs before each slice, and waits until it no longer runs.
  package func remove(_ driver: any GraphDriver) {
    drivers.withLock { drivers in
      drivers.removeAll { $0 === driver }
      currentDrivers.publish(GraphDrivers(drivers))
    }
    currentDrivers.waitForTurn()
  }

  // MARK: The render thread

  private func drive(_ slice: GraphSlice, _ plan: GraphPlan) {
    guard currentDrivers.begin() else { return }
    if let found = currentDrivers.object {
      // Safe: only such objects are published.
      unsafe unsafeDowncast(found, to: GraphDrivers.self)
        .advance(slice, sampleRate: plan.format.sampleRate)
    }
    currentDrivers.end()
  }

  /// Renders frames, and lends each slice of them.
  ///
  /// - Parameters:
  ///   - count: The number of frames.
  ///   - nanoseconds: The time of the first one on the monotonic clock, or `nil` without a clock.
  ///   - body: Receives the planes, the offset of the slice, and its number of frames. Without a
  ///     plan, the planes are `nil`.
  package func render(
    _ count: Int, nanoseconds: Int?, _ body: (Planes?, _ offset: Int, _ count: Int) -> Void
  ) {
    turn.wrappingAdd(1, ordering: .sequentiallyConsistent)
    thread.store(AudioThread.currentIdentifier, ordering: .relaxed)
    if mustRewind.exchange(false, ordering: .acquiringAndReleasing) {
      nextFrame.store(0, ordering: .releasing)
    }
    let reference = plan.load(ordering: .sequentiallyConsistent)
    if let pointer = unsafe UnsafeRawPointer(bitPattern: reference) {
      // Safe: the plan is retained until the turn has ended.
      unsafe Unmanaged<GraphPlan>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
        render($0, count, nanoseconds, body)
      }
    } else {
      body(nil, 0, count)
    }
    thread.store(0, ordering: .relaxed)
    turn.wrappingAdd(1, ordering: .sequentiallyConsistent)
    news.deliver()
  }

  private func render(
    _ plan: GraphPlan, _ count: Int, _ nanoseconds: Int?,
    _ body: (Planes?, _ offset: Int, _ count: Int) -> Void
  ) {
    var done = 0
    while done < count {
      let length = min(count - done, plan.mostFrames)
      let frame = nextFrame.load(ordering: .relaxed)
      let offset = MonotonicClock.duration(ofFrames: done, sampleRate: plan.format.sampleRate)
      let time = nanoseconds.map { $0 + offset }
      lastNanoseconds.store(time ?? 0, ordering: .relaxed)
      lastFrame.store(frame, ordering: .releasing)
      let slice = GraphSlice(frame: frame, count: length, nanoseconds: time)
      drive(slice, plan)
      plan.render(slice)
      body(plan.result, done, length)
      nextFrame.store(frame + length, ordering: .releasing)
      done += length
    }
  }
}
