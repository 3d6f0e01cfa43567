// Core Foundation functions for run loops, with Swift modes.

// MARK: - Running

/// Runs the current run loop in a mode.
@discardableResult
public func CFRunLoopRunInMode(
  _ mode: CFRunLoopMode, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
  CFRunLoopRunInMode(mode.name, seconds, returnAfterSourceHandled)
}

/// Adds a mode to the common modes.
public func CFRunLoopAddCommonMode(_ runLoop: CFRunLoop!, _ mode: CFRunLoopMode) {
  CFRunLoopAddCommonMode(runLoop, mode.name)
}

/// Returns the time at which the next timer of a mode fires.
public func CFRunLoopGetNextTimerFireDate(_ runLoop: CFRunLoop!, _ mode: CFRunLoopMode)
  -> CFAbsoluteTime
{
  CFRunLoopGetNextTimerFireDate(runLoop, mode.name)
}

// MARK: - Sources

/// Returns whether a mode contains a source.
public func CFRunLoopContainsSource(
  _ runLoop: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode
) -> Bool {
  CFRunLoopContainsSource(runLoop, source, mode.name)
}

/// Adds a source to a mode.
public func CFRunLoopAddSource(
  _ runLoop: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode
) {
  CFRunLoopAddSource(runLoop, source, mode.name)
}

/// Removes a source from a mode.
public func CFRunLoopRemoveSource(
  _ runLoop: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode
) {
  CFRunLoopRemoveSource(runLoop, source, mode.name)
}

// MARK: - Observers

/// Returns whether a mode contains an observer.
public func CFRunLoopContainsObserver(
  _ runLoop: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode
) -> Bool {
  CFRunLoopContainsObserver(runLoop, observer, mode.name)
}

/// Adds an observer to a mode.
public func CFRunLoopAddObserver(
  _ runLoop: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode
) {
  CFRunLoopAddObserver(runLoop, observer, mode.name)
}

/// Removes an observer from a mode.
public func CFRunLoopRemoveObserver(
  _ runLoop: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode
) {
  CFRunLoopRemoveObserver(runLoop, observer, mode.name)
}

// MARK: - Timers

/// Returns whether a mode contains a timer.
public func CFRunLoopContainsTimer(
  _ runLoop: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode
) -> Bool {
  CFRunLoopContainsTimer(runLoop, timer, mode.name)
}

/// Adds a timer to a mode.
public func CFRunLoopAddTimer(
  _ runLoop: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode
) {
  CFRunLoopAddTimer(runLoop, timer, mode.name)
}

/// Removes a timer from a mode.
public func CFRunLoopRemoveTimer(
  _ runLoop: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode
) {
  CFRunLoopRemoveTimer(runLoop, timer, mode.name)
}
