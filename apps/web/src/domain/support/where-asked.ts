import { buildId } from '#platform/builds/builds.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { onApiFailure } from '#platform/api/api.ts';

let lastRequestId: string | null = null;

/** What support can look up in the logs; nothing of what was asked for is in it. */
onApiFailure((error) => {
  if (isErrorBody(error)) lastRequestId = error.requestId;
});

/** Where somebody is, without what they look at: addresses hold filters and names of tables. */
export function whereAsked(): { page: string; build: string; requestId: string | null } {
  const [, area = '', page = ''] = location.pathname.split('/');
  const isPage = /^[a-z-]{1,30}$/.test(page);
  return {
    page: `/${area}${isPage ? `/${page}` : ''}`,
    build: buildId(),
    requestId: lastRequestId,
  };
}
