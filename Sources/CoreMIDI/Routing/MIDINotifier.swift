internal import AudioRealtime
internal import CCoreMIDI
internal import Foundation
internal import Synchronization

/// A change of the setup.
enum MIDIChange: Sendable {
  case added(MIDIObjectRef, MIDIObjectType)
  case removed(MIDIObjectRef, MIDIObjectType)
  case property(MIDIObjectRef, MIDIObjectType, String)
  case setup
  case thru

  /// Calls a function with the notification in memory.
  func withNotification(_ body: (UnsafePointer<MIDINotification>) -> Void) {
    switch self {
    case .added(let object, let type): unsafe Self.objectChange(.msgObjectAdded, object, type, body)
    case .removed(let object, let type):
      unsafe Self.objectChange(.msgObjectRemoved, object, type, body)
    case .property(let object, let type, let name):
      let name = name as NSString
      let size = UInt32(MemoryLayout<MIDIObjectPropertyChangeNotification>.size)
      let message = unsafe MIDIObjectPropertyChangeNotification(
        messageID: .msgPropertyChanged, messageSize: size, object: object, objectType: type,
        propertyName: Unmanaged.passUnretained(name))
      withExtendedLifetime(name) { unsafe Self.pass(message, body) }
    case .setup: unsafe Self.plain(.msgSetupChanged, body)
    case .thru: unsafe Self.plain(.msgThruConnectionsChanged, body)
    }
  }

  private static func plain(
    _ message: MIDINotificationMessageID, _ body: (UnsafePointer<MIDINotification>) -> Void
  ) {
    let size = UInt32(MemoryLayout<MIDINotification>.size)
    unsafe pass(MIDINotification(messageID: message, messageSize: size), body)
  }

  private static func objectChange(
    _ message: MIDINotificationMessageID, _ object: MIDIObjectRef, _ type: MIDIObjectType,
    _ body: (UnsafePointer<MIDINotification>) -> Void
  ) {
    let size = UInt32(MemoryLayout<MIDIObjectAddRemoveNotification>.size)
    unsafe pass(
      MIDIObjectAddRemoveNotification(
        messageID: message, messageSize: size, parent: 0, parentType: .other, child: object,
        childType: type), body)
  }

  private static func pass<Message>(
    _ message: Message, _ body: (UnsafePointer<MIDINotification>) -> Void
  ) {
    // Safe: each notification begins as this one does.
    unsafe withUnsafePointer(to: message) { pointer in
      unsafe pointer.withMemoryRebound(to: MIDINotification.self, capacity: 1) { unsafe body($0) }
    }
  }
}

/// The client's code for notifications.
@safe
final class MIDINotifier: @unchecked Sendable {
  // Unchecked: the code runs on the client's run loop, or on one thread of MIDI Services.

  private static let thread = SerialThread(name: "oca-midi-notify")
  private let call: (UnsafePointer<MIDINotification>) -> Void
  private let runLoop: RunLoop?
  private let calls = MIDICalls()

  /// Makes a notifier.
  ///
  /// - Parameters:
  ///   - runLoop: The run loop that runs the code, or `nil` for a thread of MIDI Services.
  ///   - call: The client's code.
  init(_ runLoop: RunLoop?, _ call: @escaping (UnsafePointer<MIDINotification>) -> Void) {
    self.runLoop = runLoop
    unsafe self.call = call
  }

  func post(_ changes: [MIDIChange]) {
    guard let runLoop else {
      return Self.thread.post { [self] in perform(changes) }
    }
    runLoop.perform { [self] in perform(changes) }
    CFRunLoopWakeUp(runLoop.getCFRunLoop())
  }

  /// Ends the calls, and waits for a call in progress, unless that call itself calls this function.
  func end() { calls.end() }

  private func perform(_ changes: [MIDIChange]) {
    for change in changes {
      calls.perform { unsafe change.withNotification { unsafe call($0) } }
    }
  }
}

extension MIDISetup {
  /// Notifies all clients of changes.
  static func notify(_ changes: [MIDIChange]) {
    let notifiers = shared.withLock { setup in
      setup.objects.values.compactMap { object in
        if case .client(let notifier) = object.kind { notifier } else { nil }
      }
    }
    for notifier in notifiers { notifier.post(changes + [.setup]) }
  }
}
