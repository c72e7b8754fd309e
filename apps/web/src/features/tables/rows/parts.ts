import { useMemo, useState } from 'react';
import { useHandlers } from '#ui/use-handlers.ts';
import { MOST_PLACES } from '../tables-query.ts';
import type { Row } from './use-rows.ts';

type Parts = ReadonlyMap<string, Row[]>;
const none: Parts = new Map();

/**
 * A board reads the rows of each stack by themselves, a calendar those of its days. All of them
 * together are then the rows of the page: what is staged, open or refused is found among them.
 */
export function useParts() {
  const [parts, setParts] = useState(none);
  const rows = useMemo(() => (parts.size > 0 ? joinParts(parts) : undefined), [parts]);
  const { showPart } = useHandlers({
    /** The rows a part has by now; undefined takes it away. */
    showPart: (id: string, shown: Row[] | undefined) =>
      setParts((now) => {
        const next = new Map(now);
        if (shown) next.set(id, shown);
        else next.delete(id);
        return next;
      }),
  });
  return { rows, showPart };
}

/** Each part has places of its own, so that no two rows stand at the same one. */
function joinParts(parts: Parts): Row[] {
  return [...parts.values()].flatMap((rows, part) =>
    rows.map((row) => placed(row, part * MOST_PLACES + row.index)),
  );
}

const drawn = new WeakMap<Row, Row>();

/** The same object as long as it stands there: it need not be drawn again. */
function placed(row: Row, index: number): Row {
  const known = drawn.get(row);
  if (known?.index === index) return known;
  const next = { ...row, index };
  drawn.set(row, next);
  return next;
}
