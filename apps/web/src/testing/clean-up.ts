import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// What is waited for comes at once, unless the machine is busy, which is no failure.
configure({ asyncUtilTimeout: 20_000 });

/** Test files share one browser to save the time of making it anew: each leaves it as it was. */
afterEach(cleanup);
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Some files run without a browser.
  globalThis.localStorage?.clear();
});
