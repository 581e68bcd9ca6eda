import { setTimeout as delay } from 'node:timers/promises';
import { login } from '#functions/api/accounts/endpoints.ts';
import { handler as ours } from '#functions/http/sign-in.ts';
import { startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { gateway, type Route } from '#lib/local/gateway.ts';
import { httpServer } from '#lib/local/http-server.ts';
import { listen } from '#lib/local/listen.ts';
import { createTables } from '#lib/local/resources.ts';
import { newAccount } from '#shared/accounts/rules/users.ts';
import { verifyPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import { tableAt } from '#shared/store/table.ts';
import { packaged } from './packaged.ts';
import type { Account } from './sign-in.ts';

const [, , name = '', told = '{}'] = process.argv;
const { accounts, password, data } = JSON.parse(told) as {
  accounts: Account[];
  password: string;
  data: string;
};

const bare: Route['handler'] = async ({ body }) => {
  const { inFlight, seconds } = JSON.parse(body ?? '');
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1000;
  const lane = async (_: unknown, number: number) => {
    for (let before = performance.now(); before < end; ) {
      const { isRight } = await verifyPassword(password, accounts[number]?.passwordHash ?? null);
      if (!isRight) throw new Error('The password is wrong.');
      const after = performance.now();
      latencies.push(after - before);
      before = after;
    }
  };
  await Promise.all([...Array.from({ length: inFlight }, lane), delay(seconds * 1000)]);
  return { statusCode: 200, body: JSON.stringify(latencies) };
};

const handlers: Record<string, () => Route['handler'] | Promise<Route['handler']>> = {
  bare: () => bare,
  async ours() {
    const engine = await startEmbedded(data, { sweepSeconds: 0 });
    await createTables(engine.call, { prefix: '' });
    setOwnEngine(engine.dynamo);
    const users = usersIn(tableAt('accounts', engine.dynamo));
    for (const [i, account] of accounts.entries())
      await users.create(newAccount({ id: i + 1, createdAt: new Date().toISOString(), ...account }));
    return ours as unknown as Route['handler'];
  },
  'better-auth': () => packaged('better-auth', accounts, password),
};
const handler = await handlers[name]?.();
if (!handler) throw new Error(`There is no peer ${name}.`);

const door = httpServer((error) => process.stderr.write(`${error}\n`));
door.serve(gateway([{ endpoints: [login], handler }], handler).handle);
process.on('disconnect', () => process.exit());
process.send?.({ port: await listen(door.server, 0) });
