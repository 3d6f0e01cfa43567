import AudioRealtime
import CoreMIDI
import Foundation
import Synchronization
import Testing

extension CoreMIDITests {
  @Test("endpoints are listed in their order, and end with their client")
  func lists() throws {
    #expect(MIDIGetNumberOfSources() == 0 && MIDIGetSource(0) == 0)
    let client = try TestClient()
    var second: MIDIEndpointRef = 0
    #expect(MIDISourceCreate(client.client, "second" as CFString, &second) == noErr)
    #expect(MIDIGetNumberOfSources() == 2 && MIDIGetNumberOfDestinations() == 1)
    #expect(MIDIGetSource(0) == client.source && MIDIGetSource(1) == second)
    #expect(MIDIGetSource(2) == 0 && MIDIGetSource(-1) == 0)
    #expect(MIDIGetDestination(0) == client.destination)
    MIDIObjectSetIntegerProperty(second, kMIDIPropertyPrivate, 1)
    #expect(MIDIGetNumberOfSources() == 1)
    var entity: MIDIEntityRef = 9
    #expect(MIDIEndpointGetEntity(second, &entity) == kMIDIObjectNotFound && entity == 0)
    #expect(MIDIGetNumberOfDevices() == 0 && MIDIGetDevice(0) == 0)
    #expect(MIDIEndpointDispose(second) == noErr)
    #expect(MIDIEndpointDispose(second) == kMIDIUnknownEndpoint)
    client.dispose()
    #expect(MIDIGetNumberOfSources() == 0 && MIDIGetNumberOfDestinations() == 0)
    #expect(MIDIClientDispose(client.client) == kMIDIInvalidClient)
    #expect(MIDIPortDispose(client.input) == kMIDIInvalidPort)
  }

  @Test("properties have types, and identifiers are unique")
  func properties() throws {
    let client = try TestClient()
    defer { client.dispose() }
    var string: Unmanaged<CFString>?
    for name in [kMIDIPropertyName, kMIDIPropertyDisplayName] {
      #expect(MIDIObjectGetStringProperty(client.source, name, &string) == noErr)
      #expect(string?.takeRetainedValue() as String? == "source")
    }
    var number: Int32 = 0
    #expect(MIDIObjectGetIntegerProperty(client.source, kMIDIPropertyUniqueID, &number) == noErr)
    #expect(number != 0)
    var (object, type) = (MIDIObjectRef(0), MIDIObjectType.other)
    #expect(MIDIObjectFindByUniqueID(number, &object, &type) == noErr)
    #expect(object == client.source && type == .source)
    #expect(
      MIDIObjectSetIntegerProperty(client.destination, kMIDIPropertyUniqueID, number) == -10_843)
    #expect(MIDIObjectSetIntegerProperty(client.destination, kMIDIPropertyUniqueID, 4_711) == noErr)
    #expect(MIDIObjectFindByUniqueID(4_711, &object, &type) == noErr)
    #expect(object == client.destination && type == .destination)
    #expect(MIDIObjectFindByUniqueID(0, &object, nil) == kMIDIObjectNotFound && object == 0)
    let maker = kMIDIPropertyManufacturer
    #expect(MIDIObjectGetStringProperty(client.source, maker, &string) == kMIDIUnknownProperty)
    #expect(MIDIObjectSetStringProperty(client.source, maker, "Maker" as CFString) == noErr)
    #expect(MIDIObjectGetStringProperty(client.source, maker, &string) == noErr)
    #expect(string?.takeRetainedValue() as String? == "Maker")
    #expect(MIDIObjectGetIntegerProperty(client.source, maker, &number) == kMIDIWrongPropertyType)
    #expect(MIDIObjectRemoveProperty(client.source, maker) == noErr)
    #expect(MIDIObjectRemoveProperty(client.source, maker) == kMIDIUnknownProperty)
    #expect(MIDIObjectRemoveProperty(client.source, kMIDIPropertyUniqueID) == kMIDINotPermitted)
    #expect(MIDIObjectGetStringProperty(0, maker, &string) == kMIDIObjectNotFound)
    var all: Unmanaged<CFPropertyList>?
    #expect(MIDIObjectGetProperties(client.source, &all, true) == noErr)
    let dictionary = try #require(all?.takeRetainedValue() as? NSDictionary)
    #expect(dictionary["name"] as? String == "source" && dictionary["protocol"] as? Int == 1)
  }

  @Test("references of another kind have their own errors")
  func errors() throws {
    let client = try TestClient()
    defer { client.dispose() }
    var made: MIDIObjectRef = 0
    #expect(MIDISourceCreate(client.source, "x" as CFString, &made) == kMIDIInvalidClient)
    #expect(MIDIOutputPortCreate(99_999, "x" as CFString, &made) == kMIDIInvalidClient)
    withList([(0, [0xF8])]) { list in
      #expect(MIDISend(client.input, client.destination, list) == kMIDIInvalidPort)
      #expect(MIDISend(client.output, 99_999, list) == kMIDIUnknownEndpoint)
      #expect(MIDISend(client.output, client.source, list) == kMIDIWrongEndpointType)
      #expect(MIDIReceived(client.destination, list) == kMIDIWrongEndpointType)
      #expect(MIDIReceived(99_999, list) == kMIDIUnknownEndpoint)
    }
    #expect(MIDIPortConnectSource(client.output, client.source, nil) == kMIDIInvalidPort)
    #expect(MIDIPortConnectSource(client.input, client.destination, nil) == kMIDIWrongEndpointType)
    #expect(MIDIPortConnectSource(client.input, 99_999, nil) == kMIDIUnknownEndpoint)
  }

  @Test("a closure hears of endpoints and properties")
  func notifications() throws {
    let heard = Mutex<[String]>([])
    try VirtualClock().run {
      var watcher: MIDIClientRef = 0
      MIDIClientCreateWithBlock("watcher" as CFString, &watcher) { message in
        let text = Self.text(message)
        heard.withLock { $0.append(text) }
      }
      let client = try TestClient()
      milliseconds(1)
      MIDIObjectSetStringProperty(client.source, kMIDIPropertyModel, "M" as CFString)
      milliseconds(1)
      MIDIEndpointDispose(client.source)
      milliseconds(1)
      client.dispose()
      milliseconds(1)
      MIDIClientDispose(watcher)
    }
    #expect(
      heard.withLock { $0 } == [
        "added 2", "setup", "added 3", "setup", "model", "setup", "removed 2", "setup",
        "removed 3", "setup",
      ])
  }

  private static func text(_ message: UnsafePointer<MIDINotification>) -> String {
    let raw = UnsafeRawPointer(message)
    switch message.pointee.messageID {
    case .msgObjectAdded, .msgObjectRemoved:
      let change = raw.load(as: MIDIObjectAddRemoveNotification.self)
      let isAdded = change.messageID == .msgObjectAdded
      return "\(isAdded ? "added" : "removed") \(change.childType.rawValue)"
    case .msgPropertyChanged:
      let change = raw.load(as: MIDIObjectPropertyChangeNotification.self)
      return String(change.propertyName.takeUnretainedValue())
    default: return "setup"
    }
  }

  @Test("a function hears of changes on the run loop on which its client was made")
  func runLoop() {
    var count: Int32 = 0
    var client: MIDIClientRef = 0
    withUnsafeMutablePointer(to: &count) { pointer in
      let notify: MIDINotifyProc = { _, data in
        data?.assumingMemoryBound(to: Int32.self).pointee += 1
      }
      #expect(MIDIClientCreate("client" as CFString, notify, pointer, &client) == noErr)
      var source: MIDIEndpointRef = 0
      #expect(MIDISourceCreate(client, "source" as CFString, &source) == noErr)
      #expect(pointer.pointee == 0)
      CFRunLoopRunInMode(.defaultMode, 0.01, true)
      #expect(pointer.pointee == 2)
      #expect(MIDIClientDispose(client) == noErr)
    }
  }
}
