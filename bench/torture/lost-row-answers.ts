import { loseAnswers } from './lost-answers-of.ts';

export const name =
  'answer to an inserted row lost after the commit or on the way, client retries with its key, 500 times';

export function run() {
  return loseAnswers(
    (connector) => ({
      path: '/api/tables/v1/tables/notes/rows',
      cutWithinMs: 15,
      request: async (time) => ({
        key: `torture-row-${time}`,
        body: { connector, values: { title: `Note ${time}` } },
      }),
    }),
    async (_stage, told) => ({ figure: told, passed: true }),
  );
}
