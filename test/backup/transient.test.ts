import { gunzipSync } from 'node:zlib';
import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import { durableTableNames, tableNames } from '#shared/store/tables.ts';
import { setDestination, storedIn } from '#test/destinations/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { around, backUp, emptyWorld, sourceIn, targetOf } from './scene.ts';

it('no backup holds the keys of days, so a restore of all the rest opens no match keys', async () => {
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  await setDestination(app, owner);
  const body = {
    event_type: 'order_created',
    event_id: 'order_created:1',
    svc_click_id: 's_0000000000000000000000',
    user_data: { email: 'ada@company.example' },
    consent: { ad_user_data: 'granted' },
  };
  await app.conversions.sendConversion({ body: body as never, headers: owner.key });
  const [key] = await allItems(app.world, 'transient');
  const backupId = await backUp(app);
  const files = [...app.world.backups.files].map(([name, file]) => (name.endsWith('.gz') ? gunzipSync(file) : file).toString());
  expect(files.join('')).toContain('MATCHKEYS#');
  expect(files.join('')).not.toContain(String(key?.secret));
  expect(files.join('')).not.toContain('DAYKEY#');
  const fresh = await emptyWorld(app.world);
  await restoreBackup(sourceIn(app.world, backupId), targetOf(fresh), around);
  const place = { accountId: owner.id, environment: 'live', eventId: body.event_id };
  expect(await storedIn(app.world).matchKeys.find(place)).not.toBeNull();
  expect(await storedIn(fresh).matchKeys.find(place)).toBeNull();
  expect(await allItems(fresh, 'transient')).toEqual([]);
  expect(tableNames.filter((name) => !durableTableNames.some((durable) => durable === name))).toEqual(['transient']);
});
