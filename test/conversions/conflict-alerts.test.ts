import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { conflictAlertsIn } from '#shared/conversions/store/conflict-alerts.ts';

it('the mail of a conflict names the event, both types, the fields and the time', async () => {
  const items: { effects?: string }[] = [];
  const table = { putNew: async (item: object) => void items.push(item) };
  const event = { accountId: 7, eventId: 'order_created:1', eventType: 'order_created' } as Conversion;
  const alerts = conflictAlertsIn(table as never, { now: () => 0 });
  await alerts.raise(event);
  const conflict = {
    at: '2026-11-20T10:30:00.000Z',
    fields: ['event_type', 'value'],
    sent: { eventType: 'purchase' },
  } as unknown as NonNullable<Conversion['conflict']>;
  await alerts.raise({ ...event, conflict });
  const [effect] = JSON.parse(items[0]?.effects ?? '');
  expect(items).toHaveLength(1);
  expect(effect).toMatchObject({
    kind: 'mail',
    id: 'event_id_conflict#7#2026-11-20',
    to_user: 7,
    template: 'event_id_conflict',
    data: {
      event_id: 'order_created:1',
      accepted_type: 'order_created',
      sent_type: 'purchase',
      fields: 'event_type, value',
      at: expect.stringContaining('10:30'),
    },
  });
});

it('a conflict of more than two days ago, as in the history of the demo account, sends no mail', async () => {
  const items: object[] = [];
  const table = { putNew: async (item: object) => void items.push(item) };
  const at = Date.parse('2026-11-20T10:30:00.000Z');
  const conflict = {
    at: new Date(at).toISOString(),
    fields: ['value'],
    sent: { eventType: 'order_created' },
  };
  const event = { accountId: 7, eventId: 'order_created:1', eventType: 'order_created', conflict };
  for (const days of [3, 1]) await conflictAlertsIn(table as never, { now: () => at + days * 86_400_000 }).raise(event as never);
  expect(items).toHaveLength(1);
});
