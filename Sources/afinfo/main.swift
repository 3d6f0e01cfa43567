import Glibc
import ToolSupport

var isJSON = false
var pictures: [Picture] = []
var words = Arguments(CommandLine.arguments.dropFirst())
do throws(ToolFailure) {
  while let option = words.nextOption() {
    switch option {
    case "--json": isJSON = true
    case "--waveform":
      pictures.append(Picture(kind: .waveform, path: try words.value(of: option)))
    case "--spectrogram":
      pictures.append(Picture(kind: .spectrogram, path: try words.value(of: option)))
    case "-h", "--help":
      Terminal.write(Help.text)
      exit(0)
    default: throw Arguments.unknown(option)
    }
  }
} catch {
  Terminal.complain("afinfo: \(error.reason)\n" + Help.usage)
  exit(2)
}
let paths = words.names
guard !paths.isEmpty, pictures.isEmpty || paths.count == 1 else {
  Terminal.complain(
    paths.isEmpty ? Help.usage : "afinfo: a picture is of one FILE\n" + Help.usage)
  exit(2)
}

var failureCount = 0
var reports: [JSON] = []
for path in paths {
  let failure: ToolFailure?
  do throws(ToolFailure) {
    let report = try FileReport(path: path)
    for picture in pictures { try picture.draw(report) }
    if isJSON { reports.append(report.json) } else { Terminal.write(report.text) }
    if let warning = report.warning { Terminal.complain("afinfo: \(path): \(warning)\n") }
    failure = report.cutOff
  } catch {
    failure = error
  }
  guard let failure else { continue }
  Terminal.complain("afinfo: \(path): \(failure.reason)\n")
  failureCount += 1
}
if isJSON { Terminal.write(JSON.array(reports).text() + "\n") }
exit(failureCount == 0 ? 0 : 1)
