import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Classified } from '#shared/clicks/rules/classify.ts';
import type { Traffic } from '#shared/clicks/rules/traffic.ts';
import { keyOf } from '#shared/conversions/items.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Item } from '#shared/store/item.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/** The table's stream moves cells and log entries with the clicks and events. */
export const storedFactsIn = (table: Table) => ({
  async events(accountId: AccountId, environment: Environment, ids: readonly string[]): Promise<Conversion[]> {
    const keys = ids.map((id) => keyOf.conversion(accountId, environment, id));
    return await table.getMany<Item & Conversion>(keys, { consistent: true });
  },

  /** Returns `null` if the click is gone. A click that was changed concurrently stays as it is. */
  async moveClick(click: Click, { channel, paid, rule }: Classified, moved: string | undefined) {
    const refusal = await refusalOf(
      table.update({
        key: keyOf.click(click.sid),
        update: `SET facts.#channel = :channel, facts.#paid = :paid, facts.#rule = :rule${moved === undefined ? '' : ', moved = :moved'}`,
        condition:
          'attribute_exists(pk) AND attribute_not_exists(erasedAt) AND facts.#channel = :channelBefore AND facts.#rule = :ruleBefore',
        names: { '#channel': 'channel', '#paid': 'paid', '#rule': 'rule' },
        values: {
          ':channel': channel,
          ':paid': paid,
          ':rule': rule,
          ':channelBefore': click.facts?.channel,
          ':ruleBefore': click.facts?.rule,
          ...(moved !== undefined && { ':moved': moved }),
        },
      }),
    );
    if (refusal) return refusal.item as (Item & Click) | null;
    const { facts, ...rest } = click;
    if (!facts) throw new Error('A click without facts has no channel to change.');
    return { ...rest, facts: { ...facts, channel, paid, rule }, ...(moved !== undefined && { moved }) };
  },

  async moveEvent(event: Conversion, channel: Classified['channel']): Promise<void> {
    const { accountId, environment, eventId, click } = event;
    await refusalOf(
      table.update({
        key: keyOf.conversion(accountId, environment, eventId),
        update: 'SET click.#channel = :channel',
        condition: `click.sid = :sid AND ${click?.channel === undefined ? 'attribute_not_exists(click.#channel)' : 'click.#channel = :before'}`,
        names: { '#channel': 'channel' },
        values: {
          ':channel': channel,
          ':sid': click?.sid,
          ...(click?.channel !== undefined && { ':before': click.channel }),
        },
      }),
    );
  },

  async moveEventTraffic(event: Conversion, traffic: Traffic): Promise<void> {
    const { accountId, environment, eventId, click } = event;
    const before = click?.traffic;
    await refusalOf(
      table.update({
        key: keyOf.conversion(accountId, environment, eventId),
        update: 'SET click.#traffic = :traffic',
        condition: `click.sid = :sid AND ${before === undefined ? 'attribute_not_exists(click.#traffic)' : 'click.#traffic = :before'}`,
        names: { '#traffic': 'traffic' },
        values: {
          ':traffic': traffic,
          ':sid': click?.sid,
          ...(before !== undefined && { ':before': before }),
        },
      }),
    );
  },
});
