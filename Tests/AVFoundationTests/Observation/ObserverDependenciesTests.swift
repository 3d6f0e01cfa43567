import Testing

@testable import AVFoundation
@testable import AudioToolbox

/// The properties that an observer keeps after overlapping evaluations.
@Suite struct ObserverDependenciesTests {
  private final class Observer: PropertyObserver {
    let dependencies = ObserverDependencies()

    func willChange() -> (() -> Void)? { nil }
    func didChange() {}
    func end() { dependencies.end(observer: self) }
  }

  private let observer = Observer()
  private let tables = (0..<3).map { _ in ObserverTable() }
  private let property = ObservedProperty(\Track.volume)

  private var observed: [Bool] { tables.map { !$0.isEmpty } }

  private func note(_ table: Int, in evaluation: Int) {
    observer.dependencies.note(
      property, in: tables[table], evaluation: evaluation, observer: observer)
  }

  @Test("a property is observed as soon as it is noted")
  func atOnce() {
    let evaluation = observer.dependencies.beginEvaluation()
    note(0, in: evaluation)
    note(0, in: evaluation)
    #expect(observed == [true, false, false])
    #expect(tables[0].observers(of: [property]).count == 1)
    observer.dependencies.finishEvaluation(evaluation, observer: observer)
    #expect(observed == [true, false, false])
  }

  @Test("the evaluation that began last decides, in whichever order the evaluations finish")
  func overlap() {
    let first = observer.dependencies.beginEvaluation()
    note(0, in: first)
    let second = observer.dependencies.beginEvaluation()
    note(1, in: second)
    observer.dependencies.finishEvaluation(second, observer: observer)
    #expect(observed == [false, true, false])
    note(1, in: first)
    note(2, in: first)
    #expect(observed == [false, true, true])
    observer.dependencies.finishEvaluation(first, observer: observer)
    #expect(observed == [false, true, false])
  }

  @Test("notes after the end of the evaluation or of the observer have no effect")
  func lateNotes() {
    let first = observer.dependencies.beginEvaluation()
    observer.dependencies.finishEvaluation(first, observer: observer)
    note(0, in: first)
    #expect(observed == [false, false, false])
    let second = observer.dependencies.beginEvaluation()
    note(1, in: second)
    observer.end()
    note(2, in: second)
    #expect(observed == [false, false, false])
  }
}
