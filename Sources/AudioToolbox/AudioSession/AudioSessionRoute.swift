internal import AudioRouting
internal import CoreAudioTypes
internal import Foundation

/// Converts routes to the values of the C functions.
enum AudioSessionRoute {
  /// The name of a route, as in the first iOS versions.
  static func name(_ route: SessionRoute) -> NSString {
    let records = route.inputs.contains { $0.kind == .headsetMic }
    switch route.outputs.first?.kind {
    case .headphones: return records ? "HeadsetInOut" : "Headphone"
    case .builtInSpeaker: return route.inputs.isEmpty ? "Speaker" : "SpeakerAndMicrophone"
    case .builtInReceiver: return route.inputs.isEmpty ? "Receiver" : "ReceiverAndMicrophone"
    case .lineOut: return "LineOut"
    case let kind?: return NSString(string: kind.rawValue)
    case nil: return NSString(string: route.inputs.first?.kind.rawValue ?? "")
    }
  }

  /// All ports of a route, for `kAudioSession_AudioRouteKey_Inputs` and
  /// `kAudioSession_AudioRouteKey_Outputs`.
  static func description(_ route: SessionRoute) -> NSDictionary {
    func ports(_ ports: [SessionPort]) -> NSArray {
      let all: [Any] = ports.map {
        NSDictionary(
          dictionary: [kAudioSession_AudioRouteKey_Type: NSString(string: $0.kind.rawValue)])
      }
      return NSArray(array: all)
    }
    return NSDictionary(dictionary: [
      kAudioSession_AudioRouteKey_Inputs: ports(route.inputs),
      kAudioSession_AudioRouteKey_Outputs: ports(route.outputs),
    ])
  }

  /// The value for listeners of `kAudioSessionProperty_AudioRouteChange`.
  static func change(
    _ reason: SessionRoute.ChangeReason, from old: SessionRoute, to new: SessionRoute
  ) -> NSDictionary {
    NSDictionary(dictionary: [
      NSString(string: kAudioSession_AudioRouteChangeKey_Reason): NSNumber(value: number(reason)),
      NSString(string: kAudioSession_AudioRouteChangeKey_OldRoute): name(old),
      kAudioSession_AudioRouteChangeKey_PreviousRouteDescription: description(old),
      kAudioSession_AudioRouteChangeKey_CurrentRouteDescription: description(new),
    ])
  }

  private static func number(_ reason: SessionRoute.ChangeReason) -> Int {
    switch reason {
    case .newDevice: kAudioSessionRouteChangeReason_NewDeviceAvailable
    case .oldDeviceGone: kAudioSessionRouteChangeReason_OldDeviceUnavailable
    case .category: kAudioSessionRouteChangeReason_CategoryChange
    case .override: kAudioSessionRouteChangeReason_Override
    case .configuration: kAudioSessionRouteChangeReason_RouteConfigurationChange
    }
  }
}
