import AudioGraph
import AudioRealtime
import Testing

@Suite struct PlayerVoiceTests {
  private func graph(_ player: PlayerVoice) throws -> RenderGraph {
    var mixed = MixedLayout(channelCount: 1)
    mixed.add(player)
    return try mixed.makeGraph()
  }

  private func impulse(_ length: Int = 1) -> BufferSource {
    BufferSource(block([1] + Array(repeating: 0, count: length - 1)), count: length)
  }

  /// The frames of all samples that are not 0.
  private func places(_ samples: [Float]) -> [Int] { samples.indices.filter { samples[$0] != 0 } }

  @Test("impulses land on their frames, whatever the blocks", arguments: [1, 64, 512, 4_096])
  func starts(_ count: Int) throws {
    let frames = [0, 3, 512, 517, 1_000, 1_005, 20_000, 21_234, 37_590]
    let player = PlayerVoice()
    for frame in frames {
      _ = player.schedule(PlayerContent(impulse(), start: .playerFrame(frame)))
    }
    player.play()
    let blocks = Array(repeating: count, count: 40_000 / count + 1)
    let samples = try graph(player).render(blocks: blocks)[0]
    #expect(places(samples) == frames)
  }

  @Test("items follow each other without a gap")
  func order() throws {
    let player = PlayerVoice()
    for length in [10, 1, 700] { _ = player.schedule(PlayerContent(impulse(length))) }
    _ = player.schedule(PlayerContent(impulse()))
    player.play(at: 100)
    #expect(places(try graph(player).render(blocks: [2_000])[0]) == [100, 110, 111, 811])
    #expect(player.takeEnded().map(\.endFrame) == [110, 111, 811, 812])
  }

  @Test("a time in the past starts at once, and later times stay")
  func past() throws {
    let player = PlayerVoice()
    _ = player.schedule(PlayerContent(impulse(50)))
    _ = player.schedule(PlayerContent(impulse(), start: .playerFrame(10)))
    _ = player.schedule(PlayerContent(impulse(), start: .playerFrame(80)))
    player.play()
    #expect(places(try graph(player).render(blocks: [200])[0]) == [0, 50, 80])
  }

  @Test("a pause keeps the place, and the time of the player")
  func pause() throws {
    let player = PlayerVoice()
    let sound = BufferSource(block(Array(repeating: 1, count: 300)), count: 300)
    _ = player.schedule(PlayerContent(sound))
    _ = player.schedule(PlayerContent(impulse(), start: .playerFrame(400)))
    let graph = try graph(player)
    player.play()
    var samples = graph.render(blocks: [100])[0]
    #expect(player.originFrame == 0)
    player.pause()
    samples += graph.render(blocks: [1_000])[0]
    #expect(player.originFrame == nil)
    player.play()
    samples += graph.render(blocks: [900])[0]
    #expect(player.originFrame == 1_000)
    #expect(places(samples) == Array(0..<100) + Array(1_100..<1_300) + [1_400])
  }

  @Test("a stop drops the items, and the next start begins at 0")
  func stop() throws {
    let player = PlayerVoice()
    let graph = try graph(player)
    for _ in 0..<3 { _ = player.schedule(PlayerContent(impulse(100))) }
    player.play()
    _ = graph.render(blocks: [150])
    #expect(player.stop().count == 3)
    _ = player.schedule(PlayerContent(impulse(), start: .playerFrame(20)))
    player.play()
    #expect(places(graph.render(blocks: [500])[0]) == [20])
  }

  @Test("a loop ends with an interruption, at once, at a time, or at its end")
  func loops() throws {
    let cases: [(PlayerItem.Start, PlayerItem.Interruption, Int)] = [
      (.next, .atStart, 250), (.playerFrame(333), .atStart, 333), (.next, .atLoop, 300),
    ]
    for (start, interruption, frame) in cases {
      let player = PlayerVoice()
      let graph = try graph(player)
      _ = player.schedule(PlayerContent(impulse(100), loops: true))
      player.play()
      #expect(places(graph.render(blocks: [250])[0]) == [0, 100, 200])
      let content = PlayerContent(
        BufferSource(block([2, 2]), count: 2), start: start, interruption: interruption)
      _ = player.schedule(content)
      let samples = graph.render(blocks: [500])[0]
      #expect(samples.firstIndex(of: 2) == frame - 250)
      #expect(samples[(frame - 248)...].allSatisfy { $0 == 0 })
    }
  }

  @Test("all threads that wait for frames of a stream wake up", arguments: [false, true])
  func waiters(_ isCanceled: Bool) {
    VirtualClock().run {
      let stream = StreamSource(channelCount: 1, capacity: 1_000, decoder: Signal())
      let threads = (1...3).map { index in
        AudioThread(name: "test") { stream.wait(for: 10 * index) }
      }
      VirtualClock.sleep(nanoseconds: 1_000_000)
      if isCanceled {
        stream.cancel()
      } else {
        #expect(stream.write(block(Array(repeating: 1, count: 30)), at: 0, count: 30) == 30)
      }
      for thread in threads { thread.join() }
    }
  }

  @Test("decoded frames are played in order, and a gap is silence")
  func stream() throws {
    let player = PlayerVoice()
    let stream = StreamSource(channelCount: 1, capacity: 1_000, decoder: Signal())
    _ = player.schedule(PlayerContent(stream))
    _ = player.schedule(PlayerContent(impulse()))
    let graph = try graph(player)
    player.play()
    #expect(stream.write(block(Array(repeating: 1, count: 100)), at: 0, count: 100) == 100)
    #expect(places(graph.render(blocks: [200])[0]) == Array(0..<100))
    #expect(stream.write(block(Array(repeating: 1, count: 10)), at: 0, count: 10) == 10)
    stream.complete()
    #expect(places(graph.render(blocks: [50])[0]) == Array(0..<11))
  }
}
