import { useCallback, useEffect, useReducer, useState } from 'react';

/**
 * connecting → open: the first text arrived
 * connecting, open → ended: the server closed the stream, or the reader stopped it
 * connecting, open → failed: the request was refused or the connection broke
 * ended, failed → connecting: started again, with an empty list
 */
export type StreamState = 'connecting' | 'open' | 'ended' | 'failed';

type StreamChunk = { number: number; afterMs: number; text: string };

type Stream = { state: StreamState; chunks: StreamChunk[]; error: unknown };
type Step =
  | { type: 'start' }
  | { type: 'text'; text: string; afterMs: number }
  | { type: 'end' }
  | { type: 'fail'; error: unknown };

const KEPT_CHUNKS = 500;
const fresh: Stream = { state: 'connecting', chunks: [], error: undefined };

/** Reads a stream while the page is open and keeps its last chunks. `open` must stay the same. */
export function useTextStream(open: (signal: AbortSignal) => AsyncIterable<string>) {
  const [stream, dispatch] = useReducer(advance, fresh);
  const [run, setRun] = useState(() => new AbortController());

  useEffect(() => {
    const left = new AbortController();
    const signal = AbortSignal.any([run.signal, left.signal]);
    void readInto(open(signal), signal, dispatch);
    return () => left.abort();
  }, [open, run]);

  const start = useCallback(() => setRun(new AbortController()), []);
  const stop = useCallback(() => {
    run.abort();
    dispatch({ type: 'end' });
  }, [run]);
  return { ...stream, start, stop };
}

async function readInto(
  texts: AsyncIterable<string>,
  signal: AbortSignal,
  dispatch: (step: Step) => void,
): Promise<void> {
  const startedAt = performance.now();
  dispatch({ type: 'start' });
  try {
    for await (const text of texts) {
      dispatch({ type: 'text', text, afterMs: Math.round(performance.now() - startedAt) });
    }
    if (!signal.aborted) dispatch({ type: 'end' });
  } catch (error) {
    if (!signal.aborted) dispatch({ type: 'fail', error });
  }
}

function advance(stream: Stream, step: Step): Stream {
  switch (step.type) {
    case 'start':
      return fresh;
    case 'text': {
      const number = (stream.chunks.at(-1)?.number ?? 0) + 1;
      const chunk = { number, afterMs: step.afterMs, text: step.text };
      return { ...stream, state: 'open', chunks: [...stream.chunks, chunk].slice(-KEPT_CHUNKS) };
    }
    case 'end':
      return { ...stream, state: 'ended' };
    default:
      return { ...stream, state: 'failed', error: step.error };
  }
}
