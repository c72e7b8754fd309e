import { Failure } from '@causeway/contract/errors.ts';
import type { SqlTarget } from '../stored.ts';
import type { SqlDatabases } from './databases.ts';
import { type SqlSession, STATEMENT_TIMEOUT_MS } from './sessions.ts';

/** Beyond the database's own limit: met when it does not answer at all. */
const WALL_CLOCK_GRACE_MS = 500;
/** What takes longer may be slow, or nobody may be there any more: that is asked on another line. */
const SILENCE_MS = 10_000;

export type Watch = {
  /** Rejects when the statement must stop. */
  stopped: Promise<never>;
  stop(reason: Error): void;
  isStopped(): boolean;
  /** While somebody else is waited for, the clock stands still. */
  pause(): void;
  resume(): void;
  end(): void;
};

/**
 * Looks after a running statement: the caller may go away, and the database may fall silent. Either
 * way the caller is answered at once, and the backend is freed behind them.
 */
export function watchStatement(
  databases: SqlDatabases,
  target: SqlTarget,
  session: SqlSession,
  signal: AbortSignal,
): Watch {
  let isStopped = false;
  let fail: (reason: Error) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    fail = reject;
  });
  stopped.catch(() => {});
  const stop = (reason: Error) => {
    if (isStopped) return;
    isStopped = true;
    fail(reason);
    if (reason instanceof Failure && reason.code === 'E_RESULT_TOO_LARGE') return;
    void databases.cancel(target, session.client).catch(() => {});
  };
  const onAbort = () => stop(new Failure('E_QUERY_CANCELLED'));
  let wallClock: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;
  const listen = () => {
    const timer = setTimeout(async () => {
      const answers = await databases.isAnswering(target);
      if (silence !== timer) return;
      if (answers) listen();
      else stop(new Failure('E_UPSTREAM_UNREACHABLE', 'The database does not answer any more.'));
    }, SILENCE_MS);
    silence = timer;
  };
  const pause = () => {
    clearTimeout(wallClock);
    clearTimeout(silence);
    silence = undefined;
  };
  const resume = () => {
    pause();
    listen();
    wallClock = setTimeout(
      () => stop(new Failure('E_QUERY_TIMEOUT')),
      (target.timeoutMs ?? STATEMENT_TIMEOUT_MS) + WALL_CLOCK_GRACE_MS,
    );
  };
  resume();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return {
    stopped,
    stop,
    isStopped: () => isStopped,
    pause,
    resume,
    end: () => {
      pause();
      signal.removeEventListener('abort', onAbort);
    },
  };
}
