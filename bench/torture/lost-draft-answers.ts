import { loseAnswers, TIMES } from './lost-answers-of.ts';

export const name =
  'answer to a saved draft lost after the commit or on the way, client retries with its key, 500 times';
const path = '/api/tables/v1/tables/notes/draft';

export function run() {
  return loseAnswers(
    (connector) => ({
      path: `${path}/apply`,
      cutWithinMs: 30,
      request: async (time, send) => {
        const values = { title: { set: `Note ${time}` } };
        await send('PATCH', path, {
          connector,
          put: [{ kind: 'insert', ref: `n${time}`, values }],
        });
        return { key: `torture-draft-${time}`, body: { connector } };
      },
    }),
    async (stage, told) => {
      const [ledger] = await stage.query<{ sets: number }>(
        `select count(*)::int as sets from causeway.change_sets where status = 'done'`,
      );
      const sets = ledger?.sets ?? 0;
      return { figure: `${told}, ${sets} saves in the ledger`, passed: sets === TIMES };
    },
  );
}
