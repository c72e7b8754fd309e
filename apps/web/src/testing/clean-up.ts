import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { queryClient } from '#platform/api/query-client.ts';
import { openConfirmation } from '#ui/confirm-dialog.ts';

// What is waited for comes at once, unless the machine is busy, which is no failure.
configure({ asyncUtilTimeout: 20_000 });

/** Test files share one browser to save the time of making it anew: each leaves it as it was. */
afterEach(cleanup);
afterAll(() => {
  // A question, an undo or a call that is left over would be taken for one of the next file.
  openConfirmation()?.answer(false);
  notifications.clean();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Some files run without a browser.
  globalThis.localStorage?.clear();
});
