import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { BackupSource } from '#lib/ops/restore/backup-source.ts';
import type { RestoreTarget } from '#lib/ops/restore/restore-target.ts';
import { deletionFolder, deletionIn } from '#shared/accounts/deletion/store/deletion-files.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { folderOf } from '#shared/backup/rules/backup.ts';
import { keyOf } from '#shared/cells/items.ts';
import { erasureFolder, erasureIn, firstErasureFile } from '#shared/event-log/store/erasure-files.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { type DurableTableName, durableTableNames } from '#shared/store/tables.ts';
import { engineEndpoint } from '#test/kit/engine.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, type TestApp, type World } from '#test/kit/harness.ts';
import { inOrder } from './in-order.ts';

export const operator = { 'x-svc-dev-token': operatorToken };
export const dynamo = () => {
  const credentials = () => ({ accessKeyId: 'test', secretAccessKey: 'test' });
  return signedDynamo({ region: 'us-east-1', endpoint: engineEndpoint, credentials });
};
export const tableIn = ({ prefix }: World, name: DurableTableName) => tableAt(prefix + name, dynamo());

export async function usedService(app: TestApp, { sales }: { sales: number }) {
  const advertiser = await newAdvertiser(app);
  for (let i = 0; i < 3; i++) await newUser(app);
  const sid = await advertiser.click();
  for (let at = 0; at < sales; at += 500) {
    const events = Array.from({ length: Math.min(500, sales - at) }, (_, i) => ({
      id: `order:${at + i}`,
      type: 'order_created',
      value: 1 + ((at + i) % 7) / 10,
      svc_click_id: i % 5 === 0 ? 'unknown' : sid,
    }));
    const answer = await app.conversions.sendConversion({
      body: { events } as never,
      headers: advertiser.key,
    });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  }
  await app.settle();
  await strangeItems(app.world);
  return advertiser;
}

async function strangeItems({ prefix }: World) {
  const client = new DynamoDBClient({});
  const odd = {
    empty: { S: '' },
    text: { S: 'Zoë 👩‍🚀 \u2028 "quoted" \\ \n 你好 مرحبا' },
    big: { N: '123456789012345678901234567890.12345678' },
    small: { N: '-0.00000000000000000000000000001' },
    bytes: { B: new Uint8Array([0, 255, 10, 13]) },
    none: { NULL: true as const },
    yes: { BOOL: false },
    words: { SS: ['b', 'a', 'ä'] },
    numbers: { NS: ['2', '1.5'] },
    list: { L: [{ S: 'x' }, { L: [] }, { M: {} }] },
    map: { M: { '10': { N: '1' }, '9': { N: '2' }, __proto: { S: 'p' } } },
  };
  for (const name of durableTableNames)
    for (let i = 0; i < 5; i++) {
      const Item = { pk: { S: `STRANGE#${i % 2}` }, sk: { S: `${i}` }, ...odd };
      await client.send(new PutItemCommand({ TableName: prefix + name, Item }));
    }
  client.destroy();
}

export async function everything({ prefix }: World, through: Dynamo = dynamo()): Promise<Record<DurableTableName, string[]>> {
  const isOwn = /^(TASK#|JOB#|BACKUP$|AUDIT$)/;
  const read = async (name: DurableTableName) => {
    const items: WireMap[] = [];
    let start: WireMap | undefined;
    do {
      const page = await tableScan(prefix + name, through)({ segment: 0, segments: 1 }, { start, limit: 1000 });
      items.push(...page.items);
      start = page.next;
    } while (start);
    const kept = items.filter(({ pk }) => !(pk && 'S' in pk && isOwn.test(pk.S)));
    return kept.map((item) => JSON.stringify(inOrder(item))).sort();
  };
  const [accounts, attribution, analysis] = await Promise.all(durableTableNames.map(read));
  return { accounts: accounts ?? [], attribution: attribution ?? [], analysis: analysis ?? [] };
}

export async function backUp(app: TestApp): Promise<string> {
  const taskId = await orderBackup(app);
  await app.work('backup');
  const task = await taskOf(app, taskId);
  expect(task).toMatchObject({ status: 'completed', error: null });
  return task.backup_id ?? '';
}

export async function orderBackup(app: TestApp): Promise<string> {
  const answer = await app.operators.backupDatabase({ headers: operator });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.task_id;
}

export async function taskOf(app: TestApp, task_id: string) {
  const answer = await app.operators.readTask({ params: { task_id }, headers: operator });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

export const sourceIn = (world: World, backupId: string): BackupSource => ({
  beside: (other) => sourceIn(world, other),
  deletions: async () =>
    [...world.backups.files].filter(([key]) => key.startsWith(deletionFolder)).map(([, file]) => deletionIn(file.toString())),
  erasures: async (since) =>
    [...world.backups.files]
      .filter(([key]) => key.startsWith(erasureFolder) && key >= firstErasureFile(since))
      .map(([, file]) => erasureIn(file.toString())),
  text: async (key) => world.backups.files.get(folderOf(backupId) + key)?.toString() ?? null,
  async open(key) {
    const file = world.backups.files.get(folderOf(backupId) + key);
    if (!file) throw new Error(`no file ${key}`);
    return (async function* () {
      // Small pieces can cut a character in two.
      for (let at = 0; at < file.length; at += 1000) yield file.subarray(at, at + 1000);
    })();
  },
});

export async function emptyWorld(of: World): Promise<World> {
  const fresh = await newWorld(of.clock.now);
  await tableIn(fresh, 'attribution').remove(keyOf.cellStart());
  return {
    ...of,
    prefix: fresh.prefix,
    tables: fresh.tables,
    streams: fresh.streams,
    mails: [],
    messages: [],
    notices: [],
    backups: of.backups,
  };
}

export const targetOf = ({ prefix }: World, through: Dynamo = dynamo()): RestoreTarget => ({
  dynamo: through,
  tableNames: {
    accounts: `${prefix}accounts`,
    attribution: `${prefix}attribution`,
    analysis: `${prefix}analysis`,
  },
  isStreamed: async () => true,
});
export const around = { signal: new AbortController().signal, onStep: () => {} };
