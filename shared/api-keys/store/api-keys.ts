import { keyOf } from '#shared/api-keys/items.ts';
import {
  type ApiKey,
  type ConversionCaller,
  defaultClickWindowDays,
  type PixelCaller,
  type ReadCaller,
} from '#shared/api-keys/rules/keys.ts';
import { type ClickRules, noClickRules } from '#shared/clicks/rules/click-rules.ts';
import { clickRulesIn } from '#shared/clicks/store/click-rules.ts';
import type { Collecting } from '#shared/destinations/rules/destination.ts';
import { destinationsIn } from '#shared/destinations/store/destinations.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { boundedCache, setBounded } from '#shared/values/bounded.ts';
import { minutes } from '#shared/values/durations.ts';
import { hasValidChecksum, sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { clickRuleCopiesIn } from './click-rule-copies.ts';
import { collectingCopiesIn } from './collecting-copies.ts';
import { keyChangesIn } from './key-changes.ts';
import { keyCountIn } from './key-count.ts';
import { keyExposureIn } from './key-exposure.ts';
import { type CompletedKeyRequest, completedPart, type KeyRequest, keyRequestsIn } from './key-requests.ts';
import { keySuspensionIn } from './key-suspension.ts';
import { type PixelSettings, pixelSettingsIn } from './pixel-settings.ts';

export type ApiKeys = ReturnType<typeof apiKeysIn>;

export type Issue = { outcome: 'issued' | 'too_many' | 'session_ended' } | { outcome: 'repeated'; completed: CompletedKeyRequest };

/** After a rotation, the key's previous secret stops working at `endsAt`. */
type StoredKey = ApiKey & Partial<PixelSettings> & { endsAt?: string; clickRules?: ClickRules; collecting?: Collecting };

const cacheSize = 1000;
const usedWithinMs = minutes(1);

/** A key has two items: by hash for authentication, and in its account for lists. */
export function apiKeysIn(table: Table, { now, cacheSeconds }: { now: () => number; cacheSeconds: number }) {
  const { get: byHash, forget } = boundedCache(
    (hash: string): Promise<StoredKey | null> => table.find<Item & StoredKey>(keyOf.apiKeySecret(hash)),
    // Guessed keys must not fill the cache, and an unknown key may be issued soon, so only known keys are cached.
    { now, ms: cacheSeconds * 1000, size: cacheSize, keeps: (record) => record !== null },
  );

  const notedUses = new Map<string, string>();

  const count = keyCountIn(table);
  const clickRules = clickRulesIn(table);
  const destinations = destinationsIn(table, { now });
  const changes = keyChangesIn(table, { now, forget, count, destinations });

  async function list(accountId: AccountId): Promise<ApiKey[]> {
    const { pk, sk } = keyOf.apiKey(accountId, '');
    const keys: ApiKey[] = [];
    for await (const key of table.query<Item & ApiKey>(pk, [sk, afterPrefix(sk)], { consistent: true })) keys.push(key);
    return keys.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }

  return {
    ...keyExposureIn(table, { now }),
    ...changes,
    ...keySuspensionIn(table, { now, forget, count, list, ownKey: changes.ownKey }),
    ...keyRequestsIn(table, { now }),
    ...pixelSettingsIn(table, { forget }),
    ...clickRuleCopiesIn(table, { forget, list }),
    ...collectingCopiesIn(table, { now, forget, list }),

    async secretCaller(key: string): Promise<ConversionCaller | null> {
      if (!/^sk_(live|test)_/.test(key) || !hasValidChecksum(key)) return null;
      const record = await byHash(sha256(key));
      if (!record || hasEnded(record) || record.kind !== 'secret') return null;
      if (record.endsAt && Date.parse(record.endsAt) <= now()) return null;
      return {
        keyId: record.id,
        accountId: record.accountId,
        environment: record.environment,
        pixelKey: record.pixelKey,
        ...(record.collecting && { collecting: record.collecting }),
      };
    },

    async readCaller(key: string): Promise<ReadCaller | null> {
      if (!/^rk_(live|test)_/.test(key) || !hasValidChecksum(key)) return null;
      const record = await byHash(sha256(key));
      if (!record || hasEnded(record) || record.kind !== 'read') return null;
      const ends = [record.endsAt, record.expiresAt].filter((end) => end !== undefined);
      if (ends.some((end) => Date.parse(end) <= now())) return null;
      const { id: keyId, accountId, environment, pixelKey, scope } = record;
      return { keyId, accountId, environment, pixelKey, ...(scope && { scope }) };
    },

    async callerOf(accountId: AccountId, keyId: string): Promise<ConversionCaller | null> {
      const key = await table.get<Item & ApiKey>(keyOf.apiKey(accountId, keyId), { consistent: true });
      if (!key || hasEnded(key) || key.kind !== 'secret') return null;
      return { keyId, accountId, environment: key.environment, pixelKey: key.pixelKey };
    },

    async pixelCaller(key: string): Promise<PixelCaller | null> {
      if (!key.startsWith('pk_') || !hasValidChecksum(key)) return null;
      const record = await byHash(sha256(key));
      if (!record || hasEnded(record) || record.kind !== 'public') return null;
      const {
        id,
        accountId,
        environment,
        allowedOrigins = [],
        clickWindowDays = defaultClickWindowDays,
        clickRules: rules = noClickRules,
        collecting,
      } = record;
      const pixel = { keyId: id, accountId, environment, pixelKey: key };
      return { ...pixel, allowedOrigins, clickWindowDays, clickRules: rules, ...(collecting && { collecting }) };
    },

    async conversionTypes(pixelKey: string): Promise<readonly string[]> {
      return (await byHash(sha256(pixelKey)))?.conversionEventTypes ?? [];
    },

    async clickWindowDays(pixelKey: string): Promise<number> {
      return (await byHash(sha256(pixelKey)))?.clickWindowDays ?? defaultClickWindowDays;
    },

    async ownPixel(accountId: AccountId, pixelKey: string): Promise<ApiKey | null> {
      const record = await byHash(sha256(pixelKey));
      return record?.kind === 'public' && record.accountId === accountId ? record : null;
    },

    async issue(
      key: ApiKey,
      settings: PixelSettings | null,
      effects: readonly Effect[],
      request: KeyRequest | null = null,
    ): Promise<Issue> {
      const listed = { ...keyOf.apiKey(key.accountId, key.id), ...key, ...withEffects(effects) };
      const claims = request ? [completedPart(request, { key, at: now() })] : [];
      const epoch = key.sessionEpoch ?? 0;
      return await retryOnConflict('rare', async () => {
        // A change of the click rules or destinations copies them onto existing keys afterwards, so a new key gets them too.
        const rules = key.kind === 'public' ? await clickRules.read(key.accountId) : null;
        const collecting = key.kind === 'read' ? null : await destinations.collecting(key.accountId);
        const copied = {
          ...(rules && rules.revision > 0 && { clickRules: rules }),
          ...(collecting && collecting.revision > 0 && { collecting }),
        };
        const parts = [
          ...claims,
          count.issuePart(key.accountId, epoch),
          {
            put: { ...keyOf.apiKeySecret(key.sha256), ...key, ...settings, ...copied },
            condition: 'attribute_not_exists(pk)',
          },
          { put: listed, condition: 'attribute_not_exists(pk)' },
          { put: { ...keyOf.accountOfKey(key.id), accountId: key.accountId } },
        ];
        const unchanged = [
          ...(rules ? [clickRules.unchangedPart(key.accountId, rules)] : []),
          ...(collecting ? [destinations.unchangedPart(key.accountId, collecting)] : []),
        ];
        const refusal = await refusalOf(table.transact([...parts, ...unchanged]));
        if (!refusal) return { outcome: 'issued' };
        if (refusal.part >= parts.length) return conflict;
        if (refusal.part < claims.length) return { outcome: 'repeated', completed: refusal.item as Item & CompletedKeyRequest };
        if (refusal.part > claims.length) throw refusal;
        if (refusal.item) return { outcome: count.isRefused(refusal.item, epoch) ? 'session_ended' : 'too_many' };
        await count.start(key.accountId);
        return conflict;
      });
    },

    list,
    refuseBefore: count.refuseBefore.bind(count),

    async accountOf(keyId: string): Promise<number | null> {
      const owner = await table.get<Item & { accountId: AccountId }>(keyOf.accountOfKey(keyId), {
        consistent: true,
      });
      return owner?.accountId ?? null;
    },

    /** A revocation also includes keys that are being issued now. */
    async revokeBefore(accountId: AccountId, sessionEpoch: number): Promise<void> {
      await count.refuseBefore(accountId, sessionEpoch);
      for (const key of await list(accountId))
        if (!key.revokedAt && (key.sessionEpoch ?? 0) < sessionEpoch) await changes.revoke(accountId, key.id, () => []);
    },

    /** Hundreds of processes may use a busy account, so the precision is a minute. */
    async used(accountId: AccountId, keyId: string, at: string): Promise<void> {
      const isNoted = (time: string | undefined) => time !== undefined && Date.parse(at) < Date.parse(time) + usedWithinMs;
      if (isNoted(notedUses.get(keyId))) return;
      const key = keyOf.apiKey(accountId, keyId);
      const { lastUsedAt } = (await table.get<Item & ApiKey>(key)) ?? {};
      const isWritten = !isNoted(lastUsedAt);
      if (isWritten)
        await tookEffect(
          table.update({
            key,
            update: 'SET lastUsedAt = :at',
            condition: 'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :at)',
            values: { ':at': at },
          }),
        );
      setBounded(notedUses, keyId, isWritten ? at : (lastUsedAt ?? at), cacheSize);
    },
  };
}

const hasEnded = ({ revokedAt, suspendedAt }: Pick<ApiKey, 'revokedAt' | 'suspendedAt'>): boolean =>
  revokedAt !== undefined || suspendedAt !== undefined;
