import AudioRealtime
import CoreMIDI
import Foundation
import Testing

/// Parameters of a thru connection, and what follows them.
struct ThruParameters {
  var head = MIDIThruConnectionParams()
  var controls: [MIDIControlTransform] = []
  var maps: [[UInt8]] = []

  init(_ source: MIDIEndpointRef, _ destination: MIDIEndpointRef) {
    MIDIThruConnectionParamsInitialize(&head)
    (head.numSources, head.numDestinations) = (1, 1)
    head.sources.0.endpointRef = source
    head.destinations.0.endpointRef = destination
  }

  var data: CFData {
    var head = head
    (head.numControlTransforms, head.numMaps) = (UInt16(controls.count), UInt16(maps.count))
    var data = withUnsafeBytes(of: head) { Data($0) }
    for control in controls { withUnsafeBytes(of: control) { data.append(contentsOf: $0) } }
    for map in maps { data.append(contentsOf: map) }
    return data as CFData
  }
}

/// Changes that a thru connection cannot make.
enum UnsupportedChange: CaseIterable {
  case unknown, controlMap, missingMap, mappedBend, fineControl, remappedParameter, highControl

  func apply(to parameters: inout ThruParameters) {
    var control = MIDIControlTransform()
    control.controlNumber = 7
    switch self {
    case .unknown: parameters.head.velocity.transform = .init(rawValue: 3) ?? .none
    case .controlMap: parameters.head.velocity.transform = .mapControl
    case .missingMap:
      parameters.maps = [[UInt8](repeating: 1, count: 128)]
      parameters.head.noteNumber = MIDITransform(transform: .mapValue, param: 2)
    case .mappedBend:
      parameters.maps = [[UInt8](repeating: 1, count: 128)]
      parameters.head.pitchBend = MIDITransform(transform: .mapValue, param: 1)
    case .fineControl:
      control.controlType = .controlType_14Bit
      parameters.controls = [control]
    case .remappedParameter:
      control.remappedControlType = .controlType_7BitNRPN
      parameters.controls = [control]
    case .highControl:
      (control.transform, control.param) = (.mapControl, 128)
      parameters.controls = [control]
    }
  }
}

extension CoreMIDITests {
  @Test(
    "a thru connection with an unsupported change is refused", arguments: UnsupportedChange.allCases
  )
  func unsupportedChange(change: UnsupportedChange) throws {
    let client = try TestClient()
    var parameters = ThruParameters(client.source, client.destination)
    var connection: MIDIThruConnectionRef = 0
    #expect(MIDIThruConnectionCreate(nil, parameters.data, &connection) == noErr)
    let earlier = parameters.data
    change.apply(to: &parameters)
    var other: MIDIThruConnectionRef = 0
    #expect(MIDIThruConnectionCreate(nil, parameters.data, &other) == kAudio_ParamError)
    #expect(other == 0)
    #expect(MIDIThruConnectionSetParams(connection, parameters.data) == kAudio_ParamError)
    var kept = Unmanaged.passRetained(Data() as NSData)
    #expect(MIDIThruConnectionGetParams(connection, &kept) == noErr)
    #expect(kept.takeRetainedValue() == earlier)
    #expect(MIDIThruConnectionDispose(connection) == noErr)
    client.dispose()
  }

  @Test("a thru connection joins sources and destinations only")
  func thruEndpoints() throws {
    try VirtualClock().run {
      let client = try TestClient()
      let (source, destination) = (client.source, client.destination)
      var connection: MIDIThruConnectionRef = 0
      let wrong = [
        (source, client.input), (source, client.output), (source, source),
        (destination, destination), (client.input, destination), (source, client.client),
      ]
      for (first, second) in wrong {
        let parameters = ThruParameters(first, second)
        #expect(MIDIThruConnectionCreate(nil, parameters.data, &connection) == kAudio_ParamError)
      }
      // A port that has an identifier is no destination either.
      var parameters = ThruParameters(source, 0)
      parameters.head.destinations.0.uniqueID = 77
      #expect(MIDIObjectSetIntegerProperty(client.input, kMIDIPropertyUniqueID, 77) == noErr)
      #expect(MIDIThruConnectionCreate(nil, parameters.data, &connection) == noErr)
      #expect(client.receive([(0, [0xFA])]) == noErr)
      milliseconds(1)
      #expect(client.atInput.all.isEmpty)
      #expect(MIDIThruConnectionSetParams(connection, ThruParameters(source, source).data) == -50)
      #expect(
        MIDIThruConnectionSetParams(connection, ThruParameters(source, destination).data) == 0)
      #expect(client.receive([(0, [0xFB])]) == noErr)
      milliseconds(1)
      #expect(client.atInput.all.isEmpty && client.atDestination.bytes == [[0xFB]])
      #expect(MIDIThruConnectionDispose(connection) == noErr)
      client.dispose()
    }
  }

  @Test("a thru connection maps controllers and values")
  func thruMaps() throws {
    try VirtualClock().run {
      let client = try TestClient()
      var parameters = ThruParameters(client.source, client.destination)
      parameters.maps = [(0..<128).map { 127 - $0 }]
      parameters.head.programChange = MIDITransform(transform: .mapValue, param: 1)
      parameters.head.pitchBend = MIDITransform(transform: .scale, param: 2_048)
      parameters.head.channelPressure.transform = .filterOut
      let changes: [(UInt16, MIDITransformType, Int16)] = [
        (1, .mapControl, 7), (10, .filterOut, 0), (11, .minValue, 50), (12, .mapValue, 1),
      ]
      parameters.controls = changes.map { number, transform, param in
        var control = MIDIControlTransform()
        (control.controlNumber, control.transform, control.param) = (number, transform, param)
        return control
      }
      var connection: MIDIThruConnectionRef = 0
      #expect(MIDIThruConnectionCreate(nil, parameters.data, &connection) == noErr)
      let messages: [[UInt8]] = [
        [0xC0, 5], [0xE0, 0, 64], [0xD0, 9], [0xB0, 1, 3], [0xB0, 10, 3], [0xB0, 11, 3],
        [0xB0, 12, 3], [0xB0, 13, 3],
      ]
      for message in messages {
        #expect(client.receive([(0, message)]) == noErr)
        milliseconds(1)
      }
      #expect(
        client.atDestination.bytes == [
          [0xC0, 122], [0xE0, 0, 32], [0xB0, 7, 3], [0xB0, 11, 50], [0xB0, 12, 124], [0xB0, 13, 3],
        ])
      #expect(MIDIThruConnectionDispose(connection) == noErr)
      client.dispose()
    }
  }
}
