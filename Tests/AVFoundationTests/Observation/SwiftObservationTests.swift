import Foundation
import Observation
import Synchronization
import Testing

@testable import AVFoundation

/// Swift's Observation, with the same properties.
@Suite struct SwiftObservationTests {
  @Test("withObservationTracking calls once, before the change")
  func tracking() {
    let track = LongTrack()
    let log = Log<String>()
    withObservationTracking {
      _ = track.volume
    } onChange: {
      log.append("volume \(track.volume)")
    }
    track.status = .ready
    track.partCount = 1
    #expect(log.values.isEmpty)
    track.volume = 1
    track.volume = 2
    #expect(log.values == ["volume 0"])
  }

  @Test("withObservationTracking sees each property of a change in one step")
  func oneStep() {
    let track = Track()
    let log = Log<String>()
    withObservationTracking {
      _ = track.volume
    } onChange: {
      log.append("volume")
    }
    withObservationTracking {
      _ = track.status
    } onChange: {
      log.append("status")
    }
    track.fail()
    #expect(log.values == ["volume", "status"])
  }

  @Test("Observations yields the new values", .timeLimit(.minutes(1)))
  func observations() async {
    let track = Track()
    let values = Log<Int>()
    let task = Task {
      for await volume in Observations({ track.volume }) {
        values.append(volume)
        if volume == 3 { break }
        track.volume = volume + 1
      }
    }
    await task.value
    #expect(values.values == [0, 1, 2, 3])
  }

  @Test("both kinds of observers see the same change")
  func both() {
    let track = Track()
    let log = Log<String>()
    let observation = track.observe(\.volume) { track, _ in log.append("observe \(track.volume)") }
    withObservationTracking {
      _ = track.volume
    } onChange: {
      log.append("tracking \(track.volume)")
    }
    track.volume = 1
    #expect(log.values == ["tracking 0", "observe 1"])
    observation.invalidate()
  }
}
