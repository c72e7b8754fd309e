/**
 * Makes one question to the database of the many that are asked at the same time: by all requests
 * that were read in one turn of the loop. What arrives while that is on its way is gathered, and
 * asked together as soon as the answer is there. So nobody gets an answer that was read before they
 * asked, and a crowd costs few statements: asking twice at a time made the lists half as long and all
 * of it dearer.
 *
 * A statement that does not come back in time no longer counts as on its way: it may be one broken
 * connection, and others must not wait for it.
 */
export function inBatches<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  type Asked = {
    question: Question;
    resolve(answer: Answer): void;
    reject(error: unknown): void;
  };
  let waiting: Asked[] = [];
  let onTheirWay = 0;
  let isPlanned = false;

  function plan(): void {
    if (isPlanned || waiting.length === 0 || onTheirWay > 0) return;
    isPlanned = true;
    setImmediate(send);
  }

  function send(): void {
    isPlanned = false;
    const batch = waiting.slice(0, MOST_TOGETHER);
    waiting = waiting.slice(MOST_TOGETHER);
    onTheirWay += 1;
    const arrive = once(() => {
      clearTimeout(late);
      onTheirWay -= 1;
      plan();
    });
    const late = setTimeout(arrive, LATE_MS);
    ask(batch.map(({ question }) => question)).then(
      (answers) => {
        arrive();
        batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
      },
      (error: unknown) => {
        arrive();
        for (const { reject } of batch) reject(error);
      },
    );
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      plan();
    });
}

const MOST_TOGETHER = 100;
const LATE_MS = 100;

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
