#if PulseAudio
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AudioQueueServerTests {
    #if LibAV
      @Test func anUndecodableQueueReleasesTheServer() throws {
        let server = try PrivatePulseAudio(channelCount: 1)
        let clients = { try server.pactl("list", "short", "clients").split(separator: "\n").count }
        let others = try clients()
        var format = AudioStreamBasicDescription()
        format.mSampleRate = 44100
        format.mFormatID = kAudioFormatMPEG4AAC
        format.mChannelsPerFrame = 2
        format.mFramesPerPacket = 1024
        let queue = try TestQueue(.pulseAudio(server: server.server), format: format)
        AudioQueueSetProperty(
          queue.queue, kAudioQueueProperty_MagicCookie, [0xFF, 0xFF, 0xFF] as [UInt8], 3)
        let buffer = try queue.buffer(capacity: 64)
        buffer.pointee.mAudioDataByteSize = 64
        var packet = AudioStreamPacketDescription(
          mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 64)
        #expect(AudioQueueEnqueueBuffer(queue.queue, buffer, 1, &packet) == 0)
        #expect(AudioQueueStart(queue.queue, nil) == kAudioQueueErr_InvalidCodecAccess)
        try waitUntil("no client is connected") { try clients() == others }
        AudioQueueDispose(queue.queue, true)
      }
    #endif

    @Test func everySampleReachesTheServer() throws {
      let server = try PrivatePulseAudio(channelCount: 1)
      let recording = try server.startRecording()
      let queue = try TestQueue(.pulseAudio(server: server.server))
      for index in 0..<10 { try queue.enqueue(samples(index * 9001..<(index + 1) * 9001)) }
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      AudioQueueStop(queue.queue, false)
      try waitUntil("the queue stops") { queue.hasStopped }
      try recording.waitForSilence()
      #expect(firstDifference(recording.sound, samples(0..<90_010)) == nil)
      AudioQueueDispose(queue.queue, true)
    }

    @Test func theSelectedSinkPlays() throws {
      let server = try PrivatePulseAudio(sink: .null)
      _ = try server.pactl("load-module", "module-null-sink", "sink_name=other")
      for name in ["speaker", "other"] {
        let queue = try TestQueue(.pulseAudio(server: server.server, sink: name))
        try queue.enqueue(samples(0..<44_100))
        #expect(AudioQueueStart(queue.queue, nil) == 0)
        let lines = try server.pactl("list", "short", "sinks").split(separator: "\n")
        let sinks = lines.map { $0.split(separator: "\t") }
        let chosen = try #require(sinks.first { $0.count > 1 && $0[1] == name })
        let streams = try server.pactl("list", "short", "sink-inputs").split(separator: "\n")
        #expect(streams.map { $0.split(separator: "\t")[1] } == [chosen[0]])
        AudioQueueDispose(queue.queue, true)
        try waitUntil("the stream has ended") {
          try server.pactl("list", "short", "sink-inputs").isEmpty
        }
      }
      let queue = try TestQueue(.pulseAudio(server: server.server, sink: "none"))
      try queue.enqueue(samples(0..<44_100))
      #expect(AudioQueueStart(queue.queue, nil) != 0)
      AudioQueueDispose(queue.queue, true)
    }

    @Test func aLateClientCausesSilenceAndThenPlays() throws {
      let server = try PrivatePulseAudio(channelCount: 1)
      let recording = try server.startRecording()
      let queue = try TestQueue(.pulseAudio(server: server.server))
      try queue.enqueue(samples(0..<30_000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try recording.waitForSilence(frames: 2 * 44100)
      // The time stops at the end of the sound.
      try waitUntil("the time stops") { queue.time == 30_000 }
      #expect(queue.isRunning)
      try queue.enqueue(samples(30_000..<60_000))
      try waitUntil("time advances") { (queue.time ?? 0) > 30_000 }
      #expect(AudioQueueStop(queue.queue, false) == 0)
      try waitUntil("the queue stops") { queue.hasStopped }
      try recording.waitForSilence()
      let sound = recording.sound
      // A slow machine may insert silence elsewhere.
      let places = sound.indices.filter { sound[$0] != 0 }
      #expect(firstDifference(places.map { sound[$0] }, samples(0..<60_000)) == nil)
      try #require(places.count == 60_000)
      let missing = places[30_000] - places[29_999] - 1
      #expect(missing >= 2 * 44100)
      AudioQueueDispose(queue.queue, true)
    }

    @Test func aQueuePlaysFromItsStartTime() throws {
      let server = try PrivatePulseAudio(sink: .null, sampleRate: 48_000)
      let queue = try TestQueue(.pulseAudio(server: server.server))
      try queue.enqueue(samples(0..<4_000_000))
      var start = AudioTimeStamp()
      // Long enough for a slow machine.
      start.mHostTime = AudioGetCurrentHostTime() + 5_000_000_000
      start.mFlags = .hostTimeValid
      #expect(AudioQueueStart(queue.queue, &start) == 0)
      // The queue's clock may differ only by the delay of the server's answers.
      try waitUntil("the first frame plays on time") {
        var time = AudioTimeStamp()
        #expect(AudioQueueGetCurrentTime(queue.queue, nil, &time, nil) == 0)
        let first = Double(time.mHostTime) / 1e9 - time.mSampleTime / 44_100
        let late = first - Double(start.mHostTime) / 1e9
        return time.mSampleTime > 1000 && abs(late) < 0.01
      }
      AudioQueueDispose(queue.queue, true)
    }

    @Test func playbackSurvivesARestartOfTheServer() throws {
      let server = try PrivatePulseAudio(channelCount: 1)
      let queue = try TestQueue(.pulseAudio(server: server.server))
      // More than plays while a slow machine starts a server.
      try queue.enqueue(samples(0..<4_000_000))
      var timeline: AudioQueueTimelineRef?
      #expect(AudioQueueCreateTimeline(queue.queue, &timeline) == 0)
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      var last = 0.0
      func passes(_ time: Double) throws {
        try waitUntil("\(time) frames have played") {
          let now = try #require(queue.time)
          #expect(now >= last)
          last = now
          return now > time
        }
      }
      try passes(8000)
      server.stop()
      try passes(last + 30_000)
      var stamp = AudioTimeStamp()
      var isBroken = DarwinBoolean(false)
      #expect(AudioQueueGetCurrentTime(queue.queue, timeline, &stamp, &isBroken) == 0)
      #expect(isBroken.boolValue)
      try server.start()
      let recording = try server.startRecording()
      try waitUntil("the server plays again") { !recording.sound.isEmpty }
      try passes(last + 30_000)
      func played() -> [Float] { recording.sound.filter { $0 != 0 } }
      try waitUntil("enough is recorded") { played().count > 25_000 }
      #expect(AudioQueueStop(queue.queue, true) == 0)
      // Earlier frames may be lost when the pipe grows beyond its initial capacity.
      let sound = played().dropFirst(17_000).prefix(4096)
      let all = samples(0..<120_000)
      let first = try #require(sound.first)
      let places = all.indices.filter { all[$0] == first && all[$0...].starts(with: sound) }
      #expect(!places.isEmpty)
      AudioQueueDispose(queue.queue, true)
    }

    @Test(arguments: [SIGKILL, SIGSTOP])
    func playbackContinuesOnAnotherDeviceUntilTheServerReturns(signal: Int32) throws {
      let first = try PrivatePulseAudio(channelCount: 1)
      let second = try PrivatePulseAudio(channelCount: 1)
      let recording = try second.startRecording()
      let queue = try TestQueue(
        .pulseAudio(server: first.server), otherwise: [.pulseAudio(server: second.server)])
      try queue.enqueue(samples(0..<3_000_000))
      #expect(AudioQueueStart(queue.queue, nil) == 0)
      try waitUntil("time advances") { (queue.time ?? 0) > 4000 }
      if signal == SIGKILL { first.stop() } else { first.send(signal: signal) }
      defer { first.send(signal: SIGCONT) }
      try waitUntil("the other server plays", seconds: 60) { !recording.sound.isEmpty }
      let stream = try second.pactl("list", "short", "sink-inputs")
      #expect(!stream.isEmpty)
      // Long enough for a few searches for the first server.
      let played = try #require(queue.time)
      try waitUntil("time advances") { (queue.time ?? 0) > played + 4 * 44100 }
      #expect(try second.pactl("list", "short", "sink-inputs") == stream)
      if signal == SIGKILL { try first.start() } else { first.send(signal: SIGCONT) }
      try waitUntil("the first server plays again") {
        try second.pactl("list", "short", "sink-inputs").isEmpty
      }
      let last = try #require(queue.time)
      try waitUntil("time advances") { (queue.time ?? 0) > last + 4410 }
      #expect(AudioQueueStop(queue.queue, true) == 0)
      let sound = recording.sound.filter { $0 != 0 }
      let start = Int(abs(try #require(sound.first)) * 65536) - 1
      #expect(firstDifference(sound, samples(start..<start + sound.count)) == nil)
      AudioQueueDispose(queue.queue, true)
    }
  }
#endif
