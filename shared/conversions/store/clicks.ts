import { isDeepStrictEqual } from 'node:util';
import type { ConversionCaller, PixelCaller } from '#shared/api-keys/rules/keys.ts';
import type { TrafficSignal, Verdict } from '#shared/clicks/rules/traffic.ts';
import { consentOf, type Statement, withStatement } from '#shared/consent/rules/consent.ts';
import { keyOf } from '#shared/conversions/items.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { aliasesOf, aliasIn, isUnreadable, storedValues } from '#shared/conversions/rules/click-id.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';

export type Clicks = ReturnType<typeof clicksIn>;

/** An expired click stays stored this long, so that a late event's answer is "expired" and not "unknown". */
const retentionAfterExpiryMs = days(90);

export function clicksIn(table: Table) {
  /** A hundred clicks take one call, and missing clicks a strongly consistent read. */
  async function find<T extends Item>(keys: readonly Key[]): Promise<Map<string, T>> {
    const items = new Map((await table.getMany<T>(keys)).map((item) => [item.pk, item]));
    const missing = keys.filter(({ pk }) => !items.has(pk));
    for (const item of await table.getMany<T>(missing, { consistent: true })) items.set(item.pk, item);
    return items;
  }

  return {
    byId: (sid: string): Promise<Click | null> => table.find<Item & Click>(keyOf.click(sid)),

    async create(click: Click): Promise<Click | null> {
      const { sid, accountId, environment } = click;
      const ttl = Math.ceil((Date.parse(click.expiresAt) + retentionAfterExpiryMs) / 1000);
      const item = { ...keyOf.click(sid), kind: 'session', ttl, ...click };
      const aliases = aliasesOf(click).map(({ name, value }) => ({
        put: { ...keyOf.alias(accountId, environment, name, value), kind: 'alias', ttl, sid },
      }));
      if (aliases.length === 0) return table.putNew<Item & Click>(item);
      const refusal = await refusalOf(table.transact([{ put: item, condition: 'attribute_not_exists(pk)' }, ...aliases]));
      return refusal && (refusal.item as Item & Click);
    },

    stored: (sids: readonly string[]): Promise<Click[]> =>
      table.getMany<Item & Click>([...new Set(sids)].map(keyOf.click), { consistent: true }),

    async judge(click: Click, signals: readonly TrafficSignal[], { traffic, trafficRule }: Verdict, mark?: string): Promise<Click | null> {
      const { facts } = click;
      if (!facts) throw new Error('A click without facts has no verdict.');
      const refusal = await refusalOf(
        table.update({
          key: keyOf.click(click.sid),
          update:
            'SET facts.#signals = :signals, facts.#traffic = :traffic' +
            (mark === undefined ? '' : ', judged = :mark') +
            (trafficRule ? ', facts.#rule = :rule' : ' REMOVE facts.#rule'),
          condition: [
            'attribute_exists(pk) AND attribute_not_exists(erasedAt) AND facts.#traffic = :trafficBefore',
            facts.signals ? 'facts.#signals = :signalsBefore' : 'attribute_not_exists(facts.#signals)',
            `attribute_${facts.interacted ? '' : 'not_'}exists(facts.interacted)`,
          ].join(' AND '),
          names: { '#signals': 'signals', '#traffic': 'traffic', '#rule': 'trafficRule' },
          values: {
            ':signals': signals,
            ':traffic': traffic,
            ':trafficBefore': facts.traffic,
            ...(facts.signals && { ':signalsBefore': facts.signals }),
            ...(trafficRule && { ':rule': trafficRule }),
            ...(mark !== undefined && { ':mark': mark }),
          },
        }),
      );
      if (refusal) return refusal.item as (Item & Click) | null;
      const { trafficRule: _, ...others } = facts;
      return {
        ...click,
        ...(mark !== undefined && { judged: mark }),
        facts: { ...others, signals: [...signals], traffic, ...(trafficRule && { trafficRule }) },
      };
    },

    async noteInteraction(
      sid: string,
      { accountId, environment, pixelKey }: Pick<PixelCaller, 'accountId' | 'environment' | 'pixelKey'>,
      from: string,
    ): Promise<void> {
      await tookEffect(
        table.update({
          key: keyOf.click(sid),
          update: 'SET facts.interacted = :true',
          condition:
            'accountId = :account AND #environment = :environment AND pixelKey = :pixel AND createdAt >= :from AND ' +
            'attribute_exists(facts.verify) AND attribute_not_exists(facts.interacted) AND attribute_not_exists(erasedAt) AND ' +
            '(attribute_not_exists(facts.signals) OR NOT (contains(facts.signals, :centre) OR contains(facts.signals, :flood)))',
          names: { '#environment': 'environment' },
          values: {
            ':account': accountId,
            ':environment': environment,
            ':pixel': pixelKey,
            ':from': from,
            ':true': true,
            ':centre': 'data_centre',
            ':flood': 'click_flood',
          },
        }),
      );
    },

    /** Returns null for a click that is not stored or is not the caller's. Concurrent statements are all considered. */
    async stateConsent(sid: string, isOwn: (click: Click) => boolean, statement: Statement | undefined): Promise<Click | null> {
      let click = await table.get<Item & Click>(keyOf.click(sid), { consistent: true });
      return await retryOnConflict('rare', async () => {
        if (!click || !isOwn(click)) return null;
        const { consent: before } = click;
        const after = statement && withStatement(before, statement);
        if (click.erasedAt || !after || isDeepStrictEqual(after, before)) return click;
        const isDenied = consentOf({ click: after }).adUserData === 'denied';
        const refusal = await refusalOf(
          table.update({
            key: keyOf.click(sid),
            // A network must not get the visit of a visitor who denies it.
            update: `SET #consent = :after${isDenied ? ' REMOVE visit' : ''}`,
            condition: `attribute_exists(pk) AND attribute_not_exists(erasedAt) AND ${before ? '#consent = :before' : 'attribute_not_exists(#consent)'}`,
            names: { '#consent': 'consent' },
            values: { ':after': after, ...(before && { ':before': before }) },
          }),
        );
        if (!refusal) return { ...click, consent: after };
        click = refusal.item as (Item & Click) | null;
        return conflict;
      });
    },

    /** A click takes one read, or two by a network's click ID. */
    async named(
      clickIds: readonly string[],
      { accountId, environment }: Pick<ConversionCaller, 'accountId' | 'environment'>,
    ): Promise<Map<string, Click>> {
      const distinct = [...new Set(clickIds)].filter((clickId) => clickId && !isUnreadable(clickId));
      const aliasKeys = new Map(
        distinct.flatMap((clickId) => {
          const alias = aliasIn(clickId);
          if (!alias) return [];
          const keys = storedValues(alias.value).map((value) => keyOf.alias(accountId, environment, alias.name, value));
          return [[clickId, keys] as const];
        }),
      );
      const aliases = await find<Item & { sid: string }>([...aliasKeys.values()].flat());
      const sidOf = (clickId: string) => {
        const keys = aliasKeys.get(clickId);
        return keys ? keys.map(({ pk }) => aliases.get(pk)?.sid).find(Boolean) : clickId;
      };
      const sids = [...new Set(distinct.flatMap((clickId) => sidOf(clickId) ?? []))];
      const clicks = await find<Item & Click>(sids.map(keyOf.click));
      return new Map(
        distinct.flatMap((clickId) => {
          const click = clicks.get(keyOf.click(sidOf(clickId) ?? '').pk);
          return click ? [[clickId, click]] : [];
        }),
      );
    },
  };
}
