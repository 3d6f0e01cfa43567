internal import AudioRealtime

/// Runs a task on threads of a virtual clock.
package final class VirtualExecutor: TaskExecutor {
  private let clock = VirtualClock()

  private init() {}

  /// Runs a closure on its own virtual clock.
  package static func run(_ body: @Sendable () async throws -> Void) async throws {
    try await withTaskExecutorPreference(VirtualExecutor()) { try await body() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The resuming thread may belong to another clock than the task.
    VirtualClock.outside {
      _ = AudioThread(name: "oca-test") { [self] in
        clock.run { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
  }
}
