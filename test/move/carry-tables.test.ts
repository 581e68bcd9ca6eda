import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { carryTables, claimTables, compareTables } from '#lib/ops/move/carry-tables.ts';
import { inMove, moveFolder, moveIdOf, stateOf } from '#lib/ops/move/moved-folder.ts';
import { writeBackup } from '#lib/ops/move/write-backup.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { type TableName, tableNames } from '#shared/store/tables.ts';
import { around, dynamo, emptyWorld, everything, targetOf, usedService } from '../backup/scene.ts';
import { newWorld, startApp, type World } from '../kit/harness.ts';
import { preparedFolder } from './prepared-folder.ts';

let world: World;
let directory: string;
beforeAll(async () => {
  world = await newWorld();
  await usedService(await startApp(world), { sales: 30 });
  directory = preparedFolder();
  await prepareFolder(directory);
});

async function prepareFolder(into: string) {
  const prefixed: Dynamo = (operation, input) => {
    const { TableName } = input as { TableName: TableName };
    return dynamo()(operation, { ...input, TableName: world.prefix + TableName } as never);
  };
  mkdirSync(moveFolder(into), { recursive: true });
  await writeBackup(moveFolder(into), prefixed);
}

async function carry(target: World, through: Dynamo = sdkDynamo()) {
  const to = targetOf(target, through);
  const state = stateOf(directory, target.prefix);
  if (!state.isDone('tables claimed')) await claimTables(moveIdOf(directory), 'the command', to);
  state.done('tables claimed');
  if (!state.isDone('tables')) await carryTables(directory, 'the command', to, state, around);
  state.done('tables');
}

it('killed at any call carries every item, and the streams of the stage stay quiet', async () => {
  const wanted = await everything(world);
  for (let calls = 0, isDone = false; !isDone; calls += 7) {
    const fresh = await emptyWorld(world);
    writeFileSync(join(moveFolder(directory), inMove.state), JSON.stringify({ stage: fresh.prefix, done: [], sent: 0 }));
    let made = 0;
    const dying: Dynamo = async (operation, input) => {
      const isWrite = operation !== 'Scan' && operation !== 'GetItem';
      if (made++ === calls) {
        if (isWrite && calls % 2 === 0) await dynamo()(operation, input);
        throw new Error('killed');
      }
      return await dynamo()(operation, input);
    };
    isDone = await carry(fresh, dying).then(
      () => true,
      () => false,
    );
    await carry(fresh);
    expect(await everything(fresh)).toEqual(wanted);
    const app = await startApp(fresh);
    await app.settle();
    expect(await everything(fresh)).toEqual(wanted);
    expect([fresh.mails, fresh.messages, fresh.notices]).toEqual([[], [], []]);
    if (isDone) expect(calls).toBeGreaterThan(30);
  }
});

it('killed once the tables are compared looks at nothing again, whatever the service has written since', async () => {
  const fresh = await emptyWorld(world);
  const file = join(moveFolder(directory), inMove.state);
  writeFileSync(file, JSON.stringify({ stage: fresh.prefix, done: [], sent: 0 }));
  let removed = 0;
  const dying: Dynamo = async (operation, input) => {
    const isHead = JSON.stringify(input).includes('"HEAD"');
    if (operation === 'DeleteItem' && isHead && ++removed > tableNames.length) throw new Error('killed');
    return await dynamo()(operation, input);
  };
  await expect(carry(fresh, dying)).rejects.toThrow('killed');
  const TableName = `${fresh.prefix}accounts`;
  await dynamo()('PutItem', { TableName, Item: { pk: { S: 'NEW' }, sk: { S: 'NEW' } } });
  await carry(fresh);
  await expect(compareTables(directory, targetOf(fresh, sdkDynamo()), around)).rejects.toThrow('The table accounts holds');
});

it('the comparison of the tables says how many items they hold', async () => {
  const fresh = await emptyWorld(world);
  writeFileSync(join(moveFolder(directory), inMove.state), JSON.stringify({ stage: fresh.prefix, done: [], sent: 0 }));
  await carry(fresh);
  const counts = Object.values(await everything(fresh)).map((items) => items.length);
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
  const items = counts.reduce((sum, count) => sum + count, 0);
  expect(await compareTables(directory, targetOf(fresh), around)).toBe(items);
});

it('refuses another folder while a move is under way, and a stage that is in use', async () => {
  const fresh = await emptyWorld(world);
  await claimTables('20261121T120000Z-aaaaaa', 'the first command', targetOf(fresh));
  await expect(claimTables('20261121T120000Z-bbbbbb', 'the second', targetOf(fresh))).rejects.toThrow('the first command');
  await expect(claimTables(moveIdOf(directory), 'a command', targetOf(world))).rejects.toThrow('is not empty');
});
