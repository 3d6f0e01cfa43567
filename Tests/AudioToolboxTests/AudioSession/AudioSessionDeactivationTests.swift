import AudioDevices
import AudioRouting
import AudioToolbox
import TestSupport
import Testing

@testable import AudioToolbox

/// Queues that are running when a session is deactivated.
@Suite struct AudioSessionDeactivationTests {
  private let object = AudioSessionObject(ProcessSession(DeviceChoice([.null])))

  @Test func deactivationPausesAQueueWithoutLosingSamples() throws {
    let queue = try TestQueue(.null)
    let member = try #require(AudioQueueObject.all.object(queue.queue))
    member.join(object.session)
    try queue.enqueue(samples(0..<20_000))
    try object.setActive(false)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    try waitUntil("the queue plays") { (queue.time ?? 0) > 0 }
    // '!act'
    #expect(throws: StatusError(560_030_580)) { try object.setActive(false) }
    #expect(!object.session.isActive)
    let played = try #require(queue.time)
    #expect(played < 20_000 && queue.isRunning)
    try object.setActive(false)
    #expect(queue.time == played)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    #expect(AudioQueueStop(queue.queue, false) == 0)
    try waitUntil("the queue stops") { queue.hasStopped }
    #expect(queue.returned.count == 1)
    AudioQueueDispose(queue.queue, true)
    try object.setActive(false)
  }
}
