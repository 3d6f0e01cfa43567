#if LibAV && Video
  import AudioRealtime
  import Foundation
  import TestSupport
  import Testing
  import VideoFrames

  @Suite struct FrameQueueTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Waits for the frame of a time.
    private func frame(_ queue: FrameQueue, at seconds: Double) throws -> VideoFrame {
      var found: VideoFrame?
      try waitUntil("a frame is decoded") {
        let answer = queue.frame(atSeconds: seconds)
        found = answer.frame
        return answer.frame != nil && (answer.isLast || (answer.nextSeconds ?? -1) > seconds)
      }
      return try #require(found)
    }

    @Test("each time has the frame that a reader finds there, also after jumps")
    func followsJumps() throws {
      let file = try Film.all[0].make(in: folder)
      let reader = try Film.open(file)
      let queue = FrameQueue(try Film.open(file))
      defer { queue.close() }
      for seconds in [0, 0.05, 0.5, 2.5, 2.51, 0.1, 0.1, 1.999, 60, 0] {
        try reader.seek(toSeconds: seconds)
        #expect(try frame(queue, at: seconds).time == reader.next()?.time, "at \(seconds)")
      }
      #expect(queue.failure == nil)
    }

    @Test("a clock that waits makes the queue wait, too")
    func isBounded() throws {
      let drops = FrameDrops()
      let queue = FrameQueue(try Film.open(try Film.all[0].make(in: folder)), drops: drops)
      defer { queue.close() }
      _ = try frame(queue, at: 0)
      // The frames ahead of the clock are few, so the last one is far from decoded.
      #expect(!queue.frame(atSeconds: 0).isLast)
      // A short way is decoded, and the frames on it are too late.
      #expect(try frame(queue, at: 2).seconds > 1.9)
      #expect(queue.droppedCount > 0 && drops.count == queue.droppedCount)
    }

    @Test("a film that starts later begins at that time")
    func startsLater() throws {
      let file = try Film.all[0].make(in: folder)
      let reader = try Film.open(file)
      try reader.seek(toSeconds: 2)
      let queue = FrameQueue(try Film.open(file), atSeconds: 2)
      defer { queue.close() }
      #expect(try frame(queue, at: 2).time == reader.next()?.time)
      #expect(queue.droppedCount == 0)
    }
  }
#endif
