/** Hands values from a producer that never waits to one reader. */
export type Queue<Item> = AsyncIterable<Item> & { push(item: Item): void; end(): void };

/** A reader this far behind would only read old news: it is cut off and connects anew. */
const LONGEST = 1_000;

export function createQueue<Item>(signal: AbortSignal): Queue<Item> {
  const items: Item[] = [];
  let ended = signal.aborted;
  let wake = () => {};
  const end = () => {
    ended = true;
    wake();
  };
  signal.addEventListener('abort', end, { once: true });
  return {
    push: (item) => {
      if (items.length >= LONGEST) end();
      else items.push(item);
      wake();
    },
    end,
    [Symbol.asyncIterator]: async function* () {
      while (true) {
        while (items.length > 0 && !signal.aborted) yield items.shift() as Item;
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
