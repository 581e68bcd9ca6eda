import type { DeliveryUser } from '#shared/deliveries/delivery-user.ts';
import { handOver } from '#shared/deliveries/hand-over.ts';
import type { Attempt, Delivery } from '#shared/deliveries/rules/delivery.ts';
import type { DeliveryWork } from '#shared/deliveries/rules/delivery-work.ts';
import { directShare, laneShare } from '#shared/deliveries/rules/fair-share.ts';
import type { Target, TargetRef } from '#shared/deliveries/rules/target.ts';
import { deliveriesIn } from '#shared/deliveries/store/deliveries.ts';
import type { DeliveryItems } from '#shared/deliveries/store/delivery-items.ts';
import { failuresIn } from '#shared/deliveries/store/failures.ts';
import { lanesIn } from '#shared/deliveries/store/lanes.ts';
import { workOnDelivery } from '#shared/deliveries/work-on-delivery.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import type { Item } from '#shared/store/item.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

type Verdict = Attempt & { reason?: 'no_answer' };
type Letter = Delivery<Verdict> & { text: string };
type Effect = { id: string; target: TargetRef; work: DeliveryWork };

const letterItems: DeliveryItems = {
  kind: 'letter',
  retentionMs: 90 * 86_400_000,
  targetKey: ({ accountId, id }) => ({ pk: `BOXES#${accountId}`, sk: `BOX#${id}` }),
  deliveryKey: ({ accountId, id }, place) => ({ pk: `LETTERS#${accountId}#${id}`, sk: place }),
  effectOf: ({ accountId, id }, turn, work) => ({
    id: `letter#${accountId}#${id}#${turn}`,
    target: { accountId, id },
    work,
  }),
};

async function letterBoxes({ unanswered = 0 } = {}) {
  const { prefix, clock } = await newWorld();
  const table = tableAt(`${prefix}attribution`, testDynamo());
  const now = () => clock.now;
  const targets = {
    ...lanesIn<Target>(table, letterItems, { now }),
    ...failuresIn<Target>(table, letterItems, { now }),
    find: (accountId: number, id: string) => table.get<Item & Target>(letterItems.targetKey({ accountId, id }), { consistent: true }),
  };
  const deliveries = deliveriesIn<Letter>(table, letterItems, { now });
  const box = async (accountId: number): Promise<Target> => {
    const target: Target = { accountId, id: 'meta', status: 'enabled' };
    await table.put({ ...letterItems.targetKey(target), kind: 'letter_box', ...target });
    return target;
  };
  const requests: string[][] = [];
  const user: DeliveryUser<Target, Letter> = {
    name: 'letters',
    targets,
    deliveries,
    async send({ accountId }, wave) {
      requests.push(wave.map(({ text }) => `${accountId}: ${text}`));
      const answered = { at: new Date(now()).toISOString(), milliseconds: 5 };
      const attempt: Verdict = requests.length > unanswered ? answered : { ...answered, reason: 'no_answer' };
      return wave.map((delivery) => ({ delivery, attempt }));
    },
    isSuccess: ({ reason }) => reason === undefined,
    disabledAfter: async () => false,
    shareOf: ({ accountId }) => ({ counter: `${accountId}`, rate: laneShare(60_000), context: {} }),
    chargeShare: async () => ({ isCharged: true, until: 0 }),
    limits: { probes: 1, sideBySide: 1000, slowMs: 1000, lookMs: 5000 },
    now,
    random: () => 0.5,
  };
  const handled = new Set<string>();
  const effectsOf = async (box: Target) => {
    const { pk } = letterItems.deliveryKey(box, '');
    const items = [
      ...(await Array.fromAsync(table.query<Item>(pk, ['', '~'], { consistent: true }))),
      await targets.find(box.accountId, box.id),
    ];
    return items.flatMap((item) => JSON.parse(String((item as Item).effects ?? '[]')) as Effect[]).filter(({ id }) => !handled.has(id));
  };
  const work = async (box: Target) => {
    for (let effects = await effectsOf(box); effects.length > 0; effects = await effectsOf(box))
      for (const { id, target, work } of effects) {
        let isEarly = false;
        const sendAgain = async () => {
          isEarly = true;
        };
        await workOnDelivery({ target, work, sendAgain }, user);
        if (isEarly) clock.now += 900_000;
        else handled.add(id);
      }
  };
  const letter = (at: number): Letter => ({
    eventId: `e${String(at).padStart(3, '0')}`,
    at: new Date(now()).toISOString(),
    status: 'pending',
    attempts: 0,
    text: `letter ${at}`,
  });
  const takeDirect = tokenBuckets({ ...directShare, now });
  const handOverTo = (boxes: readonly Target[], count: number) =>
    handOver(
      Array.from({ length: count }, (_, at) => at).flatMap((at) => boxes.map((target) => ({ delivery: letter(at), target }))),
      { targets, deliveries, takeDirect },
    );
  return { box, requests, handOverTo, work, find: targets.find };
}

describe('a second user of deliveries', () => {
  it('has a backlog sent in one request behind one that works, each letter once, and the lanes of two accounts closed', async () => {
    const { box, requests, handOverTo, work, find } = await letterBoxes();
    const boxes = [await box(1), await box(2)];
    await handOverTo(boxes, 40);
    for (const one of boxes) await work(one);
    for (const { accountId } of boxes) {
      const own = requests.filter(([first]) => first?.startsWith(`${accountId}: `));
      expect(own.map(({ length }) => length)).toEqual([1, 39]);
      expect(new Set(own.flat()).size).toBe(40);
      expect(await find(accountId, 'meta')).not.toHaveProperty('laneWaiting');
    }
  });

  it('has what was not answered sent again until all arrived once, while its lane waits', async () => {
    const unanswered = 6;
    const { box, requests, handOverTo, work, find } = await letterBoxes({ unanswered });
    const one = await box(1);
    await handOverTo([one], 20);
    await work(one);
    const arrived = requests.slice(unanswered).flat();
    expect(arrived.sort()).toEqual([...new Set(arrived)]);
    expect(arrived).toHaveLength(20);
    expect(await find(1, 'meta')).not.toHaveProperty('failingSince');
    expect(await find(1, 'meta')).not.toHaveProperty('laneWaiting');
  });
});
