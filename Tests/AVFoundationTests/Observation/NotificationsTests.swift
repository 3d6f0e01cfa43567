import AVFoundation
import Foundation
import Testing

/// Notifications as an asynchronous sequence.
@Suite(.timeLimit(.minutes(1))) struct NotificationsTests {
  let center = NotificationCenter()
  let name = Notification.Name("OpenCoreAudioTest")

  @Test("an iterator returns all notifications from its creation on, in order")
  func order() async {
    center.post(name: name, object: nil, userInfo: ["number": -1])
    var iterator = center.notifications(named: name).makeAsyncIterator()
    for number in 0..<100 {
      center.post(name: name, object: nil, userInfo: ["number": number])
      center.post(name: Notification.Name("OtherTest"), object: nil)
    }
    for number in 0..<100 {
      #expect(await iterator.next()?.userInfo?["number"] as? Int == number)
    }
  }

  @Test("only the sender's notifications arrive, and the sender is not retained")
  func sender() async {
    var sender: NSObject? = NSObject()
    weak let weakSender = sender
    let notifications = center.notifications(named: name, object: sender)
    var iterator = notifications.makeAsyncIterator()
    center.post(name: name, object: NSObject(), userInfo: ["isWanted": false])
    center.post(name: name, object: nil, userInfo: ["isWanted": false])
    center.post(name: name, object: sender, userInfo: ["isWanted": true])
    #expect(await iterator.next()?.userInfo?["isWanted"] as? Bool == true)
    sender = nil
    #expect(weakSender == nil)
    var late = notifications.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test("every iterator gets every notification")
  func iterators() async {
    let notifications = center.notifications(named: name)
    var first = notifications.makeAsyncIterator()
    var second = notifications.makeAsyncIterator()
    center.post(name: name, object: nil)
    #expect(await first.next()?.name == name)
    #expect(await second.next()?.name == name)
  }

  @Test("cancellation ends the sequence")
  func cancellation() async {
    let notifications = center.notifications(named: name)
    let task = Task {
      var count = 0
      for await _ in notifications { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test("a released iterator keeps nothing")
  func release() async {
    final class Payload {}
    var payload: Payload? = Payload()
    weak let weakPayload = payload
    do {
      let iterator = center.notifications(named: name).makeAsyncIterator()
      center.post(name: name, object: nil, userInfo: ["payload": payload as Any])
      _ = consume iterator
    }
    payload = nil
    #expect(weakPayload == nil)
  }

  @Test("main-actor code may iterate")
  @MainActor func mainActor() async {
    let notifications = center.notifications(named: name)
    Task { center.post(name: name, object: nil, userInfo: ["text": "main"]) }
    for await notification in notifications {
      MainActor.assertIsolated()
      #expect(notification.userInfo?["text"] as? String == "main")
      break
    }
  }
}
