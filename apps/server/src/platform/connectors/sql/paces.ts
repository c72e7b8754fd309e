/**
 * How quickly pages of tables come, told by the requests of people themselves. Work that can wait
 * watches a connector and gives way when its pages get slower.
 *
 * A page is known by its statement. While nobody watches, the time it takes is what is usual for it;
 * while somebody does, it is compared with that. What was never asked before says nothing.
 */
export type Paces = {
  note(connectorId: string, statement: string, ms: number): void;
  watch(connectorId: string): Watch;
};

export type Watch = {
  /** How many times as long pages take as usual: 1 where nobody asks for any. */
  slowdown(): number;
  end(): void;
};

type Pace = {
  watchers: number;
  usual: Map<string, number[]>;
  recent: { at: number; ratio: number }[];
};

const MOST_CONNECTORS = 500;
const MOST_STATEMENTS = 50;
const LONGEST_STATEMENT = 4_000;
const TIMES_KEPT = 15;
const LEAST_TIMES = 3;
const RATIOS_KEPT = 15;
/** What was slow a while ago is no reason to wait now. */
const RECENT_MS = 3_000;
const SHORTEST_MS = 1;

export function createPaces(now: () => number = () => performance.now()): Paces {
  const paces = new Map<string, Pace>();

  function paceOf(connectorId: string): Pace {
    const known = paces.get(connectorId);
    const pace = known ?? { watchers: 0, usual: new Map<string, number[]>(), recent: [] };
    touch(paces, connectorId, pace);
    forgetOldest(paces, MOST_CONNECTORS, ({ watchers }) => watchers === 0);
    return pace;
  }

  return {
    note: (connectorId, statement, ms) => {
      if (statement.length > LONGEST_STATEMENT) return;
      const { watchers, usual, recent } = paceOf(connectorId);
      const times = usual.get(statement) ?? [];
      if (watchers === 0) {
        touch(usual, statement, [...times, ms].slice(-TIMES_KEPT));
        forgetOldest(usual, MOST_STATEMENTS);
      } else if (times.length >= LEAST_TIMES) {
        recent.push({ at: now(), ratio: ms / Math.max(SHORTEST_MS, middleOf(times)) });
        if (recent.length > RATIOS_KEPT) recent.shift();
      }
    },
    watch: (connectorId) => {
      const pace = paceOf(connectorId);
      pace.watchers += 1;
      return {
        slowdown: () => {
          const since = now() - RECENT_MS;
          const ratios = pace.recent.filter(({ at }) => at >= since).map(({ ratio }) => ratio);
          return ratios.length < LEAST_TIMES ? 1 : middleOf(ratios);
        },
        end: () => {
          pace.watchers -= 1;
          if (pace.watchers === 0) pace.recent = [];
        },
      };
    },
  };
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** The one used last is the last to be forgotten. */
function touch<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

function forgetOldest<Value>(
  map: Map<string, Value>,
  most: number,
  mayGo: (value: Value) => boolean = () => true,
): void {
  if (map.size <= most) return;
  for (const [key, value] of map) {
    if (!mayGo(value)) continue;
    map.delete(key);
    return;
  }
}
