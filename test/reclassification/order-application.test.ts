import { orderApplication, settleSeconds } from '#shared/reclassification/order-application.ts';

const order = {
  accountId: 1,
  isDry: false,
  from: '2026-11-20',
  to: '2026-11-20',
  channelRules: [],
  channelVersion: 1,
  listVersion: '1',
  createdAt: '2026-11-20T12:00:00.000Z',
};
const message = { account_id: 1, application_id: expect.any(String) };

it.each([
  ['waits for its last pass if it ends within the request', 'completed', []],
  ['is continued at once by a worker if it takes longer', 'running', [['recount', message]]],
])('an application %s', async (_, status, more) => {
  const sent: unknown[] = [];
  const replaced: string[] = [];
  const applications = {
    newest: async () => ({ id: 'old', status: 'completed', isSettled: false }),
    change: async (before: { id: string }, changes: { status: string }) => {
      replaced.push(`${before.id} ${changes.status}`);
      return { ...before, ...changes };
    },
    notReplaced: () => ({}),
    start: async (id: string) => ({ application: { ...order, id, status, isSettled: false }, isNew: true }),
  };
  let time = Date.parse(order.createdAt);
  const { application: after } = await orderApplication(order as never, [], {
    applications,
    now: () => (time += 6000),
    storesWhile: () => ({}),
    dayRegistry: { partsOfDays: async () => new Map() },
    queues: { send: async ({ name }: { name: string }, ...args: unknown[]) => void sent.push([name, ...args]) },
  } as never);
  expect(after.status).toBe(status);
  expect(replaced).toEqual(['old replaced']);
  expect(sent).toEqual([['recount', message, { delaySeconds: settleSeconds }], ...more]);
});
