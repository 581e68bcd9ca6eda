import { randomBytes } from 'node:crypto';
import { register } from '#functions/api/accounts/registration/register.ts';
import { localEnvironment } from '#lib/local/environment.ts';
import { units } from '#lib/tools/cost/estimate.ts';
import { activeShards } from '#shared/accounts/store/users.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { startLightDiscovery } from '#shared/competitors/start-light-discovery.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { rootedKinds } from '#shared/secrets.ts';
import { tableAt } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { modelledTable } from './modelled-dynamo.ts';
import type { ItemWrites } from './partitions.ts';

export const registrationsPerSecond = 5000;

export type Registrations = {
  bottleneck: string;
  share: number;
  mostWritten: ItemWrites;
  writeUnitsPerAccount: number;
  dollarsPerMillion: number;
};

const nowhere = 'http://127.0.0.1:9';
const atOnce = 16;
const outboxes = 120;

/** Each registration starts a discovery, and these soon exhaust the hourly limit. */
export async function manyRegistrations({ accounts = 240 } = {}): Promise<Registrations> {
  const model = await modelledTable('accounts', { partitions: 1, refuses: false });
  try {
    const { dynamo, used } = model.client();
    const secrets = Object.fromEntries(
      rootedKinds.map((kind) => [kind, { root: randomBytes(32).toString('base64url') }]),
    ) as unknown as Parameters<typeof localEnvironment>[2]['secrets'];
    const endpoints = { dynamodb: nowhere, sqs: nowhere, s3: nowhere, ses: nowhere, oidc: nowhere };
    const env = localEnvironment({}, endpoints as never, {
      secrets,
      operator_token: 'op',
      engine_key: 'local',
    });
    const at = Date.parse('2026-11-23T12:00:00.000Z');
    const now = () => at;
    const deps = depsOf(register.needs ?? {}, { env, now, dynamo });
    const limits = rateLimitsIn(tableAt('accounts', dynamo), { now });
    const discovery = {
      limits,
      now,
      liteDiscoveriesPerHour: 500,
      users: { byId: async () => ({ onWaitlist: true }) },
    } as unknown as Parameters<typeof startLightDiscovery>[1];
    const numbers = Array.from({ length: accounts }, (_, n) => n);
    await forEachConcurrent(numbers, atOnce, async (n) => {
      const input = {
        body: {
          email: `person${n}@site${n}.example`,
          password: `correct horse ${n} battery`,
          full_name: 'A B',
        },
        sourceIp: `10.${n >> 8}.${n & 255}.7`,
        header: () => undefined,
      };
      await register.handle(input as never, deps as never);
    });
    const registered = model.partitions.tick();
    const [readUnits, writeUnits] = [used.readUnits / accounts, used.writeUnits / accounts];
    await forEachConcurrent([...Array(registrationsPerSecond).keys()], outboxes, async (n) => {
      await startLightDiscovery(
        { kind: 'lite_discovery', id: `lite#${n}`, user_id: n, company_website: `https://site${n}.example` },
        discovery,
      );
    });
    const followed = model.partitions.tick();
    const scale = registrationsPerSecond / accounts;
    const [bottleneck, share] = [
      ['the index of active accounts', registrationsPerSecond / activeShards.length / 1000] as const,
      ...registered.hottest.map(([kind, of]) => [kind, of * scale] as const),
      ...followed.hottest,
    ].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
    const { item, writes } = registered.mostWritten;
    const scaled = { item, writes: writes * scale };
    return {
      bottleneck,
      share,
      mostWritten: followed.mostWritten.writes > scaled.writes ? followed.mostWritten : scaled,
      writeUnitsPerAccount: writeUnits,
      dollarsPerMillion: 1e6 * units({ readUnits, writeUnits }),
    };
  } finally {
    model.close();
  }
}
