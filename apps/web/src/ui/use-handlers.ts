import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Record<string, (...args: never[]) => unknown>;

/**
 * The same functions for as long as the part lives, each doing what it would do as of the last
 * drawing: what is handed them need not be drawn again because they are. Not for use while drawing.
 */
export function useHandlers<Given extends Handlers>(handlers: Given): Given {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [stable] = useState(() => {
    const names = Object.keys(handlers);
    return Object.fromEntries(
      names.map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
    ) as Given;
  });
  return stable;
}
