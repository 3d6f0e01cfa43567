// The names of channels.
extension ChannelLabel {
  /// The name, such as `Left Surround`, or `nil` if the label has no name.
  package var name: String? {
    switch rawValue >> 16 {
    case 1: "Discrete \(rawValue & 0xFFFF)"
    case 2: "Ambisonic \(rawValue & 0xFFFF) (SN3D)"
    case 3: "Ambisonic \(rawValue & 0xFFFF) (N3D)"
    default: Self.names[self]?.name
    }
  }

  /// The abbreviation, such as `Ls`, or `nil` if the label has no name.
  package var shortName: String? {
    switch rawValue >> 16 {
    case 1: "D\(rawValue & 0xFFFF)"
    case 2, 3: "A\(rawValue & 0xFFFF)"
    default: Self.names[self]?.short
    }
  }

  private static let names: [ChannelLabel: (name: String, short: String)] = [
    .left: ("Left", "L"),
    .right: ("Right", "R"),
    .center: ("Center", "C"),
    .lowFrequency: ("LFE Screen", "LFE"),
    .leftSurround: ("Left Surround", "Ls"),
    .rightSurround: ("Right Surround", "Rs"),
    .leftCenter: ("Left Center", "Lc"),
    .rightCenter: ("Right Center", "Rc"),
    .centerSurround: ("Center Surround", "Cs"),
    .leftSurroundDirect: ("Left Surround Direct", "Lsd"),
    .rightSurroundDirect: ("Right Surround Direct", "Rsd"),
    .topCenterSurround: ("Top Center Surround", "Ts"),
    .leftHeight: ("Vertical Height Left", "Vhl"),
    .centerHeight: ("Vertical Height Center", "Vhc"),
    .rightHeight: ("Vertical Height Right", "Vhr"),
    .topBackLeft: ("Top Back Left", "Tbl"),
    .topBackCenter: ("Top Back Center", "Tbc"),
    .topBackRight: ("Top Back Right", "Tbr"),
    .leftRear: ("Rear Surround Left", "Rls"),
    .rightRear: ("Rear Surround Right", "Rrs"),
    .leftWide: ("Left Wide", "Lw"),
    .rightWide: ("Right Wide", "Rw"),
    .secondLowFrequency: ("LFE 2", "LFE2"),
    .leftTotal: ("Left Total", "Lt"),
    .rightTotal: ("Right Total", "Rt"),
    .hearingImpaired: ("Hearing Impaired", "HI"),
    .narration: ("Narration", "VI"),
    .mono: ("Mono", "M"),
    .dialog: ("Dialog Centric Mix", "DCM"),
    .centerSurroundDirect: ("Center Surround Direct", "Csd"),
    .haptic: ("Haptic", "Hap"),
    .leftTopMiddle: ("Left Top Middle", "Ltm"),
    .rightTopMiddle: ("Right Top Middle", "Rtm"),
    .leftTopRear: ("Left Top Rear", "Ltr"),
    .centerTopRear: ("Center Top Rear", "Ctr"),
    .rightTopRear: ("Right Top Rear", "Rtr"),
    .ambisonicW: ("Ambisonic W", "W"),
    .ambisonicX: ("Ambisonic X", "X"),
    .ambisonicY: ("Ambisonic Y", "Y"),
    .ambisonicZ: ("Ambisonic Z", "Z"),
    .mid: ("Mid", "Mid"),
    .side: ("Side", "Side"),
    .xOfXY: ("XY X", "X"),
    .yOfXY: ("XY Y", "Y"),
    .binauralLeft: ("Binaural Left", "L"),
    .binauralRight: ("Binaural Right", "R"),
    .headphonesLeft: ("Headphones Left", "L"),
    .headphonesRight: ("Headphones Right", "R"),
  ]
}
