import { continueReconciliation } from '#functions/workers/reconciliation/continue-reconciliation.ts';
import { rowsOfPart } from '#shared/reconciliation/rules/packed-rows.ts';

type Deps = Parameters<typeof continueReconciliation>[1];
type Message = Parameters<typeof continueReconciliation>[0];

it('the search of a reconciliation for erased names continues in the next message where its time was over', async () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ++time);
  const read: number[] = [];
  const messages: Message[] = [{ account_id: 1, environment: 'live', reconciliation_id: 'rec_1' }];
  const counts = { missing: 3 * rowsOfPart, rejected: 0 };
  const deps = {
    // A message is over at the second look at the clock after its start.
    workSeconds: 0.002,
    random: () => 0,
    turns: { take: async () => ({ isAllowed: true }), giveBack: async () => {} },
    queues: { send: async (_: object, message: Message) => void messages.push(message) },
    reconciliations: { byId: async () => ({ status: 'completed', named: 1, attempt: 'a', counts }) },
    parts: {
      rows: async (_: unknown, __: string, ___: string, part: number) => {
        read.push(part);
        return [];
      },
      removeOthers: async () => {},
    },
  } as unknown as Deps;
  for (let at = 0; messages[at] && at < 9; at++) await continueReconciliation(messages[at] as Message, deps);
  vi.restoreAllMocks();
  expect(read).toEqual([0, 1, 2]);
  expect(messages.slice(1)).toMatchObject([{ names_from: 1 }, { names_from: 2 }]);
});
