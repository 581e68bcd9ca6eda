import type { NewAdjustment } from '#shared/adjustments/adjust-events.ts';
import type { Counted } from '#shared/cells/rules/cells.ts';
import { addSigned } from '#shared/cells/rules/signed.ts';
import { adjustmentIdOf } from '#shared/conversions/rules/adjustments.ts';
import type { Item } from '#shared/store/item.ts';

const hourMs = 3_600_000;
type Sent = NewAdjustment & { effectiveAt: string };
type Event = Counted & Item & { kind: 'conversion' };
type Read = { series: string; names: readonly string[]; value: string };

/** The accountant shares no code with the service. */
export function adjustmentBooks({ random, accountId }: { random: () => number; accountId: number }) {
  const sent = new Map<string, Map<string, Sent>>();
  const early: string[] = [];
  const listed = new Map<string, Set<string>>();
  const below = (count: number) => Math.floor(random() * count);
  const idOf = ({ eventId, net, effectiveAt }: Sent) => adjustmentIdOf(eventId, { net, effectiveAt });

  function netOf({ eventId, value }: Event): string {
    const own = [...(sent.get(eventId)?.values() ?? [])];
    const newest = own
      .map(({ effectiveAt }) => effectiveAt)
      .sort()
      .at(-1);
    const nets = own.filter(({ effectiveAt }) => effectiveAt === newest).map(({ net }) => net);
    return nets.sort((a, b) => Number(a) - Number(b))[0] ?? value;
  }
  const sumOf = (values: readonly string[]) => values.reduce((sum, one) => addSigned(sum, one), '0');

  return {
    next: (eventId: string, now: number): Sent => ({
      eventId,
      net: ['0', '0.05', '70', '85.25', '99999999999.99'][below(5)] as string,
      reason: 'refund',
      effectiveAt: new Date((Math.floor(now / hourMs) - below(random() < 0.5 ? 3 : 240)) * hourMs).toISOString(),
    }),
    sent(one: Sent): void {
      const own = sent.get(one.eventId) ?? new Map<string, Sent>();
      sent.set(one.eventId, own.set(idOf(one), one));
    },
    any(): { eventId: string; adjustmentId: string } | undefined {
      const all = [...sent].flatMap(([eventId, own]) => [...own.keys()].map((adjustmentId) => ({ eventId, adjustmentId })));
      return all[below(all.length)];
    },
    withdrawn({ eventId, adjustmentId }: { eventId: string; adjustmentId: string }): void {
      sent.get(eventId)?.delete(adjustmentId);
    },
    expect: (eventId: string) => early.push(eventId),
    expected: (isWanted: boolean) => (isWanted ? early.shift() : undefined),
    list(pk: string, adjustments: readonly { effectiveAt: string }[]): void {
      for (const { effectiveAt } of adjustments) {
        const day = effectiveAt.slice(0, 10);
        listed.set(day, (listed.get(day) ?? new Set()).add(pk));
      }
    },
    listedOn: (day: string) => listed.get(day) ?? [],

    fault(items: readonly (Counted & Item)[], counted: readonly Counted[], read: readonly Read[]): string | null {
      const events = items.filter((item): item is Event => item.kind === 'conversion');
      for (const event of events) {
        const newest = event.adjustments?.at(-1)?.net ?? event.value;
        if (newest !== netOf(event)) return `the net of ${event.eventId} is ${newest}, not ${netOf(event)}`;
      }
      for (const currency of ['EUR', 'USD']) {
        const nets = counted.flatMap((item) => {
          const isSold = item.kind === 'conversion' && item.counts && item.click && item.currency === currency;
          return isSold ? [netOf(item as Event)] : [];
        });
        const ofSeries = (...series: string[]) =>
          sumOf(read.filter((one) => series.includes(one.series) && one.names[7] === currency).map(({ value }) => value));
        for (const [gross, net] of [
          ['click', 'net_click'],
          ['occurred', 'net_occurred'],
          ['occurred', 'net_adjusted'],
        ] as const)
          if (ofSeries(gross, net) !== sumOf(nets))
            return `${gross} and ${net} of ${accountId} are ${ofSeries(gross, net)} ${currency}, not ${sumOf(nets)}`;
      }
      return null;
    },
  };
}
