import AudioRealtime
import CHeaderChecks
import CoreMIDI
import Foundation
import Synchronization
import Testing

extension CoreMIDITests {
  @Test("packets reach a destination, at once or at their time")
  func sending() throws {
    try VirtualClock().run {
      let client = try TestClient()
      milliseconds(5)
      let now = UInt64(MonotonicClock.nanoseconds)
      #expect(
        client.send([
          (0, [0x90, 60, 100]), (now + 20_000_000, [0x80, 60, 0]), (now + 10_000_000, [0xF8]),
          (now - 1_000_000, [0xFE]),
        ]) == noErr)
      milliseconds(1)
      #expect(client.atDestination.bytes == [[0x90, 60, 100], [0xFE]])
      #expect(client.atDestination.all.map(\.time) == [now, now - 1_000_000])
      milliseconds(50)
      #expect(client.atDestination.bytes.suffix(2) == [[0xF8], [0x80, 60, 0]])
      let late = client.atDestination.all.suffix(2)
      #expect(late.allSatisfy { $0.arrival == Int($0.time) })
      client.dispose()
    }
  }

  @Test("packets of a source reach the connected ports, with the data of each connection")
  func receiving() throws {
    try VirtualClock().run {
      let client = try TestClient()
      #expect(client.receive([(0, [0xC0, 1])]) == noErr)
      milliseconds(1)
      #expect(client.atInput.all.isEmpty)
      let data = UnsafeMutableRawPointer(bitPattern: 77)
      #expect(MIDIPortConnectSource(client.input, client.source, data) == noErr)
      let time = UInt64(MonotonicClock.nanoseconds) + 3_000_000
      #expect(client.receive([(0, [0xC0, 2]), (time, [0xC0, 3])]) == noErr)
      milliseconds(10)
      #expect(client.atInput.bytes == [[0xC0, 2], [0xC0, 3]])
      #expect(client.atInput.all.map(\.data) == [77, 77])
      #expect(client.atInput.all.map(\.time) == [0, time])
      #expect(client.atInput.all.last?.arrival == Int(time))
      #expect(MIDIPortDisconnectSource(client.input, client.source) == noErr)
      #expect(MIDIPortDisconnectSource(client.input, client.source) == kMIDINoConnection)
      #expect(client.receive([(0, [0xC0, 4])]) == noErr)
      milliseconds(10)
      #expect(client.atInput.all.count == 2)
      client.dispose()
    }
  }

  @Test("a message that waits follows its connection: other data, or its end")
  func changedConnection() throws {
    try VirtualClock().run {
      let client = try TestClient()
      let (first, second) = (
        UnsafeMutableRawPointer(bitPattern: 1), UnsafeMutableRawPointer(bitPattern: 2)
      )
      MIDIPortConnectSource(client.input, client.source, first)
      let later = UInt64(MonotonicClock.nanoseconds) + 5_000_000
      #expect(client.receive([(later, [0xF8])]) == noErr)
      MIDIPortDisconnectSource(client.input, client.source)
      MIDIPortConnectSource(client.input, client.source, second)
      milliseconds(10)
      #expect(client.atInput.all.map(\.data) == [2])
      #expect(client.receive([(later * 2 + 5_000_000, [0xF8])]) == noErr)
      MIDIPortDisconnectSource(client.input, client.source)
      milliseconds(50)
      #expect(client.atInput.all.count == 1)
      client.dispose()
    }
  }

  @Test("a flush drops what waits, and only for its destination")
  func flush() throws {
    try VirtualClock().run {
      let client = try TestClient()
      let other = Received()
      var second: MIDIEndpointRef = 0
      MIDIDestinationCreateWithBlock(client.client, "second" as CFString, &second) {
        other.add($0, $1)
      }
      let later = UInt64(MonotonicClock.nanoseconds) + 10_000_000
      #expect(client.send([(later, [0xF8])]) == noErr)
      #expect(withList([(later, [0xFA])]) { MIDISend(client.output, second, $0) } == noErr)
      #expect(MIDIFlushOutput(client.destination) == noErr)
      milliseconds(20)
      #expect(client.atDestination.all.isEmpty && other.bytes == [[0xFA]])
      #expect(MIDIFlushOutput(client.source) == kMIDIUnknownEndpoint)
      client.dispose()
    }
  }

  @Test("bytes become words and words bytes, for any division of a system-exclusive message")
  func translation() throws {
    let message: [UInt8] = [0xF0] + (1...20).map { UInt8($0) } + [0xF7]
    try VirtualClock().run {
      let client = try TestClient()
      let words = Received()
      var port: MIDIPortRef = 0
      MIDIInputPortCreateWithProtocol(client.client, "words" as CFString, ._1_0, &port) { list, _ in
        words.add(list)
      }
      #expect(MIDIPortConnectSource(port, client.source, nil) == noErr)
      #expect(client.receive([(1, [0x91, 60, 100, 0xF8]), (1, message)]) == noErr)
      milliseconds(1)
      #expect(
        words.events.flatMap { $0 } == [
          0x2091_3C64, 0x10F8_0000, 0x3016_0102, 0x0304_0506, 0x3026_0708, 0x090A_0B0C,
          0x3026_0D0E, 0x0F10_1112, 0x3032_1314, 0,
        ])
      let target = Received()
      var destination: MIDIEndpointRef = 0
      MIDIDestinationCreateWithProtocol(
        client.client, "target" as CFString, ._1_0, &destination
      ) { list, _ in target.add(list) }
      for cut in 1..<message.count {
        let parts = [Array(message.prefix(cut)), Array(message.dropFirst(cut))]
        let status = withList(parts.map { (UInt64(cut), $0) }) {
          MIDISend(client.output, destination, $0)
        }
        #expect(status == noErr)
        milliseconds(1)
      }
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 4_096, alignment: 8)
      defer { memory.deallocate() }
      let list = memory.bindMemory(to: MIDIEventList.self, capacity: 1)
      for received in target.events {
        let packet = MIDIEventListInit(list, ._1_0)
        _ = MIDIEventListAdd(list, 4_096, packet, 1, received.count, received)
        #expect(MIDISendEventList(client.output, client.destination, list) == noErr)
        milliseconds(1)
      }
      let all = client.atDestination.bytes.flatMap { $0 }
      #expect(all == Array(repeating: message, count: message.count - 1).flatMap { $0 })
      client.dispose()
    }
  }

  @Test("messages get the resolution of MIDI 2.0, and lose it again")
  func highResolution() throws {
    try VirtualClock().run {
      let client = try TestClient()
      let words = Received()
      var port: MIDIPortRef = 0
      MIDIInputPortCreateWithProtocol(client.client, "words" as CFString, ._2_0, &port) { list, _ in
        words.add(list)
      }
      MIDIPortConnectSource(port, client.source, nil)
      MIDIPortConnectSource(client.input, client.source, nil)
      let messages: [[UInt8]] = [
        [0x90, 60, 127], [0x90, 60, 0], [0xB3, 7, 64], [0xE0, 0, 64], [0xE0, 127, 127], [0xC1, 9],
        [0xD2, 1],
      ]
      for message in messages {
        #expect(client.receive([(0, message)]) == noErr)
        milliseconds(1)
      }
      let expected: [[UInt32]] = [
        [0x4090_3C00, 0xFFFF_0000], [0x4080_3C00, 0x8000_0000], [0x40B3_0700, 0x8000_0000],
        [0x40E0_0000, 0x8000_0000], [0x40E0_0000, 0xFFFF_FFFF], [0x40C1_0000, 0x0900_0000],
        [0x40D2_0000, 0x0200_0000],
      ]
      #expect(words.events == expected)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 4_096, alignment: 8)
      defer { memory.deallocate() }
      let list = memory.bindMemory(to: MIDIEventList.self, capacity: 1)
      for event in expected {
        _ = MIDIEventListAdd(list, 4_096, MIDIEventListInit(list, ._2_0), 0, event.count, event)
        #expect(MIDIReceivedEventList(client.source, list) == noErr)
        milliseconds(1)
      }
      let returned = client.atInput.bytes.suffix(messages.count)
      #expect(Array(returned) == messages.map { $0 == [0x90, 60, 0] ? [0x80, 60, 64] : $0 })
      client.dispose()
    }
  }

  @Test("a thru connection filters and changes messages")
  func thru() throws {
    try VirtualClock().run {
      let client = try TestClient()
      var parameters = MIDIThruConnectionParams()
      MIDIThruConnectionParamsInitialize(&parameters)
      (parameters.numSources, parameters.numDestinations) = (1, 1)
      parameters.sources.0.endpointRef = client.source
      parameters.destinations.0.endpointRef = client.destination
      parameters.channelMap.1 = 5
      parameters.channelMap.2 = 0xFF
      parameters.lowNote = 40
      parameters.noteNumber = MIDITransform(transform: .add, param: 12)
      parameters.velocity = MIDITransform(transform: .maxValue, param: 90)
      parameters.filterOutBeatClock = 1
      parameters.filterOutSysEx = 1
      let data = withUnsafeBytes(of: parameters) { Data($0) }
      var connection: MIDIThruConnectionRef = 0
      let owner = "owner" as CFString
      #expect(MIDIThruConnectionCreate(owner, data as CFData, &connection) == noErr)
      let messages: [[UInt8]] = [
        [0x90, 60, 100], [0x91, 60, 80], [0x92, 60, 100], [0x90, 39, 100], [0xF8],
        [0xF0, 1, 0xF7], [0xF6], [0xB0, 7, 99], [0x80, 60, 10],
      ]
      for message in messages {
        #expect(client.receive([(0, message)]) == noErr)
        milliseconds(1)
      }
      #expect(
        client.atDestination.bytes == [
          [0x90, 72, 90], [0x95, 72, 80], [0xF6], [0xB0, 7, 99], [0x80, 72, 10],
        ])
      var found = Unmanaged.passRetained(Data() as NSData)
      #expect(MIDIThruConnectionFind(owner, &found) == noErr)
      let list = found.takeRetainedValue() as Data
      #expect(list == withUnsafeBytes(of: connection) { Data($0) })
      #expect(MIDIThruConnectionCreate(nil, data.dropLast() as CFData, &connection) == -50)
      #expect(MIDIThruConnectionDispose(connection) == noErr)
      #expect(MIDIThruConnectionDispose(connection) == kMIDIObjectNotFound)
      #expect(client.receive([(0, [0xF6])]) == noErr)
      milliseconds(1)
      #expect(client.atDestination.all.count == 5)
      client.dispose()
    }
  }

  @Test("C and C++ clients send and receive")
  func clientsInC() {
    VirtualClock().run {
      #expect(CHeaderChecksOfMIDIInC() == 0 && CHeaderChecksOfMIDIInCPlusPlus() == 0)
      milliseconds(5)
    }
    #expect(CHeaderChecksMIDIBytesInC() == 8 && CHeaderChecksMIDIBytesInCPlusPlus() == 8)
    while MIDIGetNumberOfDestinations() > 0 { MIDIEndpointDispose(MIDIGetDestination(0)) }
  }

  @Test("a long system-exclusive message is sent in parts, and its request completes")
  func systemExclusive() throws {
    let bytes = [0xF0] + [UInt8](repeating: 7, count: 1_000) + [0xF7]
    try VirtualClock().run {
      let client = try TestClient()
      try bytes.withUnsafeBufferPointer { buffer in
        var request = MIDISysexSendRequest(
          destination: client.destination, data: try #require(buffer.baseAddress),
          bytesToSend: UInt32(bytes.count), complete: false, reserved: (0, 0, 0),
          completionProc: { $0.pointee.reserved.0 = 1 }, completionRefCon: nil)
        #expect(MIDISendSysex(&request) == noErr)
        milliseconds(50)
        #expect(request.complete.boolValue && request.bytesToSend == 0 && request.reserved.0 == 1)
        #expect(MIDISendSysex(&request) == kAudio_ParamError)
      }
      #expect(client.atDestination.bytes.flatMap { $0 } == bytes)
      client.dispose()
    }
  }
}
