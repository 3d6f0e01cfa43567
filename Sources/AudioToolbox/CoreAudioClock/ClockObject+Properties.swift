internal import CoreAudioTypes
internal import Foundation

/// The properties of a clock.
extension ClockObject {
  func value(of property: CAClockPropertyID) throws(StatusError) -> PropertyValue {
    if property == .name { return .object((name ?? "") as NSString) }
    return try read { (model) throws(StatusError) in
      switch property {
      case .internalTimebase: return PropertyValue(CAClockTimebase.hostTime.rawValue)
      case .syncMode: return PropertyValue(model.syncMode.rawValue)
      case .syncSource: return PropertyValue(UInt32(0))
      case .smpteFormat: return PropertyValue(model.format.type.rawValue)
      case .smpteOffset: return PropertyValue(model.offset)
      case .mtcFreewheelTime: return PropertyValue(model.freewheelSeconds)
      case .tempoMap:
        return PropertyValue(
          list: model.tempos.map { CATempoMapEntry(beats: $0.beat, tempoBPM: $0.tempo) })
      case .meterTrack:
        return .bytes(
          model.meters.flatMap { meter -> [UInt8] in
            let entry = CAMeterTrackEntry(
              beats: meter.beat, meterNumer: UInt16(meter.count), meterDenom: UInt16(meter.unit))
            let value = PropertyValue(padded: entry, significantByteCount: 12)
            guard case .bytes(let bytes) = value else { return [] }
            return bytes
          })
      default: throw StatusError(kCAClock_UnknownPropertyError)
      }
    }
  }

  func set(_ property: CAClockPropertyID, to value: ClockValue) throws(StatusError) {
    if property == .name {
      name = try value.text()
      return try change { _ in [.changed(property.rawValue)] }
    }
    try change { (model) throws(StatusError) in
      switch property {
      case .internalTimebase:
        guard try value.number(UInt32.self) == CAClockTimebase.hostTime.rawValue else {
          throw StatusError(kCAClock_InvalidTimebaseError)
        }
      case .syncMode: return try model.set(syncMode: value.number())
      case .syncSource:
        guard try value.number(UInt32.self) == 0 else {
          throw StatusError(kCAClock_InvalidSyncSourceError)
        }
      case .smpteFormat:
        guard let type = SMPTETimeType(rawValue: try value.number()),
          let format = SMPTEFormat(type)
        else { throw StatusError(kCAClock_InvalidSMPTEFormatError) }
        model.format = format
      case .smpteOffset:
        model.offset = try value.number()
        guard model.offset.isFinite else {
          model.offset = 0
          throw StatusError(kCAClock_InvalidSMPTEOffsetError)
        }
      case .mtcFreewheelTime:
        let seconds: Double = try value.number()
        guard seconds >= 0, seconds.isFinite else { throw StatusError(kAudio_ParamError) }
        model.freewheelSeconds = seconds
      case .tempoMap: model.tempos = try value.tempos()
      case .meterTrack: model.meters = try value.meters()
      default: throw StatusError(kCAClock_UnknownPropertyError)
      }
      return [.changed(property.rawValue)]
    }
  }
}

extension ClockModel {
  /// Sets the sync mode of a stopped clock, which is not armed afterwards.
  fileprivate mutating func set(syncMode value: UInt32) throws(StatusError) -> [Event] {
    let modes: [CAClockSyncMode] = [.internal, .midiClockTransport, .mtcTransport]
    guard let mode = modes.first(where: { $0.rawValue == value }), !isRunning else {
      throw StatusError(kCAClock_InvalidSyncModeError)
    }
    let events = disarm(at: ClockObject.now)
    syncMode = mode
    return events + [.changed(CAClockPropertyID.syncMode.rawValue)]
  }
}
