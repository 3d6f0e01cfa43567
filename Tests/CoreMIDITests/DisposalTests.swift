import AudioRealtime
import CoreMIDI
import Foundation
import Synchronization
import Testing

/// Calls of a client's closure, which last 10 ms each.
private final class SlowCalls: Sendable {
  private let counts = Mutex((begun: 0, ended: 0))

  var begun: Int { counts.withLock { $0.begun } }
  var ended: Int { counts.withLock { $0.ended } }

  func call() {
    counts.withLock { $0.begun += 1 }
    milliseconds(10)
    counts.withLock { $0.ended += 1 }
  }
}

/// A client's object that uses MIDI Services when it ends, and counts the ends.
private final class Token: Sendable {
  let ends: Received

  init(_ ends: Received) { self.ends = ends }

  deinit {
    _ = MIDIGetNumberOfSources()
    MIDIFlushOutput(0)
    withList([(0, [0xFE])]) { ends.add($0, nil) }
  }
}

/// Ways to end the calls of a closure.
enum Ending: CaseIterable {
  case port, connection, source, destination, client

  fileprivate func end(
    _ client: TestClient, _ port: MIDIPortRef, _ destination: MIDIEndpointRef
  ) -> OSStatus {
    switch self {
    case .port: MIDIPortDispose(port)
    case .connection: MIDIPortDisconnectSource(port, client.source)
    case .source: MIDIEndpointDispose(client.source)
    case .destination: MIDIEndpointDispose(destination)
    case .client: MIDIClientDispose(client.client)
    }
  }
}

extension CoreMIDITests {
  @Test(
    "the end of a receiver waits for a call in progress, and no other begins",
    arguments: Ending.allCases)
  func endOfReceivers(ending: Ending) throws {
    try VirtualClock().run {
      let client = try TestClient()
      let calls = SlowCalls()
      var (port, destination) = (MIDIPortRef(0), MIDIEndpointRef(0))
      MIDIInputPortCreateWithBlock(client.client, "slow" as CFString, &port) { _, _ in
        calls.call()
      }
      MIDIDestinationCreateWithBlock(client.client, "slow" as CFString, &destination) { _, _ in
        calls.call()
      }
      #expect(MIDIPortConnectSource(port, client.source, nil) == noErr)
      for _ in 0..<2 {
        let status = withList([(0, [0xF8])]) { list in
          ending == .destination
            ? MIDISend(client.output, destination, list) : MIDIReceived(client.source, list)
        }
        #expect(status == noErr)
      }
      milliseconds(1)
      #expect(calls.begun == 1 && calls.ended == 0)
      #expect(ending.end(client, port, destination) == noErr)
      #expect(calls.ended == 1)
      milliseconds(50)
      #expect(calls.begun == 1)
      if ending != .client { client.dispose() }
    }
  }

  @Test("other data for a connection waits for a call with the earlier data")
  func changedData() throws {
    try VirtualClock().run {
      let client = try TestClient()
      let calls = SlowCalls()
      var port: MIDIPortRef = 0
      MIDIInputPortCreateWithBlock(client.client, "slow" as CFString, &port) { _, _ in
        calls.call()
      }
      MIDIPortConnectSource(port, client.source, nil)
      #expect(client.receive([(0, [0xF8])]) == noErr)
      milliseconds(1)
      #expect(calls.begun == 1 && calls.ended == 0)
      MIDIPortConnectSource(port, client.source, UnsafeMutableRawPointer(bitPattern: 1))
      #expect(calls.ended == 1)
      client.dispose()
    }
  }

  @Test("the end of a client waits for a notification in progress, and no other begins")
  func endOfNotifications() throws {
    try VirtualClock().run {
      let calls = SlowCalls()
      var watcher: MIDIClientRef = 0
      MIDIClientCreateWithBlock("watcher" as CFString, &watcher) { _ in calls.call() }
      let client = try TestClient()
      milliseconds(1)
      #expect(calls.begun == 1 && calls.ended == 0)
      #expect(MIDIClientDispose(watcher) == noErr)
      #expect(calls.ended == 1)
      milliseconds(100)
      #expect(calls.begun == 1)
      client.dispose()
    }
  }

  @Test("a run loop calls no function of a client that has ended")
  func endOfRunLoopCalls() {
    var count: Int32 = 0
    withUnsafeMutablePointer(to: &count) { pointer in
      let notify: MIDINotifyProc = { _, data in
        data?.assumingMemoryBound(to: Int32.self).pointee += 1
      }
      var (client, source) = (MIDIClientRef(0), MIDIEndpointRef(0))
      MIDIClientCreate("client" as CFString, notify, pointer, &client)
      MIDISourceCreate(client, "source" as CFString, &source)
      #expect(MIDIClientDispose(client) == noErr)
      CFRunLoopRunInMode(.defaultMode, 0.01, true)
      #expect(pointer.pointee == 0)
    }
  }

  @Test("closures can end each other's clients")
  func mutualEnds() throws {
    let statuses = Mutex<[OSStatus]>([])
    try VirtualClock().run {
      let client = try TestClient()
      var (watcher, port) = (MIDIClientRef(0), MIDIPortRef(0))
      let references = Mutex<[MIDIClientRef]>([])
      MIDIClientCreateWithBlock("watcher" as CFString, &watcher) { _ in
        milliseconds(10)
        let status = MIDIClientDispose(client.client)
        statuses.withLock { $0.append(status) }
      }
      references.withLock { $0 = [watcher] }
      MIDIInputPortCreateWithBlock(client.client, "in" as CFString, &port) { _, _ in
        milliseconds(5)
        let status = MIDIClientDispose(references.withLock { $0[0] })
        statuses.withLock { $0.append(status) }
      }
      MIDIPortConnectSource(port, client.source, nil)
      MIDIObjectSetStringProperty(client.source, kMIDIPropertyModel, "M" as CFString)
      #expect(client.receive([(0, [0xF8])]) == noErr)
      milliseconds(100)
      #expect(MIDIClientDispose(client.client) == kMIDIInvalidClient)
      #expect(MIDIClientDispose(watcher) == kMIDIInvalidClient)
    }
    #expect(statuses.withLock { $0 } == [noErr, noErr])
  }

  @Test("a client's released objects can use MIDI Services")
  func released() throws {
    VirtualClock().run {
      let ends = Received()
      var client: MIDIClientRef = 0
      var objects: [MIDIObjectRef] = [0, 0, 0]
      func make() {
        let token = Token(ends)
        MIDIClientCreateWithBlock("client" as CFString, &client) { [token] _ in _ = token }
        let (first, second, third) = (Token(ends), Token(ends), Token(ends))
        MIDIInputPortCreateWithBlock(client, "in" as CFString, &objects[0]) { [first] _, _ in
          _ = first
        }
        MIDIDestinationCreateWithBlock(client, "a" as CFString, &objects[1]) { [second] _, _ in
          _ = second
        }
        MIDIDestinationCreateWithBlock(client, "b" as CFString, &objects[2]) { [third] _, _ in
          _ = third
        }
        let value = ["token": Token(ends)] as NSDictionary
        #expect(MIDIObjectSetDictionaryProperty(objects[0], "tokens" as CFString, value) == noErr)
      }
      make()
      milliseconds(1)
      #expect(ends.all.isEmpty)
      MIDIObjectSetDictionaryProperty(objects[0], "tokens" as CFString, [:])
      #expect(ends.all.count == 1)
      MIDIPortDispose(objects[0])
      #expect(ends.all.count == 2)
      var output: MIDIPortRef = 0
      MIDIOutputPortCreate(client, "out" as CFString, &output)
      let later = UInt64(MonotonicClock.nanoseconds) + 10_000_000
      #expect(withList([(later, [0xF8])]) { MIDISend(output, objects[1], $0) } == noErr)
      MIDIEndpointDispose(objects[1])
      milliseconds(1)
      #expect(ends.all.count == 2)
      MIDIFlushOutput(0)
      #expect(ends.all.count == 3)
      MIDIClientDispose(client)
      milliseconds(1)
      #expect(ends.all.count == 5)
    }
  }
}
