/// How like two stretches of excitation are.
struct ILBCCorrelation {
  /// The sum of the products.
  private(set) var product: Float = 0
  /// The energy of the stretch that is to be like the other.
  private(set) var energy: Float = 0
  /// The energy of the other.
  private(set) var targetEnergy: Float = 0

  init(_ samples: [Float], _ target: Int, _ candidate: Int, _ count: Int) {
    guard count > 0 else { return }
    for index in 0..<count {
      let (wanted, found) = (samples[target + index], samples[candidate + index])
      product += wanted * found
      energy += found * found
      targetEnergy += wanted * wanted
    }
  }

  /// What of the other's energy the stretch has, at the best gain above zero.
  var match: Float { product > 0 ? product * product / energy : 0 }

  /// What of the other's energy the stretch has, at the best gain.
  var matchOfEitherSign: Float { energy > 0 ? product * product / energy : 0 }

  /// How alike their shapes are, 0 to 1.
  var periodicity: Float {
    guard energy > 0, targetEnergy > 0 else { return 0 }
    return abs(product) / (energy.squareRoot() * targetEnergy.squareRoot())
  }
}
