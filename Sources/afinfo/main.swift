import Glibc
import ToolSupport

var isJSON = false
var pictures: [Picture] = []
var paths: [String] = []
var takesOptions = true
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--" where takesOptions: takesOptions = false
  case "--json" where takesOptions: isJSON = true
  case "--waveform" where takesOptions, "--spectrogram" where takesOptions:
    guard let path = arguments.popFirst() else {
      Terminal.complain("afinfo: \(argument): no file to write\n" + Help.usage)
      exit(2)
    }
    pictures.append(Picture(kind: argument == "--waveform" ? .waveform : .spectrogram, path: path))
  case "-h" where takesOptions, "--help" where takesOptions:
    Terminal.write(Help.text)
    exit(0)
  case _ where takesOptions && argument.hasPrefix("-") && argument != "-":
    Terminal.complain("afinfo: \(argument): no such option\n" + Help.usage)
    exit(2)
  default: paths.append(argument)
  }
}
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
