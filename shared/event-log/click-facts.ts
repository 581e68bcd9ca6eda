import { shownFacts } from '#shared/clicks/rules/click-facts.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import { receiptOf } from './receipt.ts';

export async function receiptsOf(events: readonly Conversion[], clicks: Clicks) {
  const [first] = events;
  if (!first) return [];
  const clickIds = events.flatMap(({ click }) => (click?.sid ? [click.sid] : []));
  const clicksById = await clicks.named(clickIds, first);
  return events.map((event) => {
    const click = clicksById.get(event.click?.sid ?? '');
    return { ...receiptOf(event), ...(click && !click.erasedAt && { click: shownFacts(click) }) };
  });
}
