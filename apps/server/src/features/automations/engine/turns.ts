/** A run of light steps never waits for anything, so it has to let others in by itself. */
const LONGEST_TURN_MS = 10;

let began: number | undefined;

/** Whether runs have had their time in this turn of the event loop, all of them together. */
export function isTurnOver(): boolean {
  if (began === undefined) {
    began = performance.now();
    setImmediate(() => {
      began = undefined;
    });
  }
  return performance.now() - began > LONGEST_TURN_MS;
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
