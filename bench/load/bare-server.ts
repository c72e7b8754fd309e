import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** What nobody gets below: Node's own server and a pool of pg, without anything between them. */
const [connectionString = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 8 });
const statements: Record<string, string> = {
  '/select': 'select 1',
  '/page': 'select * from items order by id limit 50',
};

const server = createServer(async (request, response) => {
  const { rows } = await pool.query(statements[request.url ?? ''] ?? '');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ rows }));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
