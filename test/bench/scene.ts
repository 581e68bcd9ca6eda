import { randomBytes } from 'node:crypto';
import { keyOf } from '#shared/conversions/items.ts';
import type { HostProcess } from './host-process.ts';
import { type RawEngine, rawEngine, type WireItem } from './raw-engine.ts';
import { type EventBody, type ServiceCalls, serviceCalls } from './service-calls.ts';

export type Scene = {
  service: ServiceCalls;
  engine: RawEngine;
  tables: { attribution: string; own: string };
  clicks: readonly string[];
  sent: readonly EventBody[];
  storedEvent: WireItem;
  accountId: number;
  counted: number;
  newEvent(clickId?: string): EventBody;
  sendNew(): Promise<void>;
  close(): void;
};

export const matched = { status: 200, matched: true, duplicate: false };

const campaigns = 10;
const duplicatesPool = 200;

export async function setScene({ facts }: Pick<HostProcess, 'facts'>): Promise<Scene> {
  const service = serviceCalls(facts);
  const engine = rawEngine(facts.engines.dynamodb);
  const run = randomBytes(6).toString('hex');
  const tables = { attribution: 'attribution', own: `bench-${run}` };
  await engine.createTable(tables.own);
  const clicks = await Promise.all(Array.from({ length: campaigns }, (_, i) => service.click(`campaign_${i}`)));
  let number = 0;

  const scene: Omit<Scene, 'sent' | 'storedEvent'> = {
    service,
    engine,
    tables,
    clicks,
    accountId: facts.demo.user_id,
    counted: 0,
    newEvent(clickId = clicks[number % campaigns] ?? '') {
      number++;
      return {
        event_id: `order_created:${run}-${number}`,
        event_type: 'order_created',
        svc_click_id: clickId,
        occurred_at: new Date().toISOString(),
        value: 25.99,
        currency: 'USD',
        properties: { order_number: String(number), item_count: 2 },
      };
    },
    async sendNew() {
      await service.sendEvent(scene.newEvent(), matched);
      scene.counted++;
    },
    close() {
      service.close();
      engine.close();
    },
  };
  const events = Array.from({ length: duplicatesPool }, () => scene.newEvent());
  await Promise.all(events.map((event) => service.sendEvent(event, matched)));
  scene.counted += events.length;
  const key = keyOf.conversion(scene.accountId, 'live', events[0]?.event_id ?? '');
  const storedEvent = await engine.get(tables.attribution, key);
  return Object.assign(scene, { sent: events, storedEvent });
}
