#if Pictures
  import CPictures
  import Glibc
  import ToolSupport

  /// The spectra of intervals of ``length`` samples, each with a Hann window.
  final class Spectrum {
    /// The number of samples in an interval.
    static let length = 2048
    /// The number of bands in a spectrum.
    static let bandCount = length / 2 + 1

    private let spectrum: OpaquePointer
    private let window: [Float]
    private var stretch = [Float](repeating: 0, count: length)
    private var powers = [Float](repeating: 0, count: bandCount)

    init() throws(ToolFailure) {
      var spectrum: OpaquePointer?
      let result = Int(OCASpectrumMake(Int32(Self.length), &spectrum))
      guard result == OCAPictureDone, let spectrum else {
        throw ToolFailure(
          result == OCAPictureLibraryMissing
            ? "libkissfft-float, which computes the spectrogram, is missing"
            : "not enough memory for the spectrogram"
        )
      }
      self.spectrum = spectrum
      // Gives a full-scale sine the power 1: a band has half of its amplitude, and the window
      // halves that again.
      window = (0..<Self.length).map { index in
        (1 - cos(2 * .pi * Float(index) / Float(Self.length))) * 2 / Float(Self.length)
      }
    }

    deinit {
      OCASpectrumFree(spectrum)
    }

    /// Adds the powers of an interval's bands to `sums`.
    func add(_ samples: ArraySlice<Float>, to sums: inout [Float]) {
      var index = 0
      for sample in samples {
        stretch[index] = sample * window[index]
        index += 1
      }
      OCASpectrumTransform(spectrum, stretch, &powers)
      for band in sums.indices { sums[band] += powers[band] }
    }
  }
#endif
