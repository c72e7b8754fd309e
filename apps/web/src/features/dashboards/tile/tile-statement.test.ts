import { expect, test } from 'vitest';
import { tileStatement } from './tile-statement.ts';

test('DASH-8 a tile is exported as it is filtered and clicked, with every row', () => {
  const sql = `select status, total from orders where :channel::text is null or channel = :channel;\n`;
  const parameters = [{ name: 'channel', type: 'text', value: 'web' }];
  expect(tileStatement({ sql, parameters }, { parameters: [], where: [] })).toBe(
    `select status, total from orders where 'web'::text is null or channel = 'web'`,
  );
  const asked = {
    parameters: [{ name: 'channel', value: null }],
    where: [{ column: 'sta"tus', condition: { in: ["it's"], empty: true } }],
  };
  expect(tileStatement({ sql, parameters }, asked)).toBe(
    `select * from (
select status, total from orders where null::text is null or channel = null
) as "shown" where (("shown"."sta""tus") in ('it''s') or ("shown"."sta""tus") is null)`,
  );
});
