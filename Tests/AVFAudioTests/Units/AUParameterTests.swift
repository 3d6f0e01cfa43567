import AVFAudio
import AudioToolbox
import Foundation
import Synchronization
import Testing

/// Trees of parameters.
@Suite struct AUParameterTests {
  private func parameter(
    _ identifier: String, _ address: AUParameterAddress, strings: [String]? = nil
  ) -> AUParameter {
    AUParameterTree.createParameter(
      withIdentifier: identifier, name: identifier.capitalized, address: address, min: 0, max: 10,
      unit: strings == nil ? .hertz : .indexed, unitName: nil, valueStrings: strings,
      dependentParameters: nil)
  }

  @Test("parameters are found by address, by key path, and in their order")
  func tree() throws {
    let group = AUParameterTree.createGroup(
      withIdentifier: "filter", name: "Filter",
      children: [parameter("cutoff", 1), parameter("shape", 2)])
    let tree = AUParameterTree.createTree(withChildren: [parameter("level", 0), group])
    #expect(tree.allParameters.map(\.address) == [0, 1, 2])
    #expect(tree.parameter(withAddress: 2)?.keyPath == "filter.shape")
    #expect((tree.value(forKeyPath: "filter.cutoff") as? AUParameter)?.address == 1)
    #expect(tree.value(forKey: "cutoff") == nil)
    #expect(tree.parameter(withID: 1, scope: kAudioUnitScope_Global, element: 0)?.address == 1)
    #expect(tree.parameter(withAddress: 9) == nil)
    #expect(tree.parameter(withAddress: 1)?.displayName(withLength: 3) == "Cut")
  }

  @Test("copies of a template have their own addresses and values")
  func template() throws {
    let template = AUParameterTree.createGroupTemplate([parameter("level", 5)])
    let groups = (0..<2).map {
      AUParameterTree.createGroup(
        fromTemplate: template, identifier: "channel\($0)", name: "Channel \($0)",
        addressOffset: UInt64($0) * 100)
    }
    let tree = AUParameterTree.createTree(withChildren: groups)
    #expect(tree.allParameters.map(\.address) == [5, 105])
    tree.parameter(withAddress: 105)?.value = 4
    #expect(tree.parameter(withAddress: 5)?.value == 0)
    #expect(tree.parameter(withAddress: 105)?.keyPath == "channel1.level")
  }

  @Test("values become text and text becomes values")
  func text() {
    let mode = parameter("mode", 0, strings: ["Soft", "Hard"])
    #expect(mode.string(fromValue: [1]) == "Hard")
    #expect(mode.value(from: "Hard") == 1)
    let level = parameter("level", 1)
    #expect(level.string(fromValue: [2.5]) == "2.50")
    #expect(level.value(from: "3.25") == 3.25)
    #expect(level.unitName == "Hz")
    level.implementorStringFromValueCallback = { "<\($1?.pointee ?? $0.value)>" }
    level.value = 7
    #expect(level.string(fromValue: nil) == "<7.0>")
  }

  @Test("a callback of a group applies to its parameters unless they have their own")
  func callbacks() {
    let (low, high) = (parameter("low", 0), parameter("high", 1))
    let tree = AUParameterTree.createTree(withChildren: [
      AUParameterTree.createGroup(withIdentifier: "g", name: "G", children: [low, high])
    ])
    tree.implementorValueProvider = { Float($0.address) + 5 }
    high.implementorValueProvider = { _ in 1 }
    #expect(low.value == 5)
    #expect(high.value == 1)
  }

  @Test("recordings and automation receive the time and the kind of each change")
  func events() async throws {
    let level = parameter("level", 3)
    let tree = AUParameterTree.createTree(withChildren: [level])
    let (seen, continuation) = AsyncStream<String>.makeStream()
    let recording = tree.token(byAddingParameterRecordingObserver: { count, events in
      continuation.yield("\(count) \(events.pointee.hostTime) \(events.pointee.value)")
    })
    let automation = level.token(byAddingParameterAutomationObserver: { _, events in
      continuation.yield("\(events.pointee.eventType.rawValue) \(events.pointee.address)")
    })
    level.setValue(1, originator: nil, atHostTime: 10, eventType: .touch)
    level.setValue(2, originator: nil, atHostTime: 20)
    level.setValue(2, originator: automation, atHostTime: 30, eventType: .release)
    level.setValue(4, originator: automation, atHostTime: 40)
    var all: [String] = []
    for await event in seen {
      all.append(event)
      if event.hasPrefix("1 40") { break }
    }
    #expect(all == ["1 3", "0 3", "1 20 2.0", "1 40 4.0"])
    tree.removeParameterObserver(recording)
  }

  @Test("the value of a parameter, and those of a unit, are observed by their key paths")
  func keyPaths() throws {
    let unit = try AUAudioUnit(
      componentDescription: AudioComponentDescription(
        componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_Delay,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
        componentFlagsMask: 0))
    let tree = try #require(unit.parameterTree)
    let parameter = try #require(
      tree.parameter(withAddress: AUParameterAddress(kDelayParam_Feedback)))
    let values = Mutex<[AUValue?]>([])
    let observation = parameter.observe(\.value, options: [.new, .old]) { _, change in
      values.withLock { $0 += [change.oldValue, change.newValue] }
    }
    let changes = Mutex(0)
    let all = unit.observe(\.allParameterValues) { _, _ in changes.withLock { $0 += 1 } }
    let bypass = Mutex<[Bool?]>([])
    let bypassing = unit.observe(\.shouldBypassEffect, options: .new) { _, change in
      bypass.withLock { $0.append(change.newValue) }
    }
    let old = parameter.value
    parameter.value = 12
    #expect(values.withLock { $0 } == [old, 12])
    #expect(changes.withLock { $0 } == 1)
    tree.parameter(withAddress: AUParameterAddress(kDelayParam_DelayTime))?.value = 0.5
    #expect(changes.withLock { $0 } == 2)
    unit.shouldBypassEffect = true
    #expect(bypass.withLock { $0 } == [true])
    observation.invalidate()
    all.invalidate()
    bypassing.invalidate()
    parameter.value = 13
    #expect(values.withLock { $0.count } == 2 && changes.withLock { $0 } == 2)
  }
}
