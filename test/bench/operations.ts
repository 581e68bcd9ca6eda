import { keyOf } from '#shared/conversions/items.ts';
import { newId } from '#shared/values/ids.ts';
import type { Scene } from './scene.ts';

export type Operation = {
  id: string;
  label: string;
  run(): Promise<unknown>;
};

export const floorId = 'raw-put';
export const readWriteFloorId = 'raw-get-put';

/** The floor is the conditional write that every accepted event needs. */
export function operationsOn(scene: Scene): Operation[] {
  const { engine, service, tables, clicks, sent } = scene;
  const next = counter();
  const item = () => ({ ...scene.storedEvent, pk: { S: `BENCH#${next()}` }, kind: { S: 'bench' } });
  const clickKey = keyOf.click(clicks[0] ?? '');
  const repeated = counter();

  return [
    {
      id: floorId,
      label: 'raw conditional put (floor)',
      run: () => engine.putNew(tables.own, item()),
    },
    {
      id: 'raw-put-stream',
      label: 'raw conditional put, table with stream',
      run: () => engine.putNew(tables.attribution, item()),
    },
    {
      id: readWriteFloorId,
      label: 'raw get + conditional put, with stream',
      async run() {
        await engine.get(tables.attribution, clickKey);
        await engine.putNew(tables.attribution, item());
      },
    },
    { id: 'event-new', label: 'server-events, new', run: () => scene.sendNew() },
    {
      id: 'event-duplicate',
      label: 'server-events, duplicate',
      async run() {
        const event = sent[repeated() % sent.length];
        if (event) await service.sendEvent(event, { status: 200, matched: true, duplicate: true });
      },
    },
    {
      id: 'event-unknown-click',
      label: 'server-events, unknown click',
      run: () => service.sendEvent(scene.newEvent(newId('s')), { status: 202, matched: false, duplicate: false }),
    },
    {
      id: 'report',
      label: `conversions report, ${clicks.length} rows`,
      async run() {
        const { rows } = await service.report();
        if (rows !== clicks.length) throw new Error(`The report has ${rows} rows, not ${clicks.length}.`);
      },
    },
    { id: 'click', label: 'pixel/sessions', run: () => service.click('campaign_0') },
  ];
}

function counter() {
  let count = 0;
  return () => count++;
}
